import OrielGeometry
import OrielPictureInPicture
import OrielSceneHandoff
import Testing

private let handle = PlayerHandle(rawValue: 1)

/// Announcement to a player that it will have to show its window.
@Suite struct ExpectationTests {
    /// Returns the messages to the sides of a swap, in order, from its beginning on.
    private func told(
        sameProcess: Bool = false, _ mode: WindowMode = .fullScreen(output: nil)
    ) -> [(client: UInt32, message: Message)] {
        var broker = Broker(Broker.Configuration(generation: 1))
        let handles = sameProcess ? [handle, PlayerHandle(rawValue: 2)] : [handle, handle]
        let clients =
            sameProcess ? [ClientIdentifier(1), ClientIdentifier(1)] : [ClientIdentifier(1), ClientIdentifier(2)]
        func tell(_ message: Message, _ player: Int) -> [Broker.Effect] {
            broker.handle(.message(message, from: clients[player]))
        }
        for player in 0..<2 {
            if player == 0 || !sameProcess {
                _ = broker.handle(.connected(clients[player]))
                _ = tell(.hello(.players), player)
            }
            _ = tell(
                .register(handles[player], PlayerRegistration(identifier: PlayerIdentifier(rawValue: "p\(player)"))),
                player)
        }
        for (player, mode) in [(0, WindowMode.window(nil)), (1, mode)] {
            let report = PlayerReport(mode: mode, slot: .none, canRestore: true, canFloat: true)
            _ = tell(.report(handles[player], report), player)
        }
        _ = tell(.request(handles[0], .start(.init(generation: 1, mode: .window(nil)))), 0)
        _ = tell(.request(handles[0], .started), 0)
        return tell(.request(handles[1], .start(.init(generation: 1, mode: mode))), 1).compactMap {
            guard case .send(let message, let client) = $0 else { return nil }
            return (client.number, message)
        }
    }

    private func expectations(_ told: [(client: UInt32, message: Message)]) -> [WindowMode] {
        told.compactMap { if case .expected(_, let mode) = $0.message { mode } else { nil } }
    }

    @Test func theSideThatComesBackHearsItWhileTheOtherPrepares() throws {
        let told = told(.fullScreen(output: "X-1"))
        let index = try #require(told.firstIndex { if case .expected = $0.message { true } else { false } })
        #expect(told[index].client == 1)
        #expect(told[index].message == .expected(handle, .fullScreen(output: "X-1")))
        #expect(
            told.contains {
                if case .event(_, .command(.prepare, _)) = $0.message { $0.client == 2 } else { false }
            })
    }

    @Test func anExchangeInOneProcessNeedsNone() {
        #expect(expectations(told(sameProcess: true)) == [])
    }
}
