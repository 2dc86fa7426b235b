/// An input event of an app's window, for Oriel's controls over a view inside that window. Positions are in the logical
/// coordinates of the app's surface.
public enum ForwardedInput: Hashable, Sendable {
    /// The pointer moved to a position; one outside of the view is the same as `pointerLeft`.
    case pointerMoved(x: Double, y: Double)
    /// The pointer left the surface.
    case pointerLeft
    /// A button was pressed or released at the last position; `code` as in linux/input-event-codes.h (left is 0x110).
    case pointerButton(code: UInt32, isPressed: Bool)
    /// A finger touched the screen.
    case touchBegan(id: Int, x: Double, y: Double)
    /// A finger moved.
    case touchMoved(id: Int, x: Double, y: Double)
    /// A finger was lifted.
    case touchEnded(id: Int)
    /// The compositor or the toolkit has taken all fingers for a gesture of its own.
    case touchesCancelled
    /// A key was pressed, or repeats while it is held; `keysym` as xkbcommon numbers it, with its modifiers applied.
    case keyPressed(keysym: UInt32, modifiers: KeyChord.Modifiers, isRepeated: Bool)
    /// A key was released.
    case keyReleased(keysym: UInt32, modifiers: KeyChord.Modifiers)
    /// The app's widget for the view, or its window, lost the keyboard.
    case keyboardLeft
}
