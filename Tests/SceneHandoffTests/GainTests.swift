import OrielPictureInPicture
import OrielSceneHandoff
import Testing

private let handle = PlayerHandle(rawValue: 1)

/// Gains of players beside each other (contract §2.5).
@Suite struct GainTests {
    /// A broker with players on separate connections, and the gains sent to them.
    private struct World {
        var broker: Broker
        private(set) var gains: [Double?]
        private let clients: [ClientIdentifier]
        private(set) var commands: [(client: Int, command: SwapCommand, transaction: TransactionIdentifier)] = []

        init(_ count: Int, _ sound: PictureInPictureSound = .focus) {
            var configuration = Broker.Configuration(generation: 1)
            configuration.sound = sound
            broker = Broker(configuration)
            clients = (0..<count).map { ClientIdentifier(UInt32($0 + 1)) }
            gains = Array(repeating: nil, count: count)
            for player in 0..<count {
                apply(broker.handle(.connected(clients[player])))
                tell(.hello(.players), player)
                tell(
                    .register(handle, PlayerRegistration(identifier: PlayerIdentifier(rawValue: "p\(player)"))), player)
            }
        }

        mutating func tell(_ message: Message, _ player: Int) {
            apply(broker.handle(.message(message, from: clients[player])))
        }

        mutating func setSound(_ sound: PictureInPictureSound) { apply(broker.handle(.sound(sound))) }

        mutating func leave(_ player: Int) { apply(broker.handle(.left(clients[player]))) }

        private mutating func apply(_ effects: [Broker.Effect]) {
            for case .send(let message, let client) in effects {
                guard let player = clients.firstIndex(of: client) else { continue }
                switch message {
                case .gain(_, let gain): gains[player] = gain
                case .event(_, .command(let command, let transaction)): commands.append((player, command, transaction))
                default: break
                }
            }
        }

        mutating func report(
            _ player: Int, isAudible: Bool = true, mode: WindowMode = .window(nil), slot: PlayerReport.SlotUse = .none
        ) {
            tell(
                .report(
                    handle, PlayerReport(mode: mode, slot: slot, canRestore: true, canFloat: true, isAudible: isAudible)
                ),
                player)
        }

        mutating func float(_ player: Int) {
            tell(.request(handle, .start(.init(generation: 1, mode: .window(nil)))), player)
            tell(.request(handle, .started), player)
        }

        /// Returns the last command to a player.
        func last(of player: Int) -> SwapCommand? { commands.last { $0.client == player }?.command }

        mutating func answer(_ player: Int, _ answer: SwapAnswer) throws {
            let transaction = try #require(commands.last?.transaction)
            tell(.request(handle, .answer(answer, transaction)), player)
        }
    }

    @Test(arguments: [(PictureInPictureSound.focus, 0.0), (.duck, 0.126), (.keep, 1.0)])
    func whatFloatsIsHeardBesideAWindowAsTheSettingSays(sound: PictureInPictureSound, gain: Double) {
        var world = World(2, sound)
        world.report(0)
        world.float(0)
        // Alone it is heard.
        #expect(world.gains[0] == 1)
        world.report(1)
        #expect(world.gains == [gain, 1])
        // A paused or muted window doesn't count.
        world.report(1, isAudible: false)
        #expect(world.gains[0] == 1)
        world.report(1)
        #expect(world.gains[0] == gain)
        world.leave(1)
        #expect(world.gains[0] == 1)
    }

    @Test func anotherSettingIsHeardAtOnce() {
        var world = World(2, .focus)
        world.report(0)
        world.float(0)
        world.report(1)
        #expect(world.gains == [0, 1])
        world.setSound(.keep)
        #expect(world.gains == [1, 1])
        world.setSound(.focus)
        #expect(world.gains == [0, 1])
    }

    /// Windows are the user's own arrangement.
    @Test func windowsAreAllHeard() {
        var world = World(3)
        for player in 0..<3 { world.report(player) }
        #expect(world.gains == [1, 1, 1])
    }

    /// A player that is starting still has its window.
    @Test func theSoundGoesWithThePictureThatIsThere() {
        var world = World(2)
        world.report(0)
        world.report(1)
        world.tell(.request(handle, .start(.init(generation: 1, mode: .window(nil)))), 0)
        #expect(world.gains == [1, 1])
        world.tell(.request(handle, .started), 0)
        #expect(world.gains == [0, 1])
        world.tell(.request(handle, .restoring), 0)
        #expect(world.gains == [0, 1])
        world.tell(.request(handle, .ended(.restoreRequested)), 0)
        #expect(world.gains == [1, 1])
    }

    @Test func aPlayerThatNeverWasAudibleGetsNoGain() {
        var world = World(2)
        world.float(0)
        world.report(1)
        #expect(world.gains == [nil, 1])
    }

    /// Contract case 97: the gains change when B's window is told to appear.
    @Test func inASwapTheSoundChangesHandsAsTheWindowIsShown() throws {
        var world = World(2)
        world.report(1)
        world.float(1)
        world.report(0, mode: .fullScreen(output: nil))
        #expect(world.gains == [1, 0])
        world.tell(.request(handle, .start(.init(generation: 1, mode: .fullScreen(output: nil)))), 0)
        try world.answer(0, .prepared)
        try world.answer(1, .restored(true))
        try world.answer(0, .bound)
        try world.answer(1, .stopping)
        #expect(world.gains == [1, 0], "\(String(describing: world.last(of: 0)))")
        try world.answer(0, .presented)
        #expect(world.gains == [0, 1])
    }
}
