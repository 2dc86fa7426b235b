/// What a person can take hold of on a picture.
package enum Control: Hashable, Sendable, CaseIterable {
    case playPause
    case skipBackward
    case skipForward
    /// The bar that shows the position and is dragged to another.
    case scrubber
    case mute
    case volume
    /// Plays another sound.
    case audioTracks
    /// Shows other subtitles, or none.
    case subtitles
    /// Lifts the picture out of its window.
    case startPictureInPicture
    /// Brings it back there.
    case stopPictureInPicture
    case fullScreen
    /// Changes places with the other picture.
    case swap
    case close

    /// Acts at once and follows the hand, where buttons act when they are let go.
    package var isDragged: Bool { self == .scrubber || self == .volume }
}
