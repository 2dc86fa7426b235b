import Logging
import OrielMedia
import OrielPlatform
import OrielPlayer
import OrielSceneHandoff
import OrielSurfaces
import OrielText
import OrielTransport
import OrielWayland
package import OrielWindows

/// Actions of the view's user: keys and the pointer.
extension PlayerView {
    package func perform(_ action: PlayerAction, _ origin: SurfaceInput.Origin) {
        noteUserAction()
        switch action {
        case .playPause: playPause()
        case .seekBackward: seek(by: .seconds(-5))
        case .seekForward: seek(by: .seconds(5))
        case .seekFarBackward: seek(by: .seconds(-60))
        case .seekFarForward: seek(by: .seconds(60))
        case .seekLive: if let failure = seekLive({ _ in }) { sayFailure("\(failure)") }
        case .frameStep: step { $0.stepForward() }
        case .frameStepBack: step { $0.stepBackward() }
        case .slower: setSpeed(player.speed / 1.1)
        case .faster: setSpeed(player.speed * 1.1)
        case .normalSpeed: setSpeed(1)
        case .showPosition: sayPosition()
        case .volumeDown: setVolume(player.volume - 5)
        case .volumeUp: setVolume(player.volume + 5)
        case .mute: toggleMute()
        case .audioLater: setAudioDelay(player.audioDelay + .milliseconds(100))
        case .audioEarlier: setAudioDelay(player.audioDelay - .milliseconds(100))
        case .nextAudio: selectNextAudio()
        case .nextVideo: selectNextVideo()
        case .nextChapter: changeChapter(.next)
        case .previousChapter: changeChapter(.previous)
        case .nextItem: changeItem(.next)
        case .previousItem: changeItem(.previous)
        case .repeatPart: repeatPart()
        case .zoom: changeForm { $0.gravity = $0.gravity.next }
        case .aspect: changeForm { $0.aspectRatio = PictureForm.aspect(after: $0.aspectRatio) }
        case .rotate: changeForm { $0.rotation = $0.rotation.next }
        case .deinterlace: toggleDeinterlacing()
        case .statistics: toggleStatistics()
        case .screenshot: saveScreenshot(to: nil) { _ in }
        case .nextSubtitles: selectNextSubtitles()
        case .subtitlesLater: setSubtitleDelay(player.subtitleDelay + .milliseconds(100))
        case .subtitlesEarlier: setSubtitleDelay(player.subtitleDelay - .milliseconds(100))
        case .subtitlesLarger: setSubtitleScale(player.subtitleScale * 1.1)
        case .subtitlesSmaller: setSubtitleScale(player.subtitleScale / 1.1)
        case .subtitlesHigher: setSubtitlePosition(player.subtitlePosition - 2)
        case .subtitlesLower: setSubtitlePosition(player.subtitlePosition + 2)
        case .toggleFullscreen: scene.window.map { $0.setFullscreen(!$0.isFullscreen) }
        case .leaveFullscreen where scene.overlay.hasKeyboard: scene.overlay.setKeyboard(false)
        case .leaveFullscreen: if !escapeSwap() { scene.window?.setFullscreen(false) }
        case .togglePictureInPicture: toggle()
        case .swap: swap(origin)
        case .toggleLock: toggleLock()
        case .toggleStash: toggleStash()
        case .open: askForFiles()
        case .quit: close()
        }
    }

    /// Whether seeking is refused; if so, shows why.
    private func refuseSeeking() -> Bool {
        guard isLinear else { return false }
        sayFailure(isAppTimed ? "No seeking" : "No seeking: it is played to its end")
        return true
    }

    func playPause() { setPaused(!isPaused) }

    func setPaused(_ isPaused: Bool) {
        if setPlaying(!isPaused) { sayPaused(isPaused) }
    }

    private func seek(by distance: Duration) {
        guard !refuseSeeking() else { return }
        skip(by: distance)
        sayPosition()
    }

    private func step(_ body: (Player) -> Void) {
        guard !isAppTimed, !refuseSeeking() else { return }
        body(player)
        sayPosition()
    }

