import OrielPictureInPicture

/// What becomes of playback while nobody sees it.
extension PlayerView {
    /// AVFoundation's `AVPlayerAudiovisualBackgroundPlaybackPolicy`.
    public enum AudiovisualBackgroundPlaybackPolicy: Hashable, Sendable {
        /// As players on desktops do, whose users work in other windows: `continuesIfPossible`. On iOS an app without the capability to play
        /// in the background pauses.
        case automatic
        /// What plays pauses when its window can be seen no longer (on another workspace, minimised, wholly covered) and it isn't in Picture
        /// in Picture nor on its way there. It goes on when it is seen again, unless its user paused it.
        case pauses
        /// It plays on.
        case continuesIfPossible
    }

    /// Pauses or resumes, where it is time to.
    func followBackground() {
        let isInBackground = state.standing.isHidden && state.standing.report?.state ?? .idle == .idle
        switch state.backgroundPlayback.follow(
            isInBackground: isInBackground, isPaused: isPaused, pauses: audiovisualBackgroundPlaybackPolicy == .pauses)
        {
        case .pause: setPlaying(false)
        case .resume: setPlaying(true)
        case nil: break
        }
    }
}
