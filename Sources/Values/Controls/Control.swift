/// A control on a player's surface that a person can press or drag.
package enum Control: Hashable, Sendable, CaseIterable {
    case playPause
    case skipBackward
    case skipForward
    /// The bar that shows the position and can be dragged to seek.
    case scrubber
    case mute
    case volume
    /// Selects the next audio track.
    case audioTracks
    /// Selects the next subtitle track, or none.
    case subtitles
    /// Moves the video from its window into Picture in Picture.
    case startPictureInPicture
    /// Restores the video from Picture in Picture to its window.
    case stopPictureInPicture
    case fullScreen
    /// Swaps with the other player.
    case swap
    case close

    /// Whether the control acts when pressed and follows a drag; buttons act when released.
    package var isDragged: Bool { self == .scrubber || self == .volume }
}
