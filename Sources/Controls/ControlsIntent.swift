/// What a person means by what was done to the controls.
package enum ControlsIntent: Hashable, Sendable {
    case playPause
    case seek(by: Duration)
    /// The hand is on the bar, at this time.
    case beginScrubbing(Duration)
    case scrub(to: Duration)
    case endScrubbing(Duration)
    /// In per cent.
    case setVolume(Int)
    case toggleMute
    case nextAudioTrack
    case nextSubtitles
    case startPictureInPicture
    case stopPictureInPicture
    case toggleFullScreen
    case swap
    case close
}
