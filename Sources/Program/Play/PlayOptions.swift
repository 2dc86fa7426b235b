public import Oriel

/// The options of `oriel play`.
public struct PlayOptions: Sendable {
    /// One player's media and name.
    public struct Item: Sendable, Hashable {
        /// Media played one after the other; folders and playlists stand for their contents.
        public var media: [String]
        /// Name of the player for other commands, before the broker makes it unique; nil uses the file's name.
        public var name: String?
        /// Title of a single medium; nil for the medium's own.
        public var title: String?

        /// Creates an item; without a name, the file's is used.
        public init(media: [String], name: String? = nil, title: String? = nil) {
            self.media = media
            self.name = name
            self.title = title
        }
    }

    /// Where the first player is shown; the others start in Picture in Picture.
    public enum Mode: Sendable, Hashable { case window, fullscreen, pictureInPicture }

    /// Reaction to a medium that can't be played, when no other is left.
    public enum FailureAction: String, Sendable, Hashable, CaseIterable {
        /// The player ends.
        case exit
        /// A window shows why, with the media played last; the exit status comes when it closes.
        case window
    }

    public var items: [Item]
    public var onFailure = FailureAction.exit
    /// Reason why a medium was refused before it became an item, for an empty window; nil if none was.
    public var refusal: String?
    public var mode = Mode.window
    public var application = Application.Options()
    /// Options of each player.
    public var player = Player.Options()
    /// Options of each view, without its name.
    public var view = PlayerView.Options()
    /// Whether playlists start again after their last item.
    public var loopsLists = false
    /// Whether players stay open at their end and show the last frame.
    public var keepsOpen = false
    /// Whether playlists are shuffled when they start.
    public var shufflesLists = false
    /// External audio files for the first medium.
    public var audioFiles: [String] = []
    /// External subtitle files for the first medium.
    public var subtitleFiles: [String] = []
    /// How video is fitted into its surfaces.
    public var form = PictureForm()
    /// Enter Picture in Picture automatically when the window is no longer visible.
    public var startsAutomatically = false
    /// Name on the desktop's media controls; nil to stay out of them.
    public var mediaControlsName: String?
    /// Says at a return from Picture in Picture whether it ends the player instead of showing its window.
    public var endsOnReturn: @Sendable () -> Bool = { false }
    /// Pause players in windows while the session is locked.
    public var pausesWhenLocked = true

    /// Check of a link before its medium is opened.
    public struct LinkCheck: Sendable {
        /// Result of the check, with the host and port that the link leads to.
        public enum Verdict: Sendable, Hashable {
            case open
            case ask(host: String)
            case refuse(host: String)
        }

        /// Finds the verdict on another thread, and calls the function with it later. It must not wait.
        public var examine: @Sendable (@escaping @MainActor @Sendable (Verdict) -> Void) -> Void
        /// Stores the user's answer.
        public var note: @Sendable (_ isAllowed: Bool) -> Void

        /// Makes a check of its two parts.
        public init(
            examine: @escaping @Sendable (@escaping @MainActor @Sendable (Verdict) -> Void) -> Void,
            note: @escaping @Sendable (_ isAllowed: Bool) -> Void
        ) {
            self.examine = examine
            self.note = note
        }
    }

    /// Check of the first player's media before anything of them is requested; nil opens them at once.
    public var linkCheck: LinkCheck?

    /// Finds a line for an empty window about what this desktop lacks, nil for none, and calls the function with it
    /// later. It must not wait.
    public var advice: (@Sendable (@escaping @MainActor @Sendable (String?) -> Void) -> Void)?

    /// The settings of a page for people; nil for no page.
    public var settings: (any PlaySettings)?

    /// Creates options with defaults for all but the items.
    public init(items: [Item]) { self.items = items }
}
