/// Facts that an app tells about what a view plays, for the desktop's media controls: `MPNowPlayingInfoCenter`. Missing
/// ones are taken from the medium.
public struct NowPlayingInfo: Hashable, Sendable {
    /// Title; nil for the medium's own.
    public var title: String?
    /// Artist, author or channel; nil for the medium's own.
    public var artist: String?
    /// Title of the album, the series or the show; nil for the medium's own.
    public var albumTitle: String?
    /// Path of a picture file that all of the user's programs can read; nil for the first frame.
    public var artworkFile: String?

    /// Makes facts that are all taken from the medium.
    public init() {}

    /// Makes facts with a title.
    public init(title: String, artist: String? = nil, albumTitle: String? = nil, artworkFile: String? = nil) {
        self.title = title
        self.artist = artist
        self.albumTitle = albumTitle
        self.artworkFile = artworkFile
    }
}
