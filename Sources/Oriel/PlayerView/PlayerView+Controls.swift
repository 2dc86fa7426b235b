import OrielControls
import OrielPlayer
import OrielTransport
import OrielWindows

/// What the controls on the picture show and do. What they show themselves isn't said as a message.
extension PlayerView {
    /// More than can be told apart on a bar.
    private static let mostChapters = 400

    func controlsState(_ form: ControlsForm) -> ControlsState {
        let source = player.source.state
        var state = ControlsState(form)
        state.title = scene.title
        state.isPaused = isPaused
        state.position = scrubbing.wanted ?? shownPosition
        state.speed = player.speed
        state.duration = shownDuration
        state.bufferedUntil = source.bufferedUntil
        state.isLive = isAppTimed ? delegated?.range == .live : source.isLive
        state.isSeekable = source.isSeekable || isAppTimed
        state.isLinear = isLinear
        state.isPlayable = !isAppTimed || delegated?.isPlayable == true
        if player.isEmpty { state.isPlayable = false }
        state.volume = player.source.description.audio == nil ? nil : player.volume
        state.isMuted = player.isMuted
        state.isBuffering = player.isBuffering
        state.isSeeking = isSeeking
        state.chapters = player.chapters.prefix(Self.mostChapters).map { .init(start: $0.start, title: $0.title) }
        state.interstitials = Array(player.interstitialTimeRanges.prefix(Self.mostChapters))
        state.hasAudioTracks = player.audioTracks.count > 1
        state.hasSubtitles = !player.subtitleTracks.isEmpty
        state.thumbnailShape = player.source.file == nil ? nil : scene.aspectRatio
        state.canStartPictureInPicture = controller != nil && isSupported && !player.isEmpty
        // A broker of an earlier program knows only of the slot.
        let hasOther = form == .pictureInPicture ? scene.hasSiblings() : isOtherInPictureInPicture
        state.canSwap = isSupported && standing.isOfferedSwap ?? hasOther
        return state
    }

    func perform(_ intent: ControlsIntent, _ origin: SurfaceInput.Origin) {
        noteUserAction()
        switch intent {
        case .playPause: setPlaying(isPaused)
        case .seek(let distance): skip(by: distance)
        case .beginScrubbing(let time):
            scrubOrigin = player.position
            scrub(to: time)
        // Another item came under the hand.
        case .scrub where scrubOrigin == nil, .endScrubbing where scrubOrigin == nil: break
        case .scrub(let time): scrub(to: time)
        case .endScrubbing(let time):
            scrub(to: isAppTimed ? time : destination(of: time, from: scrubOrigin))
            scrubOrigin = nil
        case .setVolume(let volume):
            player.isMuted = false
            player.volume = volume
        case .toggleMute: player.isMuted.toggle()
        case .nextAudioTrack: perform(PlayerAction.nextAudio, origin)
        case .nextSubtitles: perform(PlayerAction.nextSubtitles, origin)
        case .startPictureInPicture: toggle()
        case .stopPictureInPicture: returnByUser(origin)
        case .toggleFullScreen: perform(.toggleFullscreen, origin)
        case .swap: swap(origin)
        case .close: closeByUser()
        }
    }

    /// The wheel on a window.
    func scroll(_ steps: Int) { setVolume(player.volume - 5 * steps) }

    // MARK: Scrubbing

    /// A hand on the bar asks for more positions than can be decoded: the next one is sought when the last has come.
    struct Scrubbing {
        /// Where the hand is, or was when it let go; nil once the picture is there.
        var wanted: Duration?
        /// What was sought last.
        var sought: Duration?
    }

    /// A hand came to a bar or holds a key that seeks, or let go. What its letting go meant is done first.
    func handMoved(isDown: Bool) {
        hands += isDown ? 1 : -1
        if isDown { return player.hold(true) }
        _ = schedule(after: .zero) { [weak self] in
            guard let self, self.hands <= 0 else { return }
            self.player.hold(false)
        }
    }

    private func scrub(to time: Duration) {
        scrubbing.wanted = time
        continueScrubbing()
    }

    /// The picture of a position came.
    func continueScrubbing() {
        guard let wanted = scrubbing.wanted, !isSeeking else { return }
        guard wanted != scrubbing.sought else { return scrubbing = Scrubbing() }
        scrubbing.sought = wanted
        if let delegated {
            return delegated.skip(by: wanted - delegated.position) { [weak self] isDone in
                if !isDone { self?.scrubbing = Scrubbing() }
            }
        }
        player.seek(to: wanted)
        // A source that refuses brings no picture.
        if !isSeeking { scrubbing = Scrubbing() }
    }
}
