import Logging
import OrielGeometry
import OrielLibav
import OrielPictureInPicture
import OrielPlatform
import OrielPlayer
import OrielSceneHandoff
import OrielText
import OrielTransport
import OrielWindows

/// Commands from other processes.
extension PlayerView {
    /// Replies once the chapter's frame is there.
    func goToChapter(_ choice: PlayerCommand.ChapterChoice, _ context: RequestContext) {
        let starts = player.chapters.map(\.start)
        do throws(CommandFailure) {
            let index = try choice.index(among: starts, at: player.position, of: identifier)
            if !playback.isAppTimed, let unseekable { throw unseekable }
            if seek(to: starts[index], context) { display.sayChapter(index) }
        } catch { fail(context, error) }
    }

    /// Goes to an item, which takes the present one's place when it has a frame, and replies then.
    func goToItem(_ direction: QueueSource.Direction, _ context: RequestContext) {
        guard player.hasItem(direction) else {
            guard player.items.count > 1 else {
                return fail(context, .failed("\(identifier) has no playlist; append media with `oriel add`"))
            }
            let end = direction == .next ? "end" : "beginning"
            return fail(context, .failed("\(identifier) is at the \(end) of its playlist"))
        }
        if let reply = context.reply { state.commands.wait(for: .item, reply) }
        player.goToItem(direction)
        // The way back to the present item has no frame to wait for.
        if player.awaitedItem == nil, !player.isSeeking { finish(.item, nil) }
        sayAwaitedItemLater()
    }

    /// Appends a medium, or the contents of a playlist or a folder, to the playlist. Calls `reply` once the items are
    /// in the list.
    func add(_ media: String, _ context: RequestContext) {
        application.lists.read([media], allowsNetwork: player.itemOptions.allowsNetwork) {
            [weak self, identifier] found in
            guard let self, !isClosed else { context.reply?(.ended(identifier)); return }
            tell(found.problems, of: "add: ")
            guard let first = found.items.first else {
                return fail(context, .failed(found.problems.first.map { "\($0)" } ?? "\(media): is empty"))
            }
            player.insert(found.items, after: nil)
            let count = found.items.count
            display.say(Message(count == 1 ? "Added: \(first.shortName)" : "Added: \(count) items"), for: .seconds(2))
            context.reply?(nil)
        }
    }

    /// Logs why media were skipped: the first few problems, and the number of the others.
    func tell(_ problems: [MediaError], of origin: String = "") {
        for problem in problems.prefix(Self.problemsTold) { scene.log.warning("\(origin)\(problem)") }
        let more = problems.count - Self.problemsTold
        if more > 0 { scene.log.warning("\(origin)\(more) more were skipped") }
    }

    private static let problemsTold = 10

    /// Selects a track, or none.
    func select(_ kind: PlayerCommand.TrackKind, _ choice: PlayerCommand.TrackChoice, _ context: RequestContext) {
        switch kind {
        case .subtitle:
            let failure = select(
                choice, of: player.subtitleTracks.count, "subtitles", { player.selectedSubtitleTrack = $0 },
                next: player.selectNextSubtitleTrack)
            report(failure, context, "No subtitles") { display.saySubtitles() }
        case .audio:
            if choice == .off, player.isSoundOnly {
                return fail(context, .failed("\(identifier) has no video, so its sound can't be turned off; mute it"))
            }
            let failure = select(
                choice, of: player.audioTracks.count, "sound", { player.selectedAudioTrack = $0 },
                next: player.selectNextAudioTrack)
            report(failure, context, "No sound") { display.sayAudioTrack() }
        case .video:
            if choice == .off { return fail(context, .failed("the video of \(identifier) can't be turned off")) }
            guard player.videoTracks.count < 2 || player.source.state.isSeekable else {
                return fail(context, .failed("can't change the video of \(identifier): the stream isn't seekable"))
            }
            let failure = select(
                choice, of: player.videoTracks.count, "video", { player.selectedVideoTrack = $0 },
                next: player.selectNextVideoTrack)
            report(failure, context, nil) { display.sayVideoTrack() }
        }
    }

    private func report(
        _ failure: CommandFailure?, _ context: RequestContext, _ line: String?, _ announce: () -> Void
    ) {
        if let failure { fail(context, failure, saying: line) } else { succeed(context, announce) }
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
                return .failed("\(identifier) has no \(kind) \(number); choose \(count == 1 ? "1" : "1 to \(count)")")
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
            session.noteRequest()
            state.commands.wait(for: .started, reply)
            controller.startPictureInPicture()
        case .active: stop(reply) { $0.stopPictureInPicture() }
        case .requesting, .starting, .restoring, .stopping: reply(.refused(.transitionInProgress))
        }
    }

    func stop(
        _ reply: @escaping (CommandFailure?) -> Void, _ body: (PictureInPictureController) -> Void
    ) {
        guard let controller, controller.isPictureInPictureActive else { return reply(.noneInPictureInPicture) }
        session.noteRequest()
        state.commands.wait(for: .stopped, reply)
        body(controller)
    }

    /// Completes the commands that wait for a seek or an item: its frame is decoded, presented or not.
    func completeSeeks() {
        finish(.sought, nil)
        if player.awaitedItem == nil { finish(.item, nil) }
    }

    /// Refuses the commands that wait for an item, if none is awaited any more.
    func refuseItem(_ error: MediaError) {
        if player.awaitedItem == nil { finish(.item, .failed("\(error)")) }
    }

    private func finish(_ goal: CommandGoal, _ failure: CommandFailure?) {
        for reply in state.commands.take(goal) { reply(failure) }
    }
}
