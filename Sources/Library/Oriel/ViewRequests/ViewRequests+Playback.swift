import Logging
import OrielMedia
import OrielGeometry
import OrielPlayer
import OrielSceneHandoff
import OrielSurfaces
import OrielTexts
import OrielTransport
import OrielWayland
import OrielWindows

/// Requests about playback, sound and the picture.
extension ViewRequests {
    func setPaused(_ isPaused: Bool, _ context: RequestContext) {
        let isDone = playback.setPlayingByUser(!isPaused)
        succeed(context) { if isDone { display.sayPaused(isPaused) } }
    }

    private var isTimedByApp: CommandFailure {
        .failed(localized("the app of \(identifier) controls its playback time"))
    }

    /// Reports that seeking is refused, if it is.
    /// - Returns: whether it is refused.
    private func refuseSeeking(_ context: RequestContext) -> Bool {
        guard playback.isLinear else { return false }
        let line = playback.isAppTimed ? localized("Seeking is not possible") : localized("Seeking is disabled")
        fail(context, .failed(localized("can't seek in \(identifier): seeking is disabled")), saying: line)
        return true
    }

    func seek(_ target: PlayerCommand.Seek, _ context: RequestContext) {
        switch target {
        case .to(let time): seek(to: time, context)
        case .by(let distance): seek(to: playback.position + distance, context)
        case .live: seekLive(context)
        }
    }

    /// Failure of a seek in a stream; nil if the medium is seekable, or may be once it is open.
    var unseekable: CommandFailure? {
        let source = player.source.state
        guard !source.acceptsSeeks, source.phase != .opening else { return nil }
        return .failed(localized("can't seek in \(identifier): the stream isn't seekable"))
    }

    /// Seeks to a time, and replies once its frame is there.
    /// - Returns: false if the seek was refused, or is the app's own skip.
    @discardableResult
    func seek(to time: Duration, _ context: RequestContext) -> Bool {
        if playback.refusesSeeking, refuseSeeking(context) { return false }
        guard !playback.isAppTimed else {
            skip(to: time, context)
            return false
        }
        if let reply = context.reply {
            if let unseekable {
                fail(context, unseekable)
                return false
            }
            session.commands.wait(for: .sought, reply)
        }
        guard player.source.state.hasLiveWindow, context.announces else {
            player.seek(to: destination(of: time))
            if context.announces { display.sayPosition() }
            return true
        }
        // Only the playlist shows how far the server lets a seek go.
        player.seek(to: destination(of: time)) { [weak self] in if $0 { self?.display.sayPosition() } }
        return true
    }

    /// Returns the target of a skip, a scrub, a chapter or a command, as the app's closure decides. With a closure, it
    /// is limited to the medium's duration.
    func destination(of time: Duration, from origin: Duration? = nil) -> Duration {
        let end = player.duration ?? max(time, .zero)
        let wanted = min(max(time, .zero), end)
        guard let timeToSeek = host.timeToSeekAfterUserNavigated else { return time }
        return min(max(timeToSeek(origin ?? player.position, wanted), .zero), end)
    }

    /// Skips to a time; replies when the app has completed the skip, or has not in time.
    private func skip(to time: Duration, _ context: RequestContext) {
        if let reply = context.reply {
            guard let delegated = playback.delegated, delegated.isSkippable else {
                return reply(.failed(localized("can't seek in \(identifier): its app offers no seekable time range")))
            }
            return delegated.skip(by: time - delegated.position) { [identifier] isDone in
                reply(isDone ? nil : .failed(localized("the app of \(identifier) didn't complete the skip in time")))
            }
        }
        guard !refuseSeeking(context), let delegated = playback.delegated else { return }
        delegated.skip(by: time - delegated.position)
        if context.announces { display.sayPosition() }
    }

    private func seekLive(_ context: RequestContext) {
        guard !playback.refusesSeeking else {
            return fail(context, .failed(localized("can't seek in \(identifier): seeking is disabled")))
        }
        guard !playback.isAppTimed, player.hasLiveEdge else {
            return fail(
                context, .failed(localized("\(identifier) has no live edge: it isn't live, or can't be reopened")))
        }
        if let reply = context.reply { session.commands.wait(for: .sought, reply) }
        player.seekToLiveEdge()
        if context.announces { display.sayLive() }
    }

