import Logging
import OrielGeometry
import OrielPictureInPicture
import OrielPlatform
import OrielPlayback
import OrielPlayer
import OrielSceneHandoff
import OrielText
import OrielTransport
import OrielWindows

/// Commands from other processes.
extension PlayerView {
    /// Performs a command from another process; calls `reply` when its effect is complete.
    func perform(_ command: PlayerCommand, reply: @escaping (CommandFailure?) -> Void) {
        noteUserAction()
        switch command {
        case .toggle: toggle(reply)
        case .pause: setPaused(true); reply(nil)
        case .resume: setPaused(false); reply(nil)
        case .playPause: playPause(); reply(nil)
        case .seek(.to(let time)): seek(to: time, reply)
        case .seek(.by(let distance)): seek(to: shownPosition + distance, reply)
        case .seek(.live): if let failure = seekLive(reply) { reply(failure) }
        case .restore: stop(reply) { $0.returnFromPictureInPicture() }
        case .close: stop(reply) { _ in closeByUser() }
        case .move, .moveTo, .moveToOutput, .resize, .stash, .unstash, .lock, .unlock, .focus:
            changeOverlay(command, reply)
        case .quit:
            reply(nil)
            close()
        case .volume(.to(let volume)): setVolume(volume); reply(nil)
        case .volume(.by(let step)): setVolume(player.volume + step); reply(nil)
        case .mute: toggleMute(); reply(nil)
        case .chapter(let choice): if let failure = goToChapter(choice, reply) { reply(failure) }
        case .next: if let failure = goToItem(.next, reply) { reply(failure) }
        case .previous: if let failure = goToItem(.previous, reply) { reply(failure) }
        case .add(let media): add(media, reply)
        case .screenshot(let path): saveScreenshot(to: path, reply)
        case .track(.subtitle, let choice): reply(selectSubtitles(choice))
        case .track(.audio, let choice): reply(selectAudio(choice))
        case .track(.video, let choice): reply(selectVideo(choice))
        }
    }

    /// Seeks to a chapter; calls `reply` once its frame is there.
    /// - Returns: the failure; nil if the seek began.
    func goToChapter(
        _ choice: PlayerCommand.ChapterChoice, _ reply: @escaping (CommandFailure?) -> Void
    ) -> CommandFailure? {
        let (chapters, position) = (player.chapters, player.position)
        let starts = chapters.map(\.start)
        guard !chapters.isEmpty else { return .failed("\(identifier) has no chapters") }
        let index: Int?
        switch choice {
        case .next: index = ChapterChoice.next(of: starts, at: position)
        case .previous: index = ChapterChoice.previous(of: starts, at: position) ?? 0
        case .number(let number):
            guard starts.indices.contains(number - 1) else {
                return .failed("\(identifier) has no chapter \(number), but 1 to \(starts.count)")
            }
            index = number - 1
        }
        guard let index else { return .failed("\(identifier) is in its last chapter") }
        seek(to: starts[index], reply)
        sayChapter(index)
        return nil
    }

    /// Goes to another item of the playlist; calls `reply` once its first frame is there.
    /// - Returns: the failure; nil if the change began.
    func goToItem(
        _ direction: QueueSource.Direction, _ reply: @escaping (CommandFailure?) -> Void
    ) -> CommandFailure? {
        guard player.hasItem(direction) else {
            guard player.items.count > 1 else { return .failed("\(identifier) plays no list; `oriel add` makes one") }
            return .failed("\(identifier) is at the \(direction == .next ? "end" : "beginning") of its list")
        }
        state.commands.wait(for: .sought, reply)
        direction == .next ? player.advanceToNextItem() : player.returnToPreviousItem()
        return nil
    }

    /// Appends a medium, or the contents of a playlist or a folder, to the playlist. Calls `reply` once the items are
    /// in the list.
    func add(_ media: String, _ reply: @escaping (CommandFailure?) -> Void) {
        application.lists.read([media], allowsNetwork: player.itemOptions.allowsNetwork) {
            [weak self, identifier] found in
            guard let self, !isClosed else { return reply(.ended(identifier)) }
            tell(found.problems, of: "add: ")
            guard let first = found.items.first else {
                return reply(.failed(found.problems.first.map { "\($0)" } ?? "\(media): is empty"))
            }
            player.insert(found.items, after: nil)
            let count = found.items.count
            let name = PathText.shown(
                first.location.description.split(separator: "/").last.map(String.init) ?? first.media)
            scene.say(Message(count == 1 ? "Added: \(name)" : "Added: \(count) items"), for: .seconds(2))
            reply(nil)
        }
    }

    /// Logs why media were left out: the first few problems, and the number of the others.
    func tell(_ problems: [MediaError], of origin: String = "") {
        for problem in problems.prefix(Self.problemsTold) { scene.log.warning("\(origin)\(problem)") }
        let more = problems.count - Self.problemsTold
        if more > 0 { scene.log.warning("\(origin)\(more) more were left out") }
    }

    private static let problemsTold = 10

