import OrielMedia
import OrielPlayer
import OrielSceneHandoff
import OrielSurfaces
import OrielTransport
import OrielWindows

/// Playback, either by the player or by the delegate of an app that makes the frames.
extension PlayerView {
    /// Whether the app's timebase sets the time; then only the app's delegate can play, pause and skip.
    var isAppTimed: Bool { player.source.state.timebase != nil }

    var isPaused: Bool { delegated?.isPaused ?? player.isPaused }

    var shownPosition: Duration { delegated?.position ?? player.position }

    var shownDuration: Duration? { delegated.map(\.range.length) ?? player.duration }

    /// Whether a seek or a skip is not complete.
    var isSeeking: Bool {
        if let delegated { return delegated.isSkipping }
        return player.isSeeking
    }

    /// Whether skipping and seeking are refused, or have no effect.
    var isLinear: Bool { refusesSeeking || (isAppTimed && delegated?.isSkippable != true) }

    /// Plays or pauses.
    /// - Returns: false if the app makes the frames and has no delegate that can.
    @discardableResult
    func setPlaying(_ isPlaying: Bool) -> Bool {
        guard isAppTimed else {
            isPlaying ? player.resume() : player.pause()
            return true
        }
        guard let delegated, delegated.isPlayable else { return false }
        delegated.setPlaying(isPlaying)
        return true
    }

    /// Skips to a time for a command; calls `reply` when the app has completed the skip, or has not in time.
    func skip(to time: Duration, _ reply: @escaping (CommandFailure?) -> Void) {
        guard let delegated, delegated.isSkippable else {
            return reply(.failed("can't seek in \(identifier): its app offers no seekable time range"))
        }
        let identifier = identifier
        delegated.skip(by: time - delegated.position) { isDone in
            reply(isDone ? nil : .failed("the app of \(identifier) didn't complete the skip in time"))
        }
    }

    /// Hands playback to a controller's delegate.
    func delegatePlayback(
        to delegate: (any PictureInPictureSampleBufferPlaybackDelegate)?, of controller: PictureInPictureController
    ) {
        let player = player
        let delegated = DelegatedPlayback(
            controller, delegate, time: { player.position },
            renderSize: { [weak self] in self?.scene.floating?.picture.bufferSize },
            schedule: { [weak self] in self?.schedule(after: $0, $1) ?? {} })
        self.delegated = delegated
        scene.overlay.isWatched = true
        var wasPaused = delegated.isPaused
        delegated.onChange = { [weak self, weak delegated] in
            guard let self, let delegated else { return }
            self.scene.refreshControls()
            self.continueScrubbing()
            guard delegated.isPaused != wasPaused else { return }
            wasPaused = delegated.isPaused
            self.pauseChanged()
        }
    }

    func endDelegation() {
        delegated?.finish()
        delegated = nil
        scene.overlay.isWatched = false
        scene.refreshControls()
    }
}
