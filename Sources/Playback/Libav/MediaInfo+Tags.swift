extension MediaInfo {
    /// Tags that name a medium, as its container has them: at most 4096 bytes each, without control characters.
    public struct Tags: Hashable, Sendable {
        /// Title alone, without the artist; nil if there is none.
        public var title: String?
        /// Artist, else the album's artist; nil if there is none.
        public var artist: String?
        /// Title of the album; nil if there is none.
        public var album: String?

        package init(title: String? = nil, artist: String? = nil, album: String? = nil) {
            self.title = title
            self.artist = artist
            self.album = album
        }
    }
}
