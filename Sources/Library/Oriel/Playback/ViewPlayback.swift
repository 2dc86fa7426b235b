import OrielPlatform
import OrielPlayer
import OrielSurfaces
import OrielTransport
import OrielWindows

/// Playback of a view's medium, by the player or by the delegate of an app that makes the frames, and its pauses in the
/// background, in the machine's sleep and without a compositor.
@MainActor
final class ViewPlayback {
    /// The view; another one when it succeeds the first.
    unowned var host: any ViewPlaybackHost
    /// Playback by the app's delegate, if the app makes the frames and a controller has such a delegate.
    private(set) var delegated: DelegatedPlayback?
    /// Whether the controller requires linear playback; the view may too.
    private var isLinearByController = false
    private var background = BackgroundPlayback()
    /// The pause while the machine sleeps.
    private var sleep = BackgroundPlayback()
    /// The pause without a connection to the compositor.
    private var loss = BackgroundPlayback()

    init(_ host: any ViewPlaybackHost) { self.host = host }

    private var player: Player { host.scene.player }

    // MARK: State

    /// Whether the app's timebase sets the time; then only the app's delegate can play, pause and skip.
    var isAppTimed: Bool { player.source.state.timebase != nil }

    var isPaused: Bool { delegated?.isPaused ?? player.isPaused }

    var position: Duration { delegated?.position ?? player.position }

    var duration: Duration? { delegated.map(\.range.length) ?? player.duration }

    /// Whether a seek or a skip is not complete.
    var isSeeking: Bool { delegated?.isSkipping ?? player.isSeeking }

    /// Whether skipping and seeking are refused now.
    var refusesSeeking: Bool { isLinearByController || host.scene.options.requiresLinearPlayback }

    /// Whether skipping and seeking are refused, or have no effect.
    var isLinear: Bool { refusesSeeking || (isAppTimed && delegated?.isSkippable != true) }

    // MARK: Actions

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

    /// Plays or pauses as the user wants, who decides about the background and sleep too.
    /// - Returns: false as `setPlaying`.
    func setPlayingByUser(_ isPlaying: Bool) -> Bool {
        background.noteUserChoice()
        sleep.noteUserChoice()
        return setPlaying(isPlaying)
    }

    func setRequiresLinearPlayback(_ isRequired: Bool) {
        isLinearByController = isRequired
        host.scene.refreshControls()
        host.application.mediaControls?.noteChange()
    }

    // MARK: The app's delegate

    /// Hands playback to a controller's delegate.
    func delegate(
        to delegate: (any PictureInPictureSampleBufferPlaybackDelegate)?, of controller: PictureInPictureController
    ) {
        let delegated = DelegatedPlayback(
            controller, delegate, time: { [player] in player.position },
            renderSize: { [weak self] in self?.host.scene.floating?.picture.bufferSize },
            schedule: { [loop = host.application.loop] delay, body in
                let token = loop.after(delay, body)
                return { loop.remove(token) }
            })
        self.delegated = delegated
        host.scene.overlay.isWatched = true
        var wasPaused = delegated.isPaused
        delegated.onChange = { [weak self, weak delegated] in
            guard let self, let delegated else { return }
            self.host.scene.refreshControls()
            self.host.delegateAnswered()
            guard delegated.isPaused != wasPaused else { return }
            wasPaused = delegated.isPaused
            self.host.pauseChanged()
        }
    }

    func endDelegation() {
        delegated?.finish()
        delegated = nil
        host.scene.overlay.isWatched = false
        host.scene.refreshControls()
    }

    // MARK: Pauses

    /// Pauses before the machine sleeps. Resumes after that, but not behind a locked screen, and not what the user had
    /// paused.
    func followSleep() {
        let desktop = host.application.desktop
        let isAway = desktop.services.isAsleep || (sleep.isInBackground && desktop.session.isHidden)
        perform(sleep.follow(isInBackground: isAway, isPaused: isPaused, pauses: true))
    }

    /// Pauses or resumes after a change of visibility.
    /// - Parameter pauses: whether playback pauses in the background.
    func follow(isInBackground: Bool, pauses: Bool) {
        perform(background.follow(isInBackground: isInBackground, isPaused: isPaused, pauses: pauses))
    }

    /// Pauses when the connection to the compositor is lost, and resumes once it is back.
    func follow(isLost: Bool) { perform(loss.follow(isInBackground: isLost, isPaused: isPaused, pauses: true)) }

    private func perform(_ decision: BackgroundPlayback.Decision?) {
        switch decision {
        case .pause: setPlaying(false)
        case .resume: setPlaying(true)
        case nil: break
        }
    }
}
