import OrielTestSupport
import Testing

extension Trait where Self == ConditionTrait {
    /// Fails where a compositor can't be run; skips, and says why, where that is allowed (`ORIEL_MAY_SKIP`).
    static func needs(_ kinds: CompositorKind...) -> Self {
        let skipped = kinds.filter { !$0.isExpected }.compactMap(\.missing)
        return .enabled(if: skipped.isEmpty, "\(skipped.joined(separator: ", "))")
    }

    /// Skips, and says why, where a compositor that `scripts/setup` doesn't install can't be run, and outside of
    /// `scripts/prove`.
    static func needs(extra kind: CompositorKind) -> Self {
        .enabled(if: isProving && kind.missing == nil, "\(kind.missing ?? "scripts/prove runs it")")
    }

    /// As `needs(_:)`, of a program.
    static func needs(program: String) -> Self {
        .enabled(if: Executable.isExpected(program), "\(program) is not installed")
    }
}
