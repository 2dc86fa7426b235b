public import OrielPlayback

/// One medium of a player's list, and how it begins. The same medium may stand in a list twice, as two items.
public final class PlayerItem: Sendable, Identifiable {
    /// A file's path, `-` for standard input, or any address that libavformat opens.
    public var media: String { location.description }
    /// Media time of the first frame that is shown, when it is played for the first time.
    public let startTime: Duration
    /// Files whose sound goes with it; the first of them is heard.
    public let audioFiles: [String]
    /// Files with subtitles besides its own; the first of them is shown.
    public let subtitleFiles: [String]
    package let location: MediaLocation

    /// Nothing is opened before its turn is near.
    public convenience init(
        _ media: String, startTime: Duration = .zero, audioFiles: [String] = [], subtitleFiles: [String] = []
    ) {
        self.init(
            MediaLocation(media), startTime: startTime, audioFiles: audioFiles, subtitleFiles: subtitleFiles)
    }

    package init(
        _ location: MediaLocation, startTime: Duration = .zero, audioFiles: [String] = [], subtitleFiles: [String] = []
    ) {
        self.location = location
        self.startTime = max(.zero, startTime.onClocks)
        self.audioFiles = audioFiles
        self.subtitleFiles = subtitleFiles
    }

    /// The same medium as another item, which begins elsewhere and has other files with it.
    public func copy(
        startTime: Duration = .zero, audioFiles: [String] = [], subtitleFiles: [String] = []
    ) -> PlayerItem {
        PlayerItem(location, startTime: startTime, audioFiles: audioFiles, subtitleFiles: subtitleFiles)
    }

    /// What stands for a medium: a folder's media or a playlist's (M3U, PLS) entries, in order; anything else is one item. Reads
    /// files and folders, so it takes as long as that does.
    /// - Parameters:
    ///   - media: a path or an address, as for a player.
    ///   - allowsNetwork: a local playlist may name addresses on the network.
    /// - Returns: the items, and what was left out with the reason.
    public static func items(
        of media: String, allowsNetwork: Bool = false
    ) -> (items: [PlayerItem], problems: [MediaError]) {
        let listing = MediaListing(of: MediaLocation(media), allowsNetwork: allowsNetwork)
        return (listing.media.map { PlayerItem($0) }, listing.problems)
    }
}

extension PlayerItem: Hashable {
    /// Each item is itself alone.
    public static func == (one: PlayerItem, other: PlayerItem) -> Bool { one === other }

    /// By its identity.
    public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}
