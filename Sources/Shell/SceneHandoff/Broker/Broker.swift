package import OrielPictureInPicture

/// The broker of a session: its registered players, the holders of the slot and the one current transition (contract
/// §2.3, §2.4).
///
/// A pure state machine from events to effects, without sockets or clock. It receives decoded messages; its host
/// reports hang-ups, ended processes, missing acknowledgements and timers.
package struct Broker: Hashable, Sendable {
    package struct Configuration: Hashable, Sendable {
        package var generation: UInt32
        /// Maximum number of overlays shown at once.
        package var slotLimit = 1
        /// How overlays are heard beside windows.
        package var sound = PictureInPictureSound.focus
        package var timings = PictureInPictureTimings()
        /// Initial period without grants, in which clients of an earlier broker register again; nil for none.
        package var grace: Duration?
        /// Maximum time that a player may take for a command.
        package var command: Duration = .seconds(25)
        /// Maximum time that players may take to send their states.
        package var query: Duration = .seconds(1)
        package var playersPerClient = 64
        package var commandsPerClient = 64

        package init(generation: UInt32) { self.generation = generation }
    }

    package enum Event: Hashable, Sendable {
        case connected(ClientIdentifier)
        case message(Message, from: ClientIdentifier)
        /// The client hung up, and its process has ended.
        case crashed(ClientIdentifier)
        /// The client hung up, and its process lives.
        case left(ClientIdentifier)
        /// The client has not acknowledged for T_peer; `woke`: it acknowledges again.
        case hung(ClientIdentifier)
        case woke(ClientIdentifier)
        case timer(Deadline)
        /// Overlays are heard beside windows in another way from now on.
        case sound(PictureInPictureSound)
    }

    package enum Deadline: Hashable, Sendable {
        case grace
        case step(TransactionIdentifier)
        case swap(TransactionIdentifier)
        /// A start or restore of one player that takes too long.
        case lone(PlayerKey)
        case command(Ticket)
        case query(Ticket)
    }

    package enum Effect: Hashable, Sendable {
        case send(Message, to: ClientIdentifier)
        case arm(Deadline, after: Duration)
        case cancel(Deadline)
        case disconnect(ClientIdentifier)
    }

    // MARK: State

    package struct Client: Hashable, Sendable {
        let identifier: ClientIdentifier
        var role: Message.Role?
        var isHung = false
        var watches = false
    }

    package struct Player: Hashable, Sendable {
        package let key: PlayerKey
        package let identifier: PlayerIdentifier
        var report: PlayerReport
        var status: SlotStatus?
        /// The gain last sent to the player; nil if none was.
        var gain: Double?
        /// Whether the player was last told that it can swap.
        var isOfferedSwap = false
    }

    /// A player that uses the slot. `holders` is in the order of their starts.
    package struct Holder: Hashable, Sendable {
        package let key: PlayerKey
        var use: PlayerReport.SlotUse
        var isCall: Bool
    }

    package enum Transition: Hashable, Sendable {
        /// A start or restore of one player.
        case lone(PlayerKey)
        case pair(Exchange)
    }

    /// A transaction and its two players.
    package struct Exchange: Hashable, Sendable {
        package var transaction: Transaction
        package let a: PlayerKey?
        package let b: PlayerKey
        /// Generation of A's start request that began the exchange or joined it; nil if none.
        var request: UInt32?
        /// Clients that wait for the exchange's end.
        var askers: [Asker] = []

        func role(of key: PlayerKey) -> Transaction.Role? { key == a ? .a : key == b ? .b : nil }
        func key(of role: Transaction.Role) -> PlayerKey? { role == .a ? a : b }
    }

    /// The client that sent a command, and its ticket.
    package struct Asker: Hashable, Sendable {
        package var client: ClientIdentifier
        var ticket: Ticket
    }

    /// A command that its player has not finished.
    package struct Errand: Hashable, Sendable {
        package let ticket: Ticket
        package let asker: Asker
        package let player: PlayerKey
        let mayEndPlayer: Bool
    }

    /// A query of all players' states.
    package struct Query: Hashable, Sendable {
        package let ticket: Ticket
        package let asker: Asker
        let isWatch: Bool
        package var missing: Set<PlayerKey>
    }

    package private(set) var configuration: Configuration
    package internal(set) var clients: [ClientIdentifier: Client] = [:]
    /// Players in the order of registration.
    package internal(set) var players: [Player] = []
    package internal(set) var holders: [Holder] = []
    /// The outlook that the players' statuses were computed from; nil if a player has no status yet.
    var told: SlotOutlook?
    package internal(set) var transition: Transition?
    /// The previous exchange, for late answers of its sides.
    var lastExchange: Exchange?
    package internal(set) var isGracious: Bool
    /// Start requests received during the grace period.
    package internal(set) var heldMessages: [Held] = []
    package internal(set) var errands: [Errand] = []
    package internal(set) var queries: [Query] = []
    package var counters = Counters()
    var effects: [Effect] = []

    package struct Held: Hashable, Sendable {
        let message: Message
        package let client: ClientIdentifier
    }

    /// Counters that only grow.
    package struct Counters: Hashable, Sendable {
        var transaction: UInt32 = 0
        package var event: UInt64 = 0
        var ticket: UInt32 = 0
    }

    package init(_ configuration: Configuration) {
        self.configuration = configuration
        isGracious = configuration.grace != nil
    }

    /// Returns the first effects. Call it before the first event.
    package func begin() -> [Effect] { configuration.grace.map { [.arm(.grace, after: $0)] } ?? [] }

    // MARK: Events

    package mutating func handle(_ event: Event) -> [Effect] {
        switch event {
        case .connected(let client): clients[client] = Client(identifier: client)
        case .message(let message, let client): receive(message, from: client)
        case .crashed(let client): disconnected(client, hasCrashed: true)
        case .left(let client): disconnected(client, hasCrashed: false)
        case .hung(let client): setHung(client, true)
        case .woke(let client): setHung(client, false)
        case .timer(let timer): expired(timer)
        case .sound(let sound): configuration.sound = sound
        }
        updateStatuses()
        updateGains()
        updateOffers()
        defer { effects = [] }
        return effects
    }

    private mutating func receive(_ message: Message, from client: ClientIdentifier) {
        guard let role = clients[client]?.role else {
            guard case .hello(let role) = message, clients[client] != nil else {
                return disconnect(client)
            }
            clients[client]?.role = role
            return send(.welcome, to: client)
        }
        switch message {
        case .register(let handle, let registration) where role == .players:
            register(registration, as: PlayerKey(client: client, handle: handle))
        case .report(let handle, let report): update(PlayerKey(client: client, handle: handle), report)
        case .request(let handle, let request):
            let key = PlayerKey(client: client, handle: handle)
            guard index(of: key) != nil else { return }
            if isGracious, case .start = request { return hold(message, client) }
            self.request(request, from: key)
        case .publish(let handle, let event): relay(event, of: PlayerKey(client: client, handle: handle))
        case .performed(let ticket, let failure): performed(ticket, failure, by: client)
        case .snapshot(let ticket, let handle, let bytes):
            answered(ticket, PlayerKey(client: client, handle: handle), bytes)
        case .command(let ticket, let command, let target, let token):
            if isGracious { return hold(message, client) }
            self.command(command, target: target, token: token, for: Asker(client: client, ticket: ticket))
        case .status(let ticket):
            if isGracious { return hold(message, client) }
            ask(for: Asker(client: client, ticket: ticket), isWatch: false)
        case .probe: probe(for: client)
        case .watch(let ticket):
            if isGracious { return hold(message, client) }
            clients[client]?.watches = true
            ask(for: Asker(client: client, ticket: ticket), isWatch: true)
        default: disconnect(client)
        }
    }

    private mutating func expired(_ timer: Deadline) {
        switch timer {
        case .grace: endGrace()
        case .step(let identifier): transact(.stepTimer, in: identifier)
        case .swap(let identifier): transact(.swapTimer, in: identifier)
        case .lone(let key): if transition == .lone(key) { transition = nil }
        case .command(let ticket):
            guard let errand = errands.first(where: { $0.ticket == ticket }) else { return }
            finish(errand, .unanswered(identifier(of: errand.player)))
        case .query(let ticket): finishQuery(ticket)
        }
    }

    private mutating func hold(_ message: Message, _ client: ClientIdentifier) {
        guard heldMessages.count(where: { $0.client == client }) < configuration.commandsPerClient else {
            return disconnect(client)
        }
        heldMessages.append(Held(message: message, client: client))
    }

    private mutating func endGrace() {
        guard isGracious else { return }
        isGracious = false
        resumeWithoutCall()
        let messages = heldMessages
        heldMessages = []
        for held in messages where clients[held.client] != nil { receive(held.message, from: held.client) }
    }

    // MARK: Effects

    mutating func send(_ message: Message, to client: ClientIdentifier) {
        if clients[client] != nil { effects.append(.send(message, to: client)) }
    }

    mutating func tell(_ key: PlayerKey, _ event: BrokerEvent) { send(.event(key.handle, event), to: key.client) }

    mutating func disconnect(_ client: ClientIdentifier) { effects.append(.disconnect(client)) }

    mutating func newTicket() -> Ticket {
        counters.ticket &+= 1
        return Ticket(rawValue: counters.ticket)
    }
}
