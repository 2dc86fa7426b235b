import OrielControls
import OrielPlayer
import OrielSceneHandoff
import OrielWindows

/// Actions of a hand on the controls, the progress bar and the wheel, which are no requests.
extension ViewRequests {
    /// Acts on a scrub, on the volume's slider, and on the overlay's buttons.
    func performByHand(_ intent: ControlsIntent, _ origin: SurfaceInput.Origin) {
        controllerHost.noteUserAction()
        switch intent {
        case .beginScrubbing(let time):
            navigation.beginScrubbing(from: player.position, in: player.currentItem)
            scrub(to: time)
        // The item has changed during the scrub, which is ignored from then on.
        case .scrub where !navigation.isScrubbing, .endScrubbing where !navigation.isScrubbing: break
        case .scrub(let time): scrub(to: time)
        case .endScrubbing(let time):
            scrub(to: playback.isAppTimed ? time : destination(of: time, from: navigation.origin))
            navigation.endScrubbing()
        case .setVolume(let volume):
            player.isMuted = false
            player.volumePercent = volume
        case .press(.stopPictureInPicture): controllerHost.returnByUser(origin)
        case .press(.close): controllerHost.closeByUser()
        case .press, .seek: break
        }
    }

    /// Changes the volume by the steps of a wheel over the window.
    func scroll(_ steps: Int, _ origin: SurfaceInput.Origin?) {
        perform(.command(.volume(.by(-5 * steps))), RequestContext(origin: origin))
    }

    // MARK: Scrubbing

    /// Notes that a scrub or a held seek key begins or ends. At an end, the seek that it caused is made before playback
    /// resumes.
    func handMoved(isDown: Bool) {
        navigation.handMoved(isDown: isDown)
        if isDown { return player.hold(true) }
        _ = controllerHost.schedule(after: .zero) { [weak self] in self?.letGo(isAsked: true) }
    }

    /// Lets playback go on behind the seek that a hand has caused.
    func letGo(isAsked: Bool = false) { if navigation.letsGo(isAsked: isAsked) { player.hold(false) } }

    private func scrub(to time: Duration) {
        navigation.scrub(to: time)
        continueScrubbing()
    }

    /// Seeks to the latest position of the scrub, once the frame of the one before is there.
    func continueScrubbing() {
        guard let time = navigation.nextSeek(isSeeking: playback.isSeeking, in: player.currentItem) else {
            return letGo()
        }
        if let delegated = playback.delegated {
            return delegated.skip(by: time - delegated.position) { [weak self] isDone in
                guard let self, !isDone else { return }
                navigation.giveUpSeek()
                letGo()
            }
        }
        player.seek(to: time)
        // A source that refuses brings no frame.
        guard !playback.isSeeking else { return }
        navigation.giveUpSeek()
        letGo()
    }
}
