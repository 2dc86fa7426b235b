/// Reasons why a view's call is out of sight, so that no camera films for it.
package struct CaptureAbsence: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The overlay is stashed at an edge.
    package static let stashed = CaptureAbsence(rawValue: 1)
    /// Picture in Picture is suspended.
    package static let suspended = CaptureAbsence(rawValue: 2)
    /// The session is locked, or the outputs with the view are dark.
    package static let hidden = CaptureAbsence(rawValue: 4)
    /// The view has closed.
    package static let closed = CaptureAbsence(rawValue: 8)
}
