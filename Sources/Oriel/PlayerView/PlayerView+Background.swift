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

    /// Pauses before the machine sleeps. Resumes after that, but not behind a locked screen, and not what the user had
    /// paused.
    func followSleep() {
        let desktop = application.desktop
        let isAway = desktop.isAsleep || (state.sleep.isInBackground && desktop.session.isHidden)
        switch state.sleep.follow(isInBackground: isAway, isPaused: isPaused, pauses: true) {
        case .pause: setPlaying(false)
        case .resume: setPlaying(true)
        case nil: break
        }
    }

    /// Pauses or resumes playback after a change of visibility.
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
