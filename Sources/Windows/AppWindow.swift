public import OrielGeometry

/// A window of the app's own: made with GTK, Qt, SDL or anything, on a connection of its own. A `PlayerView` made with one
/// makes no window; it shows its picture in Picture in Picture alone, and tells this when the window is to come back and when
/// it may go. What the window shows of the picture is the app's business.
///
/// Everything here is called on the main actor, and by nobody else.
@MainActor
public protocol AppWindow: AnyObject {
    /// Where and how large it is, or was last: what another picture gets that takes its place in a swap.
    var state: AppWindowState { get }

    /// The picture comes back, or takes another's place: show the window in the state that is asked for, and call
    /// `AppWindowRequest.presented` once its first picture is on the screen. The floating picture stays until then, for a second
    /// at most.
    func show(_ request: AppWindowRequest)

    /// The picture has left the window for Picture in Picture and was seen there: the window may go, or show that its picture is
    /// elsewhere. Also called where a window that was asked for is no longer wanted.
    func hide()
}

/// How an app's window is on the screen.
public enum AppWindowState: Hashable, Sendable {
    /// A window of this size, in logical pixels; nil where it doesn't matter.
    case window(Size?)
    /// Full screen on the output of this connector name (`wl_output.name`); nil where it isn't known, or doesn't matter.
    case fullScreen(output: String?)
}
