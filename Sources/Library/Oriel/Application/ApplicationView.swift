import OrielPictureInPicture
import OrielWayland
import OrielWindows

/// A view of an application, as the application and its other views use it.
@MainActor
protocol ApplicationView: AccessibleView {
    /// Whether the view's window has keyboard focus.
    var isFocused: Bool { get }
    /// Whether the view takes part in the session's present transition, as far as the broker has said.
    var isMoving: Bool { get }
    func keyboardFocusMoved(to surface: Surface?)
    func outputRemoved(_ output: Output)
    /// Follows a change of the surfaces that the compositor has for overlays.
    func layerShellChanged()
    /// Follows the session's lock, and outputs that turn on or off.
    func sessionChanged()
    /// Follows the machine's sleep.
    func sleepChanged()
    func connectionLost(pauses: Bool)
    func connectionRestored()
    /// Sends an event to the controller's session.
    func send(_ event: PictureInPictureSession.Event)
    func close()
}
