import OrielTestSupport
import Testing

extension Trait where Self == ConditionTrait {
    /// Skips where a compositor can't be run, and says why.
    static func needs(_ kinds: CompositorKind...) -> Self {
        let missing = kinds.compactMap(\.missing)
        return .enabled(if: missing.isEmpty, "\(missing.joined(separator: ", "))")
    }
}
