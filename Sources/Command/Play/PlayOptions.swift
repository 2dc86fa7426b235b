import Oriel
import OrielPictureInPicture
import OrielPlayback

/// What `oriel play` was asked to do.
struct PlayOptions: Sendable {
    /// What one player plays, and the name it goes by.
    struct Item: Sendable, Hashable {
        /// One after the other; folders and playlists among them are what they hold.
        var media: [MediaLocation]
        /// The player's name for other commands, before it is made unique in the session; nil takes the file's.
        var name: String?

        init(media: [MediaLocation], name: String? = nil) {
            self.media = media
            self.name = name
        }
    }

    /// Where the first player is shown; the others are in Picture in Picture.
    enum Mode: Sendable, Hashable { case window, fullscreen, pictureInPicture }

    var items: [Item]
    var mode = Mode.window
    /// How each medium begins.
    var player = Player.Options()
    /// Lists begin again after their last item.
    var loopsLists = false
    /// Files with sound for the first of them.
    var audioFiles: [String] = []
    /// Files with subtitles for the first of them.
    var subtitleFiles: [String] = []
    /// What is remembered; nil for nothing.
    var state: StateFolder?
    /// Media begin where they were left, and where they are left is remembered.
    var resumes = false
    /// What each step of the start took is said.
    var tracesStart = false
    /// How pictures sit in their surfaces.
    var form = PictureForm()
    var renderer = Renderer.auto
    var pictureInPicture = PictureInPictureOptions()
    /// Into Picture in Picture by itself when the window can be seen no longer.
    var startsAutomatically = false
    /// Pause in windows while the session is locked.
    var pausesWhenLocked = true
    var keys = KeyBindings.standard
    var sound = PictureInPictureSound.focus
    var pictureInPictureLimit = 1
    /// How large the letters of controls are; nil as the desktop wants them.
    var textScale: Double?
    /// Whether controls come over the picture.
    var showsControls = true
    /// Nobody may skip or seek.
    var isLinear = false

    init(items: [Item]) { self.items = items }
}
