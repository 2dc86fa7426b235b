/// Options of a `PlayerView` when it is made; apps name it `PlayerView.Options`.
public struct PlayerViewOptions: Hashable, Sendable {
    /// The name by which the `oriel` commands know it, made unique in the session; nil takes the file's name without its
    /// extension.
    public var name: String?
    /// Its window's title; nil takes the medium's own, or the file's name.
    public var title: String?
    /// Keys of its window and their actions.
    public var keys = KeyBindings.standard
    /// Whether controls come over the window's picture when a pointer moves on it or a finger taps it;
    /// `PlayerView.showsPlaybackControls` changes it later.
    public var showsPlaybackControls = true
    /// How large the letters of the controls are, 1 as usual, from 0.75 to 2; nil as the desktop's settings want them
    /// (`text-scaling-factor` of `org.freedesktop.portal.Settings`).
    public var textScale: Double?
    /// Whether files and addresses that are dropped on its picture are played, and the key for it asks which to open. The
    /// player is one of items.
    public var opensFiles = false
    /// Whether skipping and seeking are off, by keys, controls and commands alike.
    public var requiresLinearPlayback = false
    /// Where and as what Picture in Picture begins.
    public var pictureInPicture = PictureInPictureOptions()

    /// A window as most apps have it.
    public init() {}
}
