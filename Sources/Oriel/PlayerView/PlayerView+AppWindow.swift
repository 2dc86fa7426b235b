import OrielPictureInPicture
import OrielPlatform
import OrielSceneHandoff
import OrielWindows

/// Reports from an app that shows the view in a window of its own.
extension PlayerView {
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
