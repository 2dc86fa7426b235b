import OrielLibav
import OrielTransport

/// Names of a medium that has only sound, as a page shows them.
package struct SoundCredits: Hashable, Sendable {
    /// The item's title, else the medium's own, else the name of its file.
    package var title: String
    package var artist: String?
    package var album: String?
    /// Whether the medium has a cover that can be shown.
    package var hasCover: Bool

    package init(title: String, artist: String? = nil, album: String? = nil, hasCover: Bool = true) {
        self.title = title
        self.artist = artist
        self.album = album
        self.hasCover = hasCover
    }
}

extension Player {
    /// Names of the present medium if it has only sound; nil for any other.
    package var credits: SoundCredits? {
        guard source.state.isSoundOnly else { return nil }
        let description = source.description
        return SoundCredits(
            title: currentItem?.title ?? description.tags.title ?? title, artist: description.tags.artist,
            album: description.tags.album, hasCover: description.video?.codec.isEmpty == false)
    }
}
