/// A font attached to a container for its subtitles.
package struct MediaFont: Hashable, Sendable {
    package var name: String
    package var bytes: [UInt8]
}
