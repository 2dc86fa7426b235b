import Logging
import OrielLibav
import OrielPictureInPicture
import OrielPlatform
import OrielPlayer
import OrielSceneHandoff
import OrielText
import OrielTexts
import OrielWindows

/// Requests about chapters, the list, and Picture in Picture, and the commands that wait for their effects.
extension ViewRequests {
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
                return fail(context, .failed(localized("\(identifier) has no playlist; append media with `oriel add`")))
            }
            if case .index(let index) = direction {
                return fail(context, .failed(localized("\(identifier) has no item \(index + 1)")))
            }
            let isEnd = direction == .next
            return fail(
                context,
                .failed(
                    isEnd
                        ? localized("\(identifier) is at the end of its playlist")
                        : localized("\(identifier) is at the beginning of its playlist")))
        }
        if let reply = context.reply { session.commands.wait(for: .item, reply) }
        player.goToItem(direction)
        // The way back to the present item has no frame to wait for.
        if player.awaitedItem == nil, !player.isSeeking { session.finish(.item, nil) }
        sayAwaitedItemLater()
    }

    /// Appends a medium, or the contents of a playlist or a folder, to the playlist. Calls `reply` once the items are
    /// in the list.
    func add(_ media: String, _ context: RequestContext) {
        application.lists.read([media], allowsNetwork: player.itemOptions.allowsNetwork) {
            [weak self, identifier] found in
            guard let self, !host.isClosed else { context.reply?(.ended(identifier)); return }
            tell(found.problems, of: "add: ")
            guard let first = found.items.first else {
                return fail(context, .failed(found.problems.first.map { "\($0)" } ?? localized("\(media): is empty")))
            }
            player.insert(found.items, after: nil)
            let count = found.items.count
            let added =
                count == 1
                ? localized("Added: \(first.shortName)")
                : localized("Added: \(count) item", "Added: \(count) items", count: count)
            display.say(OnScreenMessage(added), for: .seconds(2))
            context.reply?(nil)
        }
    }

    func changeList(_ change: PlaybackRequest.ListChange, _ context: RequestContext) {
        var items = player.items
        switch change {
        case .remove(let index): if items.indices.contains(index) { player.remove(items[index]) }
        case .move(let index, let place):
            guard items.indices.contains(index), items.indices.contains(place) else { break }
            items.insert(items.remove(at: index), at: place)
            player.items = items
        case .clear: player.items = [player.currentItem].compactMap(\.self)
        }
        succeed(context)
    }

    /// Logs why media were skipped: the first few problems, and the number of the others.
    func tell(_ problems: [MediaError], of origin: String = "") {
        for problem in problems.prefix(Self.problemsTold) { scene.log.warning("\(origin)\(problem)") }
        let more = problems.count - Self.problemsTold
        if more > 0 { scene.log.warning("\(origin)\(more) more were skipped") }
    }

    private static let problemsTold = 10

    /// Starts Picture in Picture, or ends it.
    func toggle(_ reply: @escaping (CommandFailure?) -> Void = { _ in }) {
        guard let controller = controllerHost.controller else { return reply(.refused(.notSupported)) }
        switch controller.transitionState {
        case .idle:
            session.noteRequest()
            session.commands.wait(for: .started, reply)
            controller.startPictureInPicture()
        case .active: stop(reply) { $0.stopPictureInPicture() }
        case .requesting, .starting, .restoring, .stopping: reply(.refused(.transitionInProgress))
        }
    }

    func stop(
        _ reply: @escaping (CommandFailure?) -> Void, _ body: (PictureInPictureController) -> Void
    ) {
        guard let controller = controllerHost.controller, controller.isPictureInPictureActive else {
            return reply(.noneInPictureInPicture)
        }
        session.noteRequest()
        session.commands.wait(for: .stopped, reply)
        body(controller)
    }

    /// Completes the commands that wait for a seek or an item: its frame is decoded, presented or not.
    func completeSeeks() {
        session.finish(.sought, nil)
        if player.awaitedItem == nil { session.finish(.item, nil) }
    }

    /// Refuses the commands that wait for an item, if none is awaited any more.
    func refuseItem(_ error: MediaError) {
        if player.awaitedItem == nil { session.finish(.item, .failed("\(error)")) }
    }

    /// Time after which a message says which item is being opened; most have a frame sooner.
    private static let patience = Duration.milliseconds(400)

    /// Says which item the user waits for, if it takes a while.
    func sayAwaitedItemLater() {
        guard player.awaitedItem != nil else { return display.endWaiting() }
        _ = controllerHost.schedule(after: Self.patience) { [weak self] in self?.sayAwaitedItem() }
    }

    private func sayAwaitedItem() {
        guard let item = player.awaitedItem, !display.showsStatistics, !host.isClosed else { return }
        display.wait(OnScreenMessage(localized("Opening \(item.shortName)")))
    }
}

extension PlayerItem {
    /// The item's title, or the last part of its path or address.
    var shortName: String {
        title ?? PathText.shown(location.description.split(separator: "/").last.map(String.init) ?? media)
    }
}
