/// Reasons why a view's overlay or call is out of sight.
package struct ViewAbsence: OptionSet, Hashable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The overlay is stashed at an edge.
    package static let stashed = ViewAbsence(rawValue: 1)
    /// Picture in Picture is suspended.
    package static let suspended = ViewAbsence(rawValue: 2)
    /// The compositor doesn't show it: it is covered, the session is locked, or the outputs are dark.
    package static let hidden = ViewAbsence(rawValue: 4)
    /// The view has closed.
    package static let closed = ViewAbsence(rawValue: 8)
}
