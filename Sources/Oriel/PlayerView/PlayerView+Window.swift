import OrielWindows

/// The view's window while its video is in Picture in Picture.
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

    package var keepsWindow: Bool { scene.windowScene.keepsWindow }
}
