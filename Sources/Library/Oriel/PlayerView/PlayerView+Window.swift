import OrielPictureInPicture
import OrielPlayer
public import OrielWindows

/// The view's window, Oriel's or the app's.
extension PlayerView {
    /// Behaviour of the view's window when Picture in Picture starts.
    public enum WindowBehavior: Hashable, Sendable {
        /// The window is hidden, and shown again when Picture in Picture ends. After an automatic start it stays, with
        /// a placeholder.
        case standard
        /// The window stays, with a placeholder and above it the view's `contentOverlays`, such as artwork or text. The
        /// app shows them in its delegate's *willStart* and hides them in *didStop*. Closing the window closes the view
        /// and its overlay. After a swap, the returned video takes the place of the other app's window, and this window
        /// is hidden.
        case custom
    }

    /// Behaviour of the view's window from the next start of Picture in Picture. The app decides about a window of its
    /// own.
    public var windowBehavior: WindowBehavior {
        get { observed(\.windowBehavior, scene.windowScene.keepsWindow ? .custom : .standard) }
        set { change(\.windowBehavior) { scene.windowScene.keepsWindow = newValue == .custom } }
    }

    /// Text of the placeholder in a window that stays. nil for *Playing in Picture in Picture*; an empty text leaves a
    /// plain dark background.
    public var placeholderText: String? {
        get { observed(\.placeholderText, scene.windowScene.placeholderText) }
        set { change(\.placeholderText) { scene.windowScene.placeholderText = newValue } }
    }

    /// How a view is shown.
    public enum Mode: Hashable, Sendable {
        /// A window among others.
        case window
        /// The whole of an output.
        case fullScreen
    }

    /// Options of a view, given to its initializer.
    public typealias Options = PlayerViewOptions

    /// Reports whether the app's window is visible to its user, or hidden: minimised, on another workspace or behind
    /// other windows.
    ///
    /// If the controller allows an automatic start, a playing view enters Picture in Picture when its window is hidden,
    /// and returns when the window is visible again. Without an `AppWindow` the view detects this itself, and the call
    /// does nothing.
    public func appWindowVisibilityChanged(isVisible: Bool) {
        guard scene.windowScene.appWindow != nil, !isClosed else { return }
        controllerHost.windowVisibilityChanged(isVisible ? .visible : .hidden)
    }

    /// Reports whether the app's window has keyboard focus. Commands without a player's name apply to the player that
    /// had it last. Without an `AppWindow` the call does nothing.
    public func appWindowFocusChanged(isFocused: Bool) {
        guard scene.windowScene.appWindow != nil, !isClosed else { return }
        session.noteFocus(isFocused)
    }

    /// Reports that the app's window has entered or left full screen, or has another size or output. Without an
    /// `AppWindow` the call does nothing.
    public func appWindowStateChanged() {
        guard scene.windowScene.appWindow != nil, !isClosed else { return }
        send(.windowMode(scene.windowScene.windowMode))
        session.reportChanged()
    }
}
