/// Limits of texts from outside: playlists, manifests, subtitles, and the answers of other programs. Value code.
package struct TextLimits: Hashable, Sendable {
    /// Largest text in bytes.
    package var bytes = 16 << 20
    /// Largest number of entries of a playlist or manifest.
    package var entries = 250_000
    /// Largest number of a manifest's representations. Each costs a connection and about 2 MB.
    package var representations = 256
    /// Largest number of playlists that one leads to.
    package var lists = 256
    /// Largest number of playlists that lie inside each other.
    package var depth = 4

    package init() {}

    /// Largest text for people, such as "16 MiB".
    package var size: String { bytes >= 1 << 20 ? "\(bytes >> 20) MiB" : "\(bytes) bytes" }
}
