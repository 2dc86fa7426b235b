import OrielPictureInPicture
import OrielPlatform
import OrielSceneHandoff
import Testing

/// More clients than a broker takes.
@Suite(.timeLimit(.minutes(5))) struct CrowdTests {
    /// A connection takes two descriptors of this process, which hosts the broker.
    private static let room = (ProcessLimits.openFiles - 256) / 2

    @Test(.enabled(if: room >= 16, "too few descriptors may be open"))
    func aThousandClients() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let good = try Link("host", folder, loop, peer: .seconds(60))
        loop.turn { good.isReachable }
        let bound = min(1024, Self.room)
        var crowd: [Stranger] = []
        var refused = 0
        for _ in 0..<(bound + 50) {
            let stranger = try Stranger(folder)
            stranger.send(.hello(.commands), generation: 0)
            switch stranger.next() {
            case .welcome: crowd.append(stranger)
            case .refused:
                refused += 1
                #expect(stranger.untilEnd() == [])
            case let other: Issue.record("a newcomer heard \(String(describing: other))")
            }
        }
        // One place is the host's.
        #expect(crowd.count == bound - 1 && refused == 51)
        #expect(good.isServed())
        crowd.last?.send(.command(Ticket(rawValue: 2), .player(.pause), target: "nobody", token: 1))
        #expect(crowd.last?.next() == .outcome(Ticket(rawValue: 2), .unknownPlayer("nobody")))
        // A player that comes too late says so once, and is let in as soon as there is room.
        let late = try Link("late", folder, loop, peer: .seconds(60))
        loop.turn { !late.problems.isEmpty }
        for _ in 0..<100 { loop.turn(limit: .milliseconds(1)) }
        #expect(
            late.problems == [
                "no other player and no command can reach this one: too many players are running; quit some of them"
            ])
        crowd = []
        loop.turn { late.isReachable }
        late.client.stop()
        // There is room again once the broker has read their ends.
        var welcome: Message?
        let deadline = MonotonicClock.now + .seconds(60)
        while welcome != .welcome {
            try #require(MonotonicClock.now < deadline, "there is no room again")
            let last = try Stranger(folder)
            last.send(.hello(.commands), generation: 0)
            welcome = last.next()
        }
        #expect(good.isServed())
        good.client.stop()
    }
}
