import OrielPictureInPicture
import OrielPlatform
import OrielSceneHandoff
import OrielWindows

/// What an app tells of a window of its own.
extension PlayerView {
    /// The app's window can be seen by its user, or no longer: minimised, on another workspace, behind others. Where
    /// the controller allows an automatic start, a playing picture goes into Picture in Picture when it is hidden, and comes back
    /// when it is seen. Without an `AppWindow` the view finds out by itself, and this does nothing.
    public func appWindowVisibilityChanged(isVisible: Bool) {
        guard scene.windowScene.appWindow != nil, !isClosed else { return }
        windowVisibilityChanged(isVisible ? .visible : .hidden)
    }

    /// The app's window got the keyboard, or lost it: commands without a player's name concern the one that had it last.
    /// Without an `AppWindow` this does nothing.
    public func appWindowFocusChanged(isFocused: Bool) {
        guard scene.windowScene.appWindow != nil, !isClosed else { return }
        noteFocus(isFocused)
    }

    /// The app's window became full screen or a window, or has another size or output.
    public func appWindowStateChanged() {
        guard scene.windowScene.appWindow != nil, !isClosed else { return }
        send(.windowMode(scene.windowScene.windowMode))
        state.registration?.reportChanged()
    }
}