    private func setSpeed(_ speed: Double) {
        guard !isAppTimed else { return }
        player.setSpeed(speed)
        saySpeed()
    }

    func setVolume(_ volume: Int) {
        player.volume = volume
        sayVolume()
    }

    func toggleMute() {
        player.isMuted.toggle()
        sayVolume()
    }

    private func setAudioDelay(_ delay: Duration) {
        player.audioDelay = delay
        sayAudioDelay()
    }

    private func changeChapter(_ choice: PlayerCommand.ChapterChoice) {
        if let failure = goToChapter(choice, { _ in }) { sayFailure("\(failure)") }
    }

    private func changeItem(_ direction: QueueSource.Direction) {
        if let failure = goToItem(direction, { _ in }) { sayFailure("\(failure)") }
    }

    /// Repeats a part of the medium: the first press marks its start, the second its end, and the third stops the
    /// repetition.
    private func repeatPart() {
        guard !refuseSeeking() else { return }
        guard player.source.state.isSeekable else {
            return sayFailure("It comes as a stream: nothing of it can be repeated")
        }
        if player.repeatedRange != nil {
            player.repeatedRange = nil
            state.navigation.repeatStart = nil
        } else if let start = state.navigation.repeatStart {
            let end = player.position
            state.navigation.repeatStart = nil
            guard end != start else { return sayFailure("The part that is to be repeated has no length") }
            player.repeatedRange = min(start, end)..<max(start, end)
        } else {
            state.navigation.repeatStart = player.position
        }
        sayRepeat()
    }

    private func changeForm(_ change: (inout PictureForm) -> Void) {
        let before = player.pictureForm
        change(&player.pictureForm)
        sayForm(since: before)
    }

    private func toggleDeinterlacing() {
        player.deinterlaces.toggle()
        scene.say(Message(player.deinterlaces ? "Deinterlacing where it is needed" : "Deinterlacing off"))
    }

    private func selectNextAudio() {
        player.selectNextAudioTrack()
        sayAudioTrack()
    }

    private func selectNextVideo() {
        if let failure = selectVideo(.next) { sayFailure("\(failure)") }
    }

    func selectNextSubtitles() {
        player.selectNextSubtitleTrack()
        saySubtitles()
    }

    private func setSubtitleDelay(_ delay: Duration) {
        player.subtitleDelay = delay
        say("Subtitles", player.subtitleDelay)
    }

    private func setSubtitleScale(_ scale: Double) {
        player.subtitleScale = scale
        saySubtitleScale()
    }

    private func setSubtitlePosition(_ position: Double) {
        player.subtitlePosition = position
        saySubtitlePosition()
    }

    /// Requests a swap, with an activation token made from the key; the other window may raise itself with it.
    func swap(_ origin: SurfaceInput.Origin) {
        state.commands.requestTime = MonotonicClock.now
        let request: (String?) -> Void = { [weak self] token in
            self?.state.registration?.requestSwap(activationToken: token) { failure in
                guard let failure else { return }
                self?.scene.log.warning("swap: \(failure)")
                self?.sayFailure("No swap: \(failure)")
            }
        }
        let isAsked = application.desktop.globals.requestActivationToken(
            seat: origin.seat, serial: origin.serial, surface: scene.window?.picture.surface, appID: application.id,
            request)
        if !isAsked { request(nil) }
    }
}

extension PictureForm.Gravity {
    /// The next case; the first after the last.
    fileprivate var next: Self {
        switch self {
        case .fit: .fill
        case .fill: .stretch
        case .stretch: .fit
        }
    }
}

extension PictureForm {
    /// Aspect ratios that a key cycles through.
    private static let aspects: [Rational?] = [nil, Rational(16, 9), Rational(4, 3), Rational(47, 20), Rational(1, 1)]

    fileprivate static func aspect(after aspect: Rational?) -> Rational? {
        let index = aspects.firstIndex(of: aspect) ?? 0
        return aspects[(index + 1) % aspects.count]
    }
}

extension SampleBuffer.Rotation {
    fileprivate var next: Self { Self(rawValue: (rawValue + 90) % 360) ?? .none }
}
