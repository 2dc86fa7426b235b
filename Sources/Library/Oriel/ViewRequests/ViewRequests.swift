import OrielControls
import OrielDecode
import OrielPlayer
import OrielSceneHandoff
import OrielTexts
import OrielWindows

/// The requests of a view's user, the one place where they are carried out, and what they leave to be done.
@MainActor
final class ViewRequests {
    /// The view; another one when it succeeds the first.
    unowned var host: any ViewRequestsHost
    /// The user's navigation in the medium.
    var navigation = Navigation()
    /// The question that the desktop's file dialogue asks, while it is open.
    var opening: FileOpening?

    init(_ host: any ViewRequestsHost) { self.host = host }

    var application: Application { host.application }
    var scene: PlayerScene { host.scene }
    var player: Player { host.scene.player }
    var session: SessionPlayer { host.session }
    var playback: ViewPlayback { host.playback }
    var controllerHost: ControllerHost { host.controllerHost }
    var display: OnScreenDisplay { host.display }
    var identifier: PlayerIdentifier { session.identifier }

    func perform(_ intent: ControlsIntent, _ origin: SurfaceInput.Origin) {
        guard let (request, isAnnounced) = intent.request else { return performByHand(intent, origin) }
        perform(request, RequestContext(announces: isAnnounced, origin: origin))
    }

    /// Carries out a request.
    func perform(_ request: PlaybackRequest, _ context: RequestContext) {
        controllerHost.noteUserAction()
        display.hand = context.origin?.place
        defer { display.hand = nil }
        switch request {
        case .command(let command): perform(command, context)
        case .step(let isForward): step(context) { isForward ? $0.stepForward() : $0.stepBackward() }
        case .speed(let speed): setSpeed(speed, context)
        case .multiplySpeed(let factor): setSpeed(player.speed * factor, context)
        case .showPosition: succeed(context) { display.sayPosition() }
        case .repeatPart: repeatPart(context)
        case .item(let index): goToItem(.index(index), context)
        case .open: askForFiles(); succeed(context)
        case .openFolder: askForFiles(isFolder: true); succeed(context)
        case .paste: paste(context); succeed(context)
        case .delaySound(let step):
            player.audioDelay += step
            succeed(context) { display.sayAudioDelay() }
        case .list(let change): changeList(change, context)
        case .loop(let item, let list):
            (player.repeatsItem, player.loopsItems) = (item, list)
            succeed(context)
        case .shuffle(let isShuffled):
            player.shufflesItems = isShuffled
            succeed(context)
        case .delaySubtitles(let step):
            player.subtitleDelay += step
            succeed(context) { display.saySubtitleDelay() }
        case .scaleSubtitles(let factor):
            player.subtitleScale *= factor
            succeed(context) { display.saySubtitleScale() }
        case .moveSubtitles(let step):
            player.subtitlePosition += step
            succeed(context) { display.saySubtitlePosition() }
        case .nextGravity: changeForm(context) { $0.gravity = VideoGravity.allCases.next(after: $0.gravity) }
        case .nextAspectRatio:
            changeForm(context) { $0.aspectRatio = PictureForm.aspects.next(after: $0.aspectRatio) }
        case .rotate: changeForm(context) { $0.rotation = SampleBuffer.Rotation.allCases.next(after: $0.rotation) }
        case .pictureForm(let form): changeForm(context) { $0 = form }
        case .chooseCrop:
            guard host.chooseCrop() else {
                return fail(context, .failed(localized("A part of the video is chosen in its window")))
            }
            succeed(context)
        case .toggleBlackBars: change(player.pictureForm.crop == .blackBars ? .off : .blackBars, context)
        case .zoom(let change, let surface): zoom(change, on: surface, context)
        case .toggleDeinterlacing:
            player.deinterlaces.toggle()
            succeed(context) { display.sayDeinterlacing() }
        case .toggleStatistics: display.toggleStatistics(); succeed(context)
        case .toggleFullScreen:
            scene.window.map { $0.setFullscreen(!$0.isFullscreen) }
            succeed(context)
        case .leaveFullScreen: leaveFullScreen(); succeed(context)
        case .swap: swap(context.origin); succeed(context)
        case .menu(let page): scene.openMenu(page, context.origin); succeed(context)
        case .toggleLock: toggleLock(); succeed(context)
        case .toggleStash: toggleStash(); succeed(context)
        case .opacity(let opacity): setOpacity(opacity); succeed(context)
        }
    }

    private func perform(_ command: PlayerCommand, _ context: RequestContext) {
        let reply: PendingCommands.Reply = { context.reply?($0) }
        switch command {
        case .resume: setPaused(false, context)
        case .pause: setPaused(true, context)
        case .playPause: setPaused(!playback.isPaused, context)
        case .seek(let target): seek(target, context)
        case .chapter(let choice): goToChapter(choice, context)
        case .next: goToItem(.next, context)
        case .previous: goToItem(.previous, context)
        case .add(let media): add(media, context)
        case .volume(.to(let volume)): setVolume(volume, context)
        case .volume(.by(let step)): setVolume(player.volumePercent + step, context)
        case .mute: setMuted(!player.isMuted, context)
        case .track(let kind, let choice): select(kind, choice, context)
        case .crop(let crop): change(crop, context)
        case .zoom(.to(let percent)): zoom(.to(Double(percent) / 100), on: nil, context)
        case .zoom(.by(let steps)): zoom(.by(steps: Double(steps), around: .center), on: nil, context)
        case .hardwareDecoding(let wish):
            player.hardwareDecoding = HardwareDecoding(rawValue: wish.rawValue) ?? .auto
            succeed(context) { display.sayHardwareDecoding() }
        case .screenshot(let path): saveScreenshot(to: path, reply)
        case .toggle: toggle(reply)
        case .restore: stop(reply) { $0.returnFromPictureInPicture() }
        case .close: stop(reply) { _ in controllerHost.closeByUser() }
        case .stash, .unstash, .lock, .unlock, .focus, .peek, .move, .moveTo, .moveToOutput, .resize:
            changeOverlay(command, context)
        case .quit:
            succeed(context)
            host.close()
        }
    }

    /// Reports that a request is complete.
    /// - Parameter announce: Shows the effect on the picture.
    func succeed(_ context: RequestContext, _ announce: () -> Void = {}) {
        if context.announces { announce() }
        context.reply?(nil)
    }

    /// Reports a failure: to the command, and on the picture, since a command may come from a key of the desktop.
    /// - Parameter line: The message on the picture; nil for the failure's own text.
    func fail(_ context: RequestContext, _ failure: CommandFailure, saying line: String? = nil) {
        if context.announces { display.sayFailure(line ?? "\(failure)") }
        context.reply?(failure)
    }

    /// Closes the desktop's file dialogue, if it is open.
    func closeDialogue() {
        opening?.finish()
        opening = nil
    }
}
