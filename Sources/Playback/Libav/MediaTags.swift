/// Tags of a medium that name it, as its container has them.
package struct MediaTags: Hashable, Sendable {
    /// Title alone, without the artist; nil if there is none.
    package var title: String?
    package var artist: String?
    package var album: String?

    package init(title: String? = nil, artist: String? = nil, album: String? = nil) {
        self.title = title
        self.artist = artist
        self.album = album
    }
}