    func step(_ context: RequestContext, _ body: (Player) -> Void) {
        guard !playback.isAppTimed else { context.reply?(isTimedByApp); return }
        guard !refuseSeeking(context) else { return }
        body(player)
        succeed(context) { display.sayPosition() }
    }

    func setSpeed(_ speed: Double, _ context: RequestContext) {
        guard !playback.isAppTimed else { context.reply?(isTimedByApp); return }
        player.setSpeed(speed)
        succeed(context) { display.saySpeed() }
    }

    func setVolume(_ volume: Int, _ context: RequestContext) {
        player.volumePercent = volume
        succeed(context) { display.sayVolume() }
    }

    func setMuted(_ isMuted: Bool, _ context: RequestContext) {
        player.isMuted = isMuted
        succeed(context) { display.sayVolume() }
    }

    /// Marks the beginning of a part to repeat, or its end, or ends the repetition.
    func repeatPart(_ context: RequestContext) {
        guard !refuseSeeking(context) else { return }
        guard player.source.state.isSeekable else {
            return fail(context, .failed(localized("No repeat: the stream isn't seekable")))
        }
        if player.repeatedRange != nil {
            player.repeatedRange = nil
            navigation.repeatStart = nil
        } else if let start = navigation.repeatStart {
            let end = player.position
            navigation.repeatStart = nil
            guard end != start else {
                return fail(context, .failed(localized("The part to repeat is empty")))
            }
            player.repeatedRange = min(start, end)..<max(start, end)
        } else {
            navigation.repeatStart = player.position
        }
        succeed(context) { display.sayRepeat(from: navigation.repeatStart) }
    }

    func changeForm(_ context: RequestContext, _ change: (inout PictureForm) -> Void) {
        let before = player.pictureForm
        change(&player.pictureForm)
        succeed(context) { display.sayForm(since: before) }
    }

    func change(_ crop: PlayerCommand.Crop, _ context: RequestContext) {
        switch crop {
        case .off: changeForm(context) { $0.crop = .none }
        case .blackBars: changeForm(context) { $0.crop = .blackBars }
        case .pixels(let part):
            guard let whole = player.uprightSize else {
                return fail(context, .failed(localized("\(identifier) shows no picture yet")))
            }
            guard let part = UnitRect(part, of: whole).clamped else {
                return fail(
                    context, .failed(localized("The crop lies outside of the video of \(whole.width)x\(whole.height)")))
            }
            changeForm(context) { $0.crop = part == .whole ? .none : .part(part) }
        }
    }

    func zoom(_ change: ZoomChange, on surface: Size?, _ context: RequestContext) {
        guard let frame = player.currentFrame, let size = surface ?? scene.shownPicture?.size else {
            return fail(context, .failed(localized("\(identifier) shows no picture yet")))
        }
        if case .pan = change {
            // Seen by itself.
            player.pictureForm.change(change, of: ContentFit(frame), on: size)
            return succeed(context)
        }
        changeForm(context) { $0.change(change, of: ContentFit(frame), on: size) }
    }

    func leaveFullScreen() {
        if scene.overlay.hasKeyboard { return scene.overlay.setKeyboard(false) }
        if !controllerHost.escapeSwap() { scene.window?.setFullscreen(false) }
    }

    /// Requests a swap, with an activation token made from the key; the other window may raise itself with it.
    func swap(_ origin: SurfaceInput.Origin?) {
        session.noteRequest()
        let request: (String?) -> Void = { [weak self] token in
            self?.session.requestSwap(activationToken: token) { failure in
                guard let self, let failure, !self.host.isClosed else { return }
                self.scene.log.warning("swap: \(failure)")
                self.display.sayFailure(localized("No swap: \(failure)"))
            }
        }
        guard let origin,
            application.desktop.globals.requestActivationToken(
                seat: origin.seat, serial: origin.serial, surface: scene.window?.picture.surface,
                appID: application.id, request)
        else { return request(nil) }
    }
}

extension PictureForm {
    /// Aspect ratios that a key cycles through.
    package static let aspects: [Rational?] = [nil, Rational(16, 9), Rational(4, 3), Rational(47, 20), Rational(1, 1)]
}

extension Array where Element: Equatable {
    /// Returns the element after another one, the first after the last. One that isn't there counts as the first.
    package func next(after element: Element) -> Element { self[((firstIndex(of: element) ?? 0) + 1) % count] }
}
