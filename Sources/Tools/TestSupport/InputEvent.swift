/// An input event received by a `TestSurface`.
public enum InputEvent: Hashable, Sendable {
    case keyboardEntered
    case keyboardLeft
    /// An evdev code, as in `linux/input-event-codes.h`.
    case key(code: Int, pressed: Bool)
    case modifiers(depressed: UInt32)
    case pointerEntered(x: Double, y: Double)
    case pointerLeft
    case pointerMoved(x: Double, y: Double)
    /// An evdev code.
    case button(code: Int, pressed: Bool)
    case scrolled(x: Double, y: Double)
}
