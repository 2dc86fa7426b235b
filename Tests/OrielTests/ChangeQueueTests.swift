import OrielPlatform
import OrielPlayer
import Testing

@Suite struct ChangeQueueTests {
    /// Takes all changes.
    private func rest(of queue: inout ChangeQueue) -> [Player.Change] {
        var taken: [Player.Change] = []
        while case .change(let change) = queue.next() { taken.append(change) }
        return taken
    }

    @Test func changesThatAListenerCausesFollow() {
        var queue = ChangeQueue()
        queue.append(.opened)
        queue.append(.frames)
        let (tells, first) = (queue.beginTelling(), queue.next())
        #expect(tells && first == .change(.opened))
        // A listener pauses: the caller further up goes on.
        queue.append(.paused)
        let tellsWithin = queue.beginTelling()
        #expect(!tellsWithin)
        let following = rest(of: &queue)
        #expect(following == [.frames, .paused])
        let (tellsAgain, none) = (queue.beginTelling(), queue.next())
        #expect(tellsAgain && none == nil)
    }

    @Test func aStreamHasTheChangesFromItsBeginningToTheEndOfAll() async {
        var readers = StreamReaders<Player.Change>()
        readers.yield(.opened)
        let stream = readers.add(keeping: 256)
        for _ in 0..<300 { readers.yield(.frames) }
        readers.yield(.ended)
        readers.finish()
        var heard: [Player.Change] = []
        for await change in stream { heard.append(change) }
        #expect(heard.count == 256 && heard.last == .ended && !heard.contains(.opened))
    }
}
