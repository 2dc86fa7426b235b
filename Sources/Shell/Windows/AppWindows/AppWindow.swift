public import OrielGeometry

/// A window that the app itself makes, with GTK, Qt, SDL or another toolkit, on the toolkit's own Wayland connection. A
/// `PlayerView` made with one makes no window: it shows its picture only in Picture in Picture, and calls this protocol
/// when the window must appear and when it may disappear. The app decides what the window shows.
///
/// All members are called on the main actor.
@MainActor
public protocol AppWindow: AnyObject {
    /// The window's present or last size, or the output on which it is full screen. Another picture that takes the
    /// window's place in a swap gets the same.
    var state: AppWindowState { get }

    /// Shows the window in the requested state, because the picture returns to it or takes another picture's place.
    /// Call `AppWindowRequest.presented` once the window's first frame is on the screen. The overlay stays until then,
    /// for one second at most.
    func show(_ request: AppWindowRequest)

    /// Hides the window, or lets it show that its picture is elsewhere: the picture is now visible in Picture in
    /// Picture. Also called if a window that `show` requested is no longer wanted.
    func hide()
}

/// The state of an app's window on the screen.
public enum AppWindowState: Hashable, Sendable {
    /// A window of this size, in logical pixels; nil if the size doesn't matter.
    case window(Size?)
    /// Full screen on the output with this connector name (`wl_output.name`); nil if the output is unknown or doesn't
    /// matter.
    case fullScreen(output: String?)
}
