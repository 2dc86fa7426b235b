import OrielGeometry
import OrielPictureInPicture
import OrielSceneHandoff
import Testing

private let handle = PlayerHandle(rawValue: 1)

/// Messages to players about each other: whether a swap is possible, and the placements of other overlays.
@Suite struct OfferTests {
    /// A broker with players on separate connections, and the messages sent to them.
    private struct World {
        var broker: Broker
        private(set) var offers: [Bool]
        private(set) var neighbours: [[Placement]?]
        private(set) var granted: [Placement?]
        private let clients: [ClientIdentifier]

        init(_ count: Int, slots: Int = 1) {
            var configuration = Broker.Configuration(generation: 1)
            configuration.slotLimit = slots
            broker = Broker(configuration)
            clients = (0..<count).map { ClientIdentifier(UInt32($0 + 1)) }
            offers = Array(repeating: false, count: count)
            neighbours = Array(repeating: nil, count: count)
            granted = Array(repeating: nil, count: count)
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

        mutating func leave(_ player: Int) { apply(broker.handle(.left(clients[player]))) }

        private mutating func apply(_ effects: [Broker.Effect]) {
            for case .send(let message, let client) in effects {
                guard let player = clients.firstIndex(of: client) else { continue }
                switch message {
                case .offered(_, let isOffered):
                    #expect(isOffered != offers[player], "told again")
                    offers[player] = isOffered
                case .neighbours(_, let places): neighbours[player] = places
                case .event(_, .granted(_, let placement)): granted[player] = placement
                default: break
                }
            }
        }

        mutating func report(
            _ player: Int, slot: PlayerReport.SlotUse = .none, canFloat: Bool = true, at: Placement? = nil,
            mode: WindowMode = .window(nil)
        ) {
            tell(
                .report(
                    handle,
                    PlayerReport(mode: mode, slot: slot, placement: at, canRestore: true, canFloat: canFloat)),
                player)
        }

        mutating func float(_ player: Int, at: Placement? = nil) {
            tell(.request(handle, .start(.init(generation: 1, mode: .window(nil)))), player)
            tell(.request(handle, .started), player)
            report(player, slot: .active, at: at)
        }

        mutating func end(_ player: Int) {
            tell(.request(handle, .ended(.userClosed)), player)
            report(player)
        }
    }

    private let corner = Placement(
        output: "X-1", corner: .bottomRight, margins: EdgeInsets(right: 20, bottom: 20),
        size: Size(width: 320, height: 180))

    @Test func aSwapIsOfferedWhileThereIsOneToChangePlacesWith() {
        var world = World(2)
        world.report(0)
        world.report(1)
        #expect(world.offers == [false, false])
        world.float(0)
        #expect(world.offers == [true, true])
        // A player without a frame can't enter Picture in Picture.
        world.report(1, canFloat: false)
        #expect(world.offers == [false, false])
        world.report(1)
        #expect(world.offers == [true, true])
        world.end(0)
        #expect(world.offers == [false, false])
        world.float(0)
        world.leave(1)
        #expect(world.offers[0] == false)
    }

    @Test func aFloatingPlayerIsToldThePlacesOfOthers() {
        var world = World(3, slots: 3)
        for player in 0..<3 { world.report(player) }
        world.float(0, at: corner)
        #expect(world.neighbours[0] == [])
        let other = corner.moved(to: .topLeft)
        world.float(1, at: other)
        #expect(world.neighbours[1] == [corner] && world.granted[1]?.corner == .bottomLeft)
        world.float(2)
        #expect(world.neighbours[2] == [corner, other])
        // All are in Picture in Picture, so there is none to swap with.
        #expect(world.offers == [false, false, false])
        world.end(1)
        #expect(world.offers == [true, true, true])
    }

    @Test func aPlayerThatTakesAPlaceIsToldThePlacesThatStay() {
        var world = World(3, slots: 2)
        for player in 0..<3 { world.report(player) }
        world.float(0, at: corner)
        world.float(1, at: corner.moved(to: .topLeft))
        world.float(2)
        #expect(world.neighbours[2] == [corner])
    }

    @Test func anOverlayBeginsAboveTheControlsOfAFullScreen() throws {
        var world = World(3)
        world.report(0)
        world.report(1, mode: .fullScreen(output: "X-1"))
        world.report(2, mode: .fullScreen(output: nil))
        world.float(0)
        let places = try #require(world.neighbours[0])
        let area = Size(width: 1280, height: 720)
        let first = Placement(
            output: "X-1", corner: .bottomRight, margins: EdgeInsets(right: 20, bottom: 20),
            size: Size(width: 320, height: 180))
        let place = first.clear(of: places, in: area).rect(in: area)
        #expect(place == Rect(x: 940, y: 720 - 88 - 20 - 180, width: 320, height: 180))
        // On another output it is where it would be.
        var other = first
        other.output = "X-2"
        #expect(other.clear(of: places, in: area) == other)
    }

    /// With a limit of one, starts are unchanged.
    @Test func oneSlotNeedsNoWordOfNeighbours() {
        var world = World(1)
        world.report(0)
        world.float(0, at: corner)
        #expect(world.neighbours == [nil])
    }
}
