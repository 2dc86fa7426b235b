import OrielWindows

/// What becomes of a view's window while its picture is elsewhere.
extension PlayerView {
    /// What a window does when its picture goes into Picture in Picture.
    public enum WindowBehavior: Hashable, Sendable {
        /// It goes, and comes back with the picture. One whose picture left by itself stays where it is, with a placeholder.
        case standard
        /// It stays, with a placeholder and, over that, the view's `contentOverlays`: artwork, text or whatever the app draws. Its
        /// delegate's *willStart* and *didStop* are when to show and to hide them. Closing the window ends the view and its overlay; a
        /// swap that brings the picture back gives it the other one's place, and this window goes.
        case custom
    }

    /// What its window does when its picture goes into Picture in Picture, from the next start on. A window of the app's own does as
    /// the app likes.
    public var windowBehavior: WindowBehavior {
        get { scene.windowScene.keepsWindow ? .custom : .standard }
        set { scene.windowScene.keepsWindow = newValue == .custom }
    }

    /// What the placeholder says in a window that stays; nil for *Playing in Picture in Picture*, and nothing but a dark ground for an empty
    /// text.
    public var placeholderText: String? {
        get { scene.windowScene.placeholderText }
        set { scene.windowScene.placeholderText = newValue }
    }

    package var keepsWindow: Bool { scene.windowScene.keepsWindow }
}
