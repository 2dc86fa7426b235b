/// A font that a container brings along for its subtitles.
package struct MediaFont: Hashable, Sendable {
    package var name: String
    package var bytes: [UInt8]
}
