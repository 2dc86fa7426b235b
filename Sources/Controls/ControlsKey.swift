/// What a key means among the controls.
package enum ControlsKey: Hashable, Sendable {
    /// To the next one, to the one before.
    case next, previous
    /// What a click does.
    case activate
    case left, right, up, down

    /// Whether it leads from one to another, also where none is seen yet.
    package var movesFocus: Bool { self == .next || self == .previous }
}
