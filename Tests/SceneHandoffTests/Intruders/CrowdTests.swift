import Glibc
import OrielPictureInPicture
import OrielPlatform
import OrielSceneHandoff
import Testing

/// More clients than a broker accepts.
@Suite(.timeLimit(.minutes(5))) struct CrowdTests {
    /// A connection takes two descriptors of this process, which hosts the broker.
    private static let room = (ProcessLimits.openFiles - 256) / 2

    /// While a broker is busy with a broadcast, more clients connect than it accepts in one turn, and then a connected
    /// one sends a request. If the broker is full, each new client is refused when accepted: the order of the answers
    /// is that of the broker's actions.
    @Test(.enabled(if: room >= 256, "too few descriptors may be open"))
    func whoStandsHasATurnAmongThoseWhoCome() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let good = try Link("host", folder, loop, peer: .seconds(60))
        loop.turn { good.isReachable }
        let handle = PlayerHandle(rawValue: 1)
        let speaker = try Stranger(folder)
        speaker.greet(.players)
        speaker.send(.register(handle, PlayerRegistration(identifier: "speaker")))
        while let message = speaker.next(), message != .registered(handle, "speaker") {}
        let asker = try Stranger(folder)
        asker.greet()
        // With the host they fill the broker.
        let crowd = try (3..<min(1024, Self.room)).map { number in
            let stranger = try Stranger(folder)
            stranger.greet()
            if number < 200 { stranger.send(.watch(Ticket(rawValue: 1))) }
            return stranger
        }
        var place: Int?
        for number in 1...20 where place == nil {
            for _ in 0..<10 { speaker.send(.publish(handle, HandoffEvent(.seeked, at: .nanoseconds(number)))) }
            place = try self.place(of: asker, amongThoseWhoComeTo: folder.runtime().path(of: "wayland-test.sock"))
        }
        let taken = try #require(place, "the broker was never busy for long enough")
        // 32 of the turn in which the request comes, and as many of the next one, which may begin with the newcomers.
        #expect(taken <= 64, "\(taken) were taken first")
        withExtendedLifetime(crowd) {}
        good.client.stop()
    }

    /// Returns how many of a hundred earlier connections are answered before the request; nil if some were before it
    /// was sent.
    private func place(of asker: Stranger, amongThoseWhoComeTo path: String) throws -> Int? {
        let newcomers = try (0..<100).map { _ in try SeqPacketSocket.connect(to: path) }
        let answers = try EventLoop()
        var order: [Int] = []
        let sockets = newcomers + [asker.socket]
        for (number, socket) in sockets.enumerated() {
            var token: EventLoop.Token?
            token = try answers.watch(socket.number, for: .readable) { _ in
                order.append(number)
                if let token { answers.remove(token) }
            }
        }
        asker.send(.command(Ticket(rawValue: 2), .player(.pause), target: "nobody", token: 1))
        let wasBusy = sockets.allSatisfy { !$0.isReadable(.zero) }
        // The kernel keeps the answers in order until they are read, all at once.
        for socket in sockets { try #require(socket.isReadable(.seconds(60)), "an answer does not come") }
        answers.turn { order.count == sockets.count }
        #expect(asker.next() == .outcome(Ticket(rawValue: 2), .unknownPlayer("nobody")))
        return wasBusy ? order.firstIndex(of: newcomers.count) : nil
    }

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
        // One connection is the host's.
        #expect(crowd.count == bound - 1 && refused == 51)
        #expect(good.isServed())
        crowd.last?.send(.command(Ticket(rawValue: 2), .player(.pause), target: "nobody", token: 1))
        #expect(crowd.last?.next() == .outcome(Ticket(rawValue: 2), .unknownPlayer("nobody")))
        // A player that comes too late reports it once, and is accepted as soon as there is room.
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
        // There is room again once the broker has read the hang-ups.
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

    /// A program with more players than a broker takes of one: the first are served after one new connection, and a
    /// further one once one of them goes.
    @Test func moreOwnPlayersThanABrokerTakes() throws {
        let folder = try TemporaryFolder()
        let loop = try EventLoop()
        let crowd = try Link("0", folder, loop, peer: .seconds(60))
        loop.turn { crowd.isReachable }
        let limit = Broker.Configuration(generation: 1).playersPerClient
        let others = (1..<limit + 20).map { _ in OwnPlayer() }
        let registered = others.enumerated().map { index, player in
            crowd.client.register(PlayerIdentifier(rawValue: "\(index + 1)"), handlers: player)
        }
        var served: Set<Int> { Set(others.indices.filter { others[$0].isServed }.map { $0 + 1 }) }
        var losses: Int { others.reduce(0) { $0 + $1.losses } }
        loop.turn { losses > 0 }
        loop.turn { crowd.isReachable && served.contains(limit - 1) }
        for _ in 0..<200 { loop.turn(limit: .milliseconds(1)) }
        #expect(losses == others.count && served == Set(1..<limit))
        #expect(crowd.isServed())
        registered[5].unregister()
        loop.turn { served.contains(limit) }
        for _ in 0..<50 { loop.turn(limit: .milliseconds(1)) }
        #expect(losses == others.count && served == Set(1...limit) && crowd.isServed())
        crowd.client.stop()
    }
}

/// A further player of a program, without a session.
private final class OwnPlayer: PlayerHandlers {
    let report = PlayerReport()
    let snapshot: [UInt8] = []
    private(set) var isServed = false
    private(set) var losses = 0

    func receive(_ event: BrokerEvent) {
        if case .status = event { isServed = true }
        if event == .lost { losses += 1 }
    }

    func perform(_ command: PlayerCommand, reply: @escaping (CommandFailure?) -> Void) { reply(nil) }
}

extension SeqPacketSocket {
    fileprivate func isReadable(_ limit: Duration) -> Bool {
        var query = pollfd(fd: number, events: Int16(POLLIN), revents: 0)
        return poll(&query, 1, CInt(limit / .milliseconds(1))) == 1
    }
}
