/// Meaning of a key for the controls.
package enum ControlsKey: Hashable, Sendable {
    /// Focuses the next control, or the previous one.
    case next, previous
    /// Acts as a click.
    case activate
    case left, right, up, down

    /// Whether the key moves focus, which also shows hidden controls.
    package var movesFocus: Bool { self == .next || self == .previous }
}
