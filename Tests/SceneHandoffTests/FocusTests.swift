import OrielPictureInPicture
import OrielSceneHandoff
import Testing

private let handle = PlayerHandle(rawValue: 1)

/// Target of a command without a named player: the player last focused.
@Suite struct FocusTests {
    /// A broker with players A and B, each on its own connection, and a client that sends commands.
    private struct World {
        var broker = Broker(Broker.Configuration(generation: 1))
        private let clients = (1...3).map { ClientIdentifier($0) }

        init() {
            for (client, name) in zip(clients, ["A", "B"]) {
                tell(.hello(.players), client)
                tell(.register(handle, PlayerRegistration(identifier: PlayerIdentifier(rawValue: name))), client)
            }
            tell(.hello(.commands), clients[2])
        }

        @discardableResult
        private mutating func tell(_ message: Message, _ client: ClientIdentifier) -> [Broker.Effect] {
            if case .hello = message { _ = broker.handle(.connected(client)) }
            return broker.handle(.message(message, from: client))
        }

        mutating func report(_ player: Int, at time: Duration) {
            tell(.report(handle, PlayerReport(focusTime: time)), clients[player])
        }

        /// Returns the player that receives *pause*.
        mutating func target() -> String? {
            for case .send(.perform, let client) in tell(
                .command(Ticket(rawValue: 1), .player(.pause), target: nil, token: 1), clients[2])
            { return client == clients[0] ? "A" : "B" }
            return nil
        }
    }

    @Test func focusGoesThereAndBack() {
        var world = World()
        world.report(0, at: .seconds(1))
        #expect(world.target() == "A")
        world.report(1, at: .seconds(2))
        #expect(world.target() == "B")
        // The loss of focus in between need not be reported.
        world.report(0, at: .seconds(3))
        #expect(world.target() == "A")
    }

    @Test func reportsThatComeLateAreOrderedByWhenItWas() {
        var world = World()
        world.report(1, at: .seconds(2))
        world.report(0, at: .seconds(1))
        #expect(world.target() == "B")
        world.report(0, at: .seconds(3))
        world.report(1, at: .seconds(2))
        #expect(world.target() == "A")
    }

    /// The next broker learns it from the registrations, whose order means nothing.
    @Test func theNextBrokerKnowsIt() {
        var broker = Broker(Broker.Configuration(generation: 2))
        for (client, time) in [(UInt32(1), Duration.seconds(9)), (2, .seconds(4))] {
            let client = ClientIdentifier(client)
            _ = broker.handle(.connected(client))
            _ = broker.handle(.message(.hello(.players), from: client))
            let report = PlayerReport(focusTime: time)
            _ = broker.handle(
                .message(.register(handle, PlayerRegistration(identifier: "p", report: report)), from: client))
        }
        let effects = broker.handle(
            .message(.command(Ticket(rawValue: 1), .player(.pause), target: nil, token: 1), from: ClientIdentifier(2)))
        #expect(effects.contains { if case .send(.perform, ClientIdentifier(1)) = $0 { true } else { false } })
    }
}
