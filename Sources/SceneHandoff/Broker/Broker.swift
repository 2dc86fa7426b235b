package import OrielPictureInPicture

/// The broker of a session: who plays, who holds the slot, and the one transition under way (contract §2.3, §2.4).
///
/// A pure state machine: events in, effects out. It knows neither sockets nor clock; messages come decoded, and whoever
/// runs it tells it of hang-ups, dead processes, missing acknowledgements and timers.
package struct Broker: Hashable, Sendable {
    package struct Configuration: Hashable, Sendable {
        package var generation: UInt32
        /// How many pictures may float at once.
        package var slotLimit = 1
        /// What is heard of what floats.
        package var sound = PictureInPictureSound.focus
        package var timings = PictureInPictureTimings()
        /// How long nothing is granted at first, while the clients of a broker before this one register again.
        package var grace: Duration?
        /// How long a player may take over a command.
        package var command: Duration = .seconds(25)
        /// How long players may take to tell their states.
        package var query: Duration = .seconds(1)
        package var playersPerClient = 64
        package var commandsPerClient = 64

        package init(generation: UInt32) { self.generation = generation }
    }

    package enum Event: Hashable, Sendable {
        case connected(ClientIdentifier)
        case message(Message, from: ClientIdentifier)
        /// It hung up, and its process is gone.
        case crashed(ClientIdentifier)
        /// It hung up, and its process lives.
        case left(ClientIdentifier)
        /// It has not acknowledged for T_peer, or does so again.
        case hung(ClientIdentifier)
        case woke(ClientIdentifier)
        case timer(Deadline)
    }

    package enum Deadline: Hashable, Sendable {
        case grace
        case step(TransactionIdentifier)
        case swap(TransactionIdentifier)
        /// A lone start or restore that never ends.
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

    struct Client: Hashable, Sendable {
        let identifier: ClientIdentifier
        var role: Message.Role?
        var isHung = false
        var watches = false
        /// It may be sent messages that it doesn't know.
        var skipsUnknown = false
    }

    struct Player: Hashable, Sendable {
        let key: PlayerKey
        let identifier: PlayerIdentifier
        var report: PlayerReport
        var focus = Focus()
        var status: SlotStatus?
        /// How loud it was told to be; nil where it was told nothing.
        var gain: Double?
        /// It was told that it can change places with another.
        var isOfferedSwap = false
    }

    /// When a player last got the keyboard: the later one is larger. By the players' own word, for reports of two
    /// processes come in any order; where an old one has no word for it, by when its report came.
    struct Focus: Hashable, Sendable, Comparable {
        var time: Duration = .zero
        var order: UInt64 = 0

        static func < (left: Focus, right: Focus) -> Bool { (left.time, left.order) < (right.time, right.order) }
    }

    /// A player that uses the slot. The latest is last.
    struct Holder: Hashable, Sendable {
        let key: PlayerKey
        var use: PlayerReport.SlotUse
        var isCall: Bool
    }

    enum Transition: Hashable, Sendable {
        /// A start or a restore that concerns one player.
        case lone(PlayerKey)
        case pair(Exchange)
    }

    /// A transaction and who takes part in it.
    struct Exchange: Hashable, Sendable {
        var transaction: Transaction
        let a: PlayerKey?
        let b: PlayerKey
        /// The start of A's that began it or that has joined it.
        var request: UInt32?
        /// Who waits for its end.
        var askers: [Asker] = []

        func role(of key: PlayerKey) -> Transaction.Role? { key == a ? .a : key == b ? .b : nil }
        func key(of role: Transaction.Role) -> PlayerKey? { role == .a ? a : b }
    }

    /// Someone who asked for a command.
    struct Asker: Hashable, Sendable {
        var client: ClientIdentifier
        var ticket: Ticket
    }

    /// A command that a player has not done yet.
    struct Errand: Hashable, Sendable {
        let ticket: Ticket
        let asker: Asker
        let player: PlayerKey
        let mayEndPlayer: Bool
    }

    /// A round of questions for the players' states.
    struct Query: Hashable, Sendable {
        let ticket: Ticket
        let asker: Asker
        let isWatch: Bool
        var missing: Set<PlayerKey>
    }

    package let configuration: Configuration
    var clients: [ClientIdentifier: Client] = [:]
    /// In order of registration.
    var players: [Player] = []
    var holders: [Holder] = []
    /// What the players' statuses were made from; nil where one has none yet.
    var told: SlotOutlook?
    var transition: Transition?
    /// The exchange before the present one: what its sides say late.
    var lastExchange: Exchange?
    var isGracious: Bool
    /// What came during the grace and grants something.
    var heldMessages: [Held] = []
    var errands: [Errand] = []
    var queries: [Query] = []
    var counters = Counters()
    var effects: [Effect] = []

    struct Held: Hashable, Sendable {
        let message: Message
        let client: ClientIdentifier
    }

    /// What only grows.
    struct Counters: Hashable, Sendable {
        var transaction: UInt32 = 0
        var event: UInt64 = 0
        var ticket: UInt32 = 0
        var focus: UInt64 = 0
    }

    package init(_ configuration: Configuration) {
        self.configuration = configuration
        isGracious = configuration.grace != nil
    }

    /// To be run before the first event.
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
        }
        updateStatuses()
        updateGains()
        updateOffers()
        defer { effects = [] }
        return effects
    }

    private mutating func receive(_ message: Message, from client: ClientIdentifier) {
        guard let role = clients[client]?.role else {
            guard case .hello(let role, let versions) = message, clients[client] != nil else {
                return disconnect(client)
            }
            clients[client]?.role = role
            clients[client]?.skipsUnknown = versions.highest >= ProtocolVersions.extensible
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
