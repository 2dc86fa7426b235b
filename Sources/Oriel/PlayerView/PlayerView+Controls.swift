package import OrielControls
import OrielPlayer
import OrielSceneHandoff
import OrielTransport
import OrielWindows

/// The state and the actions of the controls over the video. An action whose effect the controls show has no message.
extension PlayerView {
    /// Largest number of chapters and of interstitials on a bar; more can't be distinguished.
    private static let mostChapters = 400

    package func controlsState(_ form: ControlsForm) -> ControlsState {
        let source = player.source.state
        var controls = ControlsState(form)
        controls.title = scene.title
        controls.isPaused = isPaused
        controls.position = state.navigation.wanted ?? shownPosition
        controls.speed = player.speed
        controls.duration = shownDuration
        controls.bufferedUntil = source.bufferedUntil
        controls.isLive = playback.isAppTimed ? playback.delegated?.range == .live : source.isLive
        controls.isSeekable = source.isSeekable || playback.isAppTimed
        controls.isLinear = playback.isLinear
        controls.isPlayable = !playback.isAppTimed || playback.delegated?.isPlayable == true
        if player.isEmpty { controls.isPlayable = false }
        if form == .pictureInPicture {
            let wanted = scene.options.pictureInPicture.controls
            controls.hidden = wanted.hidden
            if !wanted.contains(.playPause) { controls.isPlayable = false }
        }
        // The app's window is full screen by the app's own means.
        if form == .window, scene.windowScene.inline != nil { controls.hidden = [.fullScreen] }
        controls.volume = player.source.description.audio == nil ? nil : player.volumePercent
        controls.isMuted = player.isMuted
        controls.isBuffering = player.isBuffering
        controls.isSeeking = playback.isSeeking
        controls.chapters = player.chapters.prefix(Self.mostChapters).map { .init(start: $0.start, title: $0.title) }
        controls.interstitials = Array(player.interstitialTimeRanges.prefix(Self.mostChapters))
        controls.hasAudioTracks = player.audioTracks.count > 1
        controls.hasSubtitles = !player.subtitleTracks.isEmpty
        controls.thumbnailShape = player.source.file == nil ? nil : scene.overlay.aspectRatio
        controls.canStartPictureInPicture = controller != nil && controllerHost.isSupported && !player.isEmpty
        // A broker of an earlier version only tells whether the slot is free, so the view decides.
        let hasOther = form == .pictureInPicture ? hasSiblings : session.isOtherInPictureInPicture
        controls.canSwap = controllerHost.isSupported && session.isOfferedSwap ?? hasOther
        return controls
    }

    /// Acts on a scrub, on the volume's slider, and on the overlay's buttons.
    func performByHand(_ intent: ControlsIntent, _ origin: SurfaceInput.Origin) {
        noteUserAction()
        switch intent {
        case .beginScrubbing(let time):
            state.navigation.beginScrubbing(from: player.position, in: player.currentItem)
            scrub(to: time)
        // The item has changed during the scrub, which is ignored from then on.
        case .scrub where !state.navigation.isScrubbing, .endScrubbing where !state.navigation.isScrubbing: break
        case .scrub(let time): scrub(to: time)
        case .endScrubbing(let time):
            scrub(to: playback.isAppTimed ? time : destination(of: time, from: state.navigation.origin))
            state.navigation.endScrubbing()
        case .setVolume(let volume):
            player.isMuted = false
            player.volumePercent = volume
        case .stopPictureInPicture: controllerHost.returnByUser(origin)
        case .close: controllerHost.closeByUser()
        case .playPause, .seek, .toggleMute, .nextAudioTrack, .nextSubtitles, .startPictureInPicture, .toggleFullScreen,
            .swap:
            break
        }
    }

    /// Changes the volume by the steps of a wheel over the window.
    package func scroll(_ steps: Int) { setVolume(player.volumePercent - 5 * steps, RequestContext()) }

    // MARK: Scrubbing

    /// Notes that a scrub or a held seek key begins or ends. At an end, the seek that it caused is made before playback
    /// resumes.
    package func handMoved(isDown: Bool) {
        state.navigation.handMoved(isDown: isDown)
        if isDown { return player.hold(true) }
        _ = schedule(after: .zero) { [weak self] in self?.letGo(isAsked: true) }
    }

    /// Lets playback go on behind the seek that a hand has caused.
    func letGo(isAsked: Bool = false) { if state.navigation.letsGo(isAsked: isAsked) { player.hold(false) } }

    private func scrub(to time: Duration) {
        state.navigation.scrub(to: time)
        continueScrubbing()
    }

    /// Seeks to the latest position of the scrub, once the frame of the one before is there.
    func continueScrubbing() {
        guard let time = state.navigation.nextSeek(isSeeking: playback.isSeeking, in: player.currentItem) else {
            return letGo()
        }
        if let delegated = playback.delegated {
            return delegated.skip(by: time - delegated.position) { [weak self] isDone in
                guard let self, !isDone else { return }
                state.navigation.giveUpSeek()
                letGo()
            }
        }
        player.seek(to: time)
        // A source that refuses brings no frame.
        guard !playback.isSeeking else { return }
        state.navigation.giveUpSeek()
        letGo()
    }
}
