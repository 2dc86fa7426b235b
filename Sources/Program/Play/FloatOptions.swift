public import Oriel

/// The options of `oriel float`.
public struct FloatOptions: Sendable {
    /// Choice of the desktop's dialogue.
    public var cast = ScreenCastOptions()
    public var application = Application.Options()
    public var view = PlayerView.Options()
    /// Form of the picture, such as a crop.
    public var form = PictureForm()
    /// Whether the user chooses a part of the picture once it floats.
    public var choosesPart = false
    /// Pause while the session is locked.
    public var pausesWhenLocked = true

    /// Creates options with defaults.
    public init() {}
}
