/// Options of a `PlayerView` when it is made; apps name it `PlayerView.Options`.
public struct PlayerViewOptions: Hashable, Sendable {
    /// The player's name in `oriel` commands, made unique in the session; nil takes the file's name without its
    /// extension.
    public var name: String?
    /// The window's title; nil takes the medium's own title, or else the file's name.
    public var title: String?
    /// The window's keys and their actions.
    public var keys = KeyBindings.standard
    /// Whether controls appear over the window's picture when a pointer moves on it or a finger taps it;
    /// `PlayerView.showsPlaybackControls` changes it later.
    public var showsPlaybackControls = true
    /// Factor for the text size of the controls, from 0.75 to 2; 1 is the usual size. nil follows the desktop's setting
    /// (`text-scaling-factor` of `org.freedesktop.portal.Settings`). `PlayerView.textScale` changes it later.
    public var textScale: Double?
    /// Whether a screen reader says subtitles as they appear, if they are text; `PlayerView.speaksSubtitles` changes it
    /// later.
    public var speaksSubtitles = false
    /// Whether the view plays files and URLs that are dropped on its picture, and whether the *open* key shows a file
    /// dialog. It needs a player with a playlist.
    public var opensFiles = false
    /// Whether skipping and seeking are disabled for keys, controls and commands.
    public var requiresLinearPlayback = false
    /// Whether the screen stays on while the picture is seen to play: AVFoundation's
    /// `preventsDisplaySleepDuringVideoPlayback`.
    public var keepsScreenOn = true
    /// The overlay's surface, first place and behaviour; `PlayerView.pictureInPictureOptions` changes them later.
    public var pictureInPicture = PictureInPictureOptions()

    /// Creates options with the defaults of each member.
    public init() {}
}
