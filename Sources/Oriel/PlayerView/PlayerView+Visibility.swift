import OrielPictureInPicture
import OrielPlatform
import OrielWindows

/// Facts from the app for Picture in Picture.
extension PlayerView {
    /// Says that the user has just acted on the app's own controls for this view: a button, a menu, a key.
    ///
    /// A start within 5 seconds counts as the user's, as after Oriel's own controls, keys and commands: it isn't
    /// refused as `notForeground` while the app's window can't be seen.
    public func noteUserAction() { controllerHost.noteUserAction() }
}
