import OrielPictureInPicture

/// Playback while the view isn't visible.
extension PlayerView {
    /// AVFoundation's `AVPlayerAudiovisualBackgroundPlaybackPolicy`.
    public enum AudiovisualBackgroundPlaybackPolicy: Hashable, Sendable {
        /// The system's default, which is `continuesIfPossible` here, as usual on desktops. On iOS, an app without the
        /// background audio capability pauses.
        case automatic
        /// Playback pauses when the window is no longer visible (on another workspace, minimised, wholly covered) and
        /// the view isn't in Picture in Picture nor on its way there. It resumes when the window is visible again,
        /// unless the user has paused it before or meanwhile.
        case pauses
        /// Playback continues.
        case continuesIfPossible
    }
}