    /// - Returns: the failure; nil for success.
    private func selectSubtitles(_ choice: PlayerCommand.TrackChoice) -> CommandFailure? {
        let failure = select(
            choice, of: player.subtitleTracks.count, "subtitles", { player.selectedSubtitleTrack = $0 },
            next: player.selectNextSubtitleTrack)
        if failure == nil { saySubtitles() }
        return failure
    }

    /// - Returns: the failure; nil for success.
    private func selectAudio(_ choice: PlayerCommand.TrackChoice) -> CommandFailure? {
        if choice == .off, player.isSoundOnly { return .failed("\(identifier) is nothing but its sound; mute it") }
        let failure = select(
            choice, of: player.audioTracks.count, "sound", { player.selectedAudioTrack = $0 },
            next: player.selectNextAudioTrack)
        if failure == nil { sayAudioTrack() }
        return failure
    }

    /// - Returns: the failure; nil for success.
    func selectVideo(_ choice: PlayerCommand.TrackChoice) -> CommandFailure? {
        if choice == .off { return .failed("\(identifier) can't be without its picture") }
        guard player.videoTracks.count < 2 || player.source.state.isSeekable else {
            return .failed("\(identifier) comes as a stream: its picture can't be changed")
        }
        let failure = select(
            choice, of: player.videoTracks.count, "video", { player.selectedVideoTrack = $0 },
            next: player.selectNextVideoTrack)
        if failure == nil { sayVideoTrack() }
        return failure
    }

    private func select(
        _ choice: PlayerCommand.TrackChoice, of count: Int, _ kind: String, _ select: (Int?) -> Void, next: () -> Void
    ) -> CommandFailure? {
        switch choice {
        case .off: select(nil)
        case _ where count == 0: return .failed("\(identifier) has no \(kind)")
        case .next: next()
        case .number(let number):
            guard number <= count else {
                return .failed("\(identifier) has no \(kind) \(number), but \(count == 1 ? "1" : "1 to \(count)")")
            }
            select(number - 1)
        }
        return nil
    }

    /// Starts Picture in Picture, or ends it.
    func toggle(_ reply: @escaping (CommandFailure?) -> Void = { _ in }) {
        guard let controller else { return reply(.refused(.notSupported)) }
        switch controller.transitionState {
        case .idle:
            state.commands.requestTime = MonotonicClock.now
            state.commands.wait(for: .started, reply)
            controller.startPictureInPicture()
        case .active: stop(reply) { $0.stopPictureInPicture() }
        case .requesting, .starting, .restoring, .stopping: reply(.refused(.transitionInProgress))
        }
    }

    private func stop(
        _ reply: @escaping (CommandFailure?) -> Void, _ body: (PictureInPictureController) -> Void
    ) {
        guard let controller, controller.isPictureInPictureActive else { return reply(.noneInPictureInPicture) }
        state.commands.requestTime = MonotonicClock.now
        state.commands.wait(for: .stopped, reply)
        body(controller)
    }

    private func seek(to time: Duration, _ reply: @escaping (CommandFailure?) -> Void) {
        guard !requiresLinearPlayback else {
            return reply(.failed("\(identifier) cannot be sought in: it is played linearly"))
        }
        guard !isAppTimed else { return skip(to: time, reply) }
        let source = player.source.state
        guard source.isSeekable || source.phase == .opening else {
            return reply(.failed("\(identifier) cannot be sought in: it comes as a stream"))
        }
        state.commands.wait(for: .sought, reply)
        player.seek(to: destination(of: time))
        sayPosition()
    }

    /// Seeks to the live edge; calls `reply` once its frame is there.
    /// - Returns: the failure; nil if the seek began.
    func seekLive(_ reply: @escaping (CommandFailure?) -> Void) -> CommandFailure? {
        guard !requiresLinearPlayback else {
            return .failed("\(identifier) cannot be sought in: it is played linearly")
        }
        guard !isAppTimed, player.hasLiveEdge else {
            return .failed("\(identifier) has no live edge: it doesn't come live, or can't be opened anew")
        }
        state.commands.wait(for: .sought, reply)
        player.seekToLiveEdge()
        scene.say(Message("Live"))
        return nil
    }

    /// Completes the commands that wait for a seek: its frame is decoded, presented or not.
    func completeSeeks() { finish(.sought, nil) }

    /// Calls the replies of the commands that a callback completes.
    func complete(_ callback: PictureInPictureSession.Callback) {
        switch callback {
        case .didStart: finish(.started, nil)
        case .failedToStart(let error): finish(.started, .refused(error))
        case .didStop(.restoreRejected): finish(.stopped, .refused(.restoreRejected))
        case .didStop(.restoreTimedOut): finish(.stopped, .refused(.restoreTimedOut))
        case .didStop: finish(.stopped, nil)
        case .cancelRestore: finish(.stopped, .refused(.cancelled))
        default: break
        }
    }

    private func finish(_ goal: CommandGoal, _ failure: CommandFailure?) {
        for reply in state.commands.take(goal) { reply(failure) }
    }
}
