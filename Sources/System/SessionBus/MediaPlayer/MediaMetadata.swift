import OrielPlatform

/// Metadata of the present item, as desktops show it (`Metadata` of MPRIS 2.2).
public struct MediaMetadata: Hashable, Sendable {
    /// Number of the item among all that this process has played; nil for none. An item keeps its number.
    public var item: UInt64?
    /// Duration of the item; nil if it is unknown or the item is live.
    public var length: Duration?
    public var title = ""
    public var artists: [String] = []
    public var album = ""
    /// Address of the medium, without credentials and query; empty for none.
    public var url = ""
    /// `file` address of a picture; empty for none.
    public var artURL = ""

    /// Makes metadata of no item.
    public init() {}

    /// Object path of an item's number (`mpris:trackid`), which is not its place in the list.
    package static func path(of item: UInt64?) -> String {
        item.map { "/org/oriel/item/\($0)" } ?? "/org/mpris/MediaPlayer2/TrackList/NoTrack"
    }

    /// The dictionary that goes over the bus. Empty fields are left out, as the standard asks.
    var entries: [BusArgument.Option] {
        var entries = [BusArgument.Option("mpris:trackid", .path(Self.path(of: item)))]
        if let length { entries.append(.init("mpris:length", .integer(length.microseconds))) }
        let texts = [("xesam:title", title), ("xesam:album", album), ("xesam:url", url), ("mpris:artUrl", artURL)]
        for (name, text) in texts where !text.isEmpty { entries.append(.init(name, .text(Self.bounded(text)))) }
        let artists = artists.prefix(Self.mostArtists).map(Self.bounded)
        if !artists.isEmpty { entries.append(.init("xesam:artist", .texts(artists))) }
        return entries
    }

    private static let mostArtists = 16
    /// Largest size of a text, in UTF-8 bytes; a medium's tags may be of any size.
    private static let largestText = 4096

    private static func bounded(_ text: String) -> String {
        String(text.prefix { $0 != "\0" }).cut(toBytes: largestText)
    }
}
