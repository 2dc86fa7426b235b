public import Oriel

/// What `oriel play` was asked to do.
public struct PlayOptions: Sendable {
    /// What one player plays, and the name it goes by.
    public struct Item: Sendable, Hashable {
        /// One after the other; folders and playlists among them are what they hold.
        public var media: [String]
        /// The player's name for other commands, before it is made unique in the session; nil takes the file's.
        public var name: String?

        /// Media without a name of their own.
        public init(media: [String], name: String? = nil) {
            self.media = media
            self.name = name
        }
    }

    /// Where the first player is shown; the others are in Picture in Picture.
    public enum Mode: Sendable, Hashable { case window, fullscreen, pictureInPicture }

    public var items: [Item]
    public var mode = Mode.window
    public var application = Application.Options()
    /// How each medium begins.
    public var player = Player.Options()
    /// What each view is given, but for its name.
    public var view = PlayerView.Options()
    /// Lists begin again after their last item.
    public var loopsLists = false
    /// At their end players stay, on the last picture.
    public var keepsOpen = false
    /// Lists are played in an order that is made up when they begin.
    public var shufflesLists = false
    /// Files with sound for the first of them.
    public var audioFiles: [String] = []
    /// Files with subtitles for the first of them.
    public var subtitleFiles: [String] = []
    /// How pictures sit in their surfaces.
    public var form = PictureForm()
    /// Into Picture in Picture by itself when the window can be seen no longer.
    public var startsAutomatically = false
    /// Pause in windows while the session is locked.
    public var pausesWhenLocked = true

    /// Everything else is as it is usual.
    public init(items: [Item]) { self.items = items }
}
