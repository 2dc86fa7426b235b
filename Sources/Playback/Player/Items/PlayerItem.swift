package import Observation
import OrielDemux
public import OrielLibav
import Synchronization

/// Item of a player's list: a medium, its start time and the files that go with it. A list may contain a medium twice,
/// as two items. An item is in one player's list at most; `copy(startTime:audioFiles:subtitleFiles:)` makes another.
///
/// Its state is that of the player while it is the present item, and observed like the player's own properties.
public final class PlayerItem: Sendable, Identifiable {
    /// Path of a file, `-` for standard input, or any URL that libavformat opens.
    public var media: String { location.description }
    /// Media time at which playback of the item starts the first time.
    public let startTime: Duration
    /// Additional sound files; the first one is played.
    public let audioFiles: [String]
    /// Additional subtitle files; the first one is shown.
    public let subtitleFiles: [String]
    /// Title that players show instead of the medium's own; nil shows the medium's.
    public let title: String?
    /// Fact that an app tells about an item: `AVMetadataItem`.
    public enum MetadataItem: Hashable, Sendable {
        /// Title.
        case title(String)
        /// Artist, author or channel.
        case artist(String)
        /// Title of the album, the series or the show.
        case album(String)
    }

    package let location: MediaLocation
    /// Time at which the item starts the next time, by a seek before its turn; nil for `startTime`.
    var soughtTime: Duration? {
        get { sought.withLock(\.self) }
        set { sought.withLock { $0 = newValue } }
    }
    private let sought = Mutex<Duration?>(nil)
    /// The player that took the item last.
    @MainActor package weak var owner: AnyObject?
    @MainActor var metadata: [MetadataItem] = []
    package let registrar = ObservationRegistrar()

    /// Makes an item. It is opened only shortly before it is played.
    public convenience init(
        _ media: String, startTime: Duration = .zero, audioFiles: [String] = [], subtitleFiles: [String] = []
    ) {
        self.init(
            MediaLocation(media), startTime: startTime, audioFiles: audioFiles, subtitleFiles: subtitleFiles)
    }

    /// Makes an item with a title of its own, such as the one of the web page that has the medium.
    public convenience init(
        _ media: String, title: String?, startTime: Duration = .zero, audioFiles: [String] = [],
        subtitleFiles: [String] = []
    ) {
        self.init(
            MediaLocation(media), title: title, startTime: startTime, audioFiles: audioFiles,
            subtitleFiles: subtitleFiles)
    }

    package init(
        _ location: MediaLocation, title: String? = nil, startTime: Duration = .zero, audioFiles: [String] = [],
        subtitleFiles: [String] = []
    ) {
        self.location = location
        self.title = title
        self.startTime = max(.zero, startTime.onClocks)
        self.audioFiles = audioFiles
        self.subtitleFiles = subtitleFiles
    }

    /// Makes another item of the same medium, with its own start time and files.
    public func copy(
        startTime: Duration = .zero, audioFiles: [String] = [], subtitleFiles: [String] = []
    ) -> PlayerItem {
        copy(title: title, startTime: startTime, audioFiles: audioFiles, subtitleFiles: subtitleFiles)
    }

    /// Makes another item of the same medium, with its own title, start time and files.
    public func copy(
        title: String?, startTime: Duration = .zero, audioFiles: [String] = [], subtitleFiles: [String] = []
    ) -> PlayerItem {
        PlayerItem(location, title: title, startTime: startTime, audioFiles: audioFiles, subtitleFiles: subtitleFiles)
    }

    /// Returns the items that a path or an address stands for: a folder's media or a playlist's entries (M3U, PLS), in
    /// order; anything else is one item. Reads files and folders in the calling thread.
    /// - Parameters:
    ///   - media: a path or an address, as for a player.
    ///   - allowsNetwork: whether a local playlist may refer to addresses on the network.
    /// - Returns: the items, and the reasons why others were left out.
    public static func items(
        of media: String, allowsNetwork: Bool = false
    ) -> (items: [PlayerItem], problems: [MediaError]) {
        let listing = MediaListing(of: MediaLocation(media), allowsNetwork: allowsNetwork)
        return (listing.media.map { PlayerItem($0) }, listing.problems)
    }
}

extension PlayerItem: Hashable {
    /// Compares by identity.
    public static func == (one: PlayerItem, other: PlayerItem) -> Bool { one === other }

    /// Hashes the identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
