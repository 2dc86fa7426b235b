import OrielPictureInPicture
import OrielSceneHandoff

/// A process of a case: its players, and the rules of `BrokerClient` on a connection without a socket.
final class CaseProcess {
    private struct Link {
        let broker: CaseBroker
        let client: ClientIdentifier
        var conversation: Conversation
        var isWelcome = false
    }

    unowned let world: CaseWorld
    private(set) var players: [CasePlayer] = []
    private(set) var isAlive = true
    private(set) var isStopped = false
    private var line: Link?
    private var inbox: [[UInt8]] = []
    private var hasEnded = false
    /// Timers that expired while it was stopped.
    private var overdue: [() -> Void] = []
    private var silentGeneration: UInt32 = 0
    private var nextTicket: UInt32 = 1
    private var askers: [Ticket: String] = [:]
    private var exchanging: [(player: CasePlayer, generation: UInt32, side: Session.ExchangeSide)] = []

    init(_ names: [String], in world: CaseWorld) {
        self.world = world
        players = names.enumerated().map { CasePlayer($1, handle: UInt32($0 + 1), in: self) }
    }

    var client: ClientIdentifier? { line?.client }
    var generation: UInt32? { line.flatMap { $0.isWelcome ? $0.broker.generation : nil } }

    func whenAwake(_ action: @escaping () -> Void) {
        guard isAlive else { return }
        if isStopped { overdue.append(action) } else { action() }
    }

    // MARK: Sending

    func send(_ message: Message) {
        guard var line else { return }
        if !line.isWelcome { guard case .hello = message else { return } }
        let isHello = if case .hello = message { true } else { false }
        let bytes = line.conversation.send(
            message, generation: isHello ? 0 : line.broker.generation, at: world.clock.now)
        self.line = line
        world.clock.soon { [broker = line.broker, client = line.client] in
            broker.take(.packet(bytes, from: client))
            broker.take(.drained(client))
        }
        guard let deadline = line.conversation.deadline else { return }
        world.clock.at(deadline) { [self] in whenAwake { [self] in checkPeer() } }
    }

    func reportChange(of player: CasePlayer) {
        guard line?.isWelcome == true, player.reported != nil, player.reported != player.report else { return }
        player.reported = player.report
        send(.report(player.model.handle, player.report))
    }

    func requestSwap(by player: CasePlayer, into: PlayerIdentifier?) {
        let ticket = Ticket(rawValue: nextTicket)
        nextTicket += 1
        askers[ticket] = player.name
        send(
            .command(
                ticket, .swap(.init(into: into, activationToken: "token")), target: player.identifier,
                token: UInt64(ticket.rawValue)))
    }

    // MARK: Receiving

    func arrive(_ bytes: [UInt8], from client: ClientIdentifier) {
        guard isAlive, line?.client == client else { return }
        inbox.append(bytes)
        world.clock.soon { [self] in readAll() }
    }

    func connectionEnded(_ client: ClientIdentifier) {
        guard isAlive, line?.client == client else { return }
        hasEnded = true
        world.clock.soon { [self] in readAll() }
    }

    /// Reads all waiting messages, acknowledges them, and only then delivers them.
    private func readAll() {
        guard isAlive, !isStopped, line != nil else { return }
        var messages: [Message] = []
        for bytes in inbox {
            do throws(MessageError) {
                guard let envelope = try line?.conversation.receive(bytes) else { continue }
                if envelope.generation == line?.broker.generation { messages.append(envelope.message) }
            } catch {
                world.violations.append("an impossible message: \(error)")
            }
        }
        inbox = []
        if line?.conversation.owesAcknowledgement == true { send(.acknowledge) }
        let present = line?.client
        for message in BrokerClient.withoutTakenBack(messages) where line?.client == present { deliver(message) }
        if hasEnded, line?.client == present { lose() }
    }

    private func deliver(_ message: Message) {
        switch message {
        case .welcome:
            line?.isWelcome = true
            for player in players {
                player.reported = player.report
                send(
                    .register(
                        player.model.handle,
                        PlayerRegistration(
                            identifier: player.identifier ?? .init(rawValue: player.name), report: player.report)))
            }
        case .registered(let handle, let identifier): player(handle)?.identifier = identifier
        case .event(let handle, let event): player(handle)?.receive(.broker(event))
        case .outcome(let ticket, let failure):
            world.note("\(askers[ticket] ?? "?") asked: " + (failure.map { "\($0)" } ?? "done"))
        default: break
        }
    }

    private func player(_ handle: PlayerHandle) -> CasePlayer? { players.first { $0.model.handle == handle } }

    // MARK: The broker

    func seek() {
        guard isAlive, line == nil else { return }
        if world.broker.isDead || world.broker.generation <= silentGeneration { world.makeBroker(hostedBy: self) }
        let client = world.broker.admit(self)
        inbox = []
        hasEnded = false
        line = Link(broker: world.broker, client: client, conversation: Conversation(patience: world.timings.peer))
        send(.hello(.players))
    }

    private func lose() {
        guard let line else { return }
        self.line = nil
        line.broker.left(line.client)
        if line.isWelcome { for player in players { player.receive(.broker(.lost)) } }
        seek()
    }

    func lookForLater() {
        guard isAlive, !isStopped, let line, world.broker.generation > line.broker.generation else { return }
        readAll()
        if self.line?.client == line.client { lose() }
    }

    private func checkPeer() {
        readAll()
        guard let line, let deadline = line.conversation.deadline, deadline <= world.clock.now else { return }
        silentGeneration = line.broker.generation
        lose()
    }

    // MARK: Faults

    func kill() {
        isAlive = false
        for player in players { player.model.isAlive = false }
        if let line { line.broker.died(line.client) }
    }

    func hangUp() {
        guard let client else { return }
        line?.broker.left(client)
        connectionEnded(client)
    }

    func stop() { isStopped = true }

    func goOn() {
        isStopped = false
        readAll()
        lookForLater()
        let actions = overdue
        overdue = []
        for action in actions { action() }
        for player in players { player.awaitAnswers() }
    }

    // MARK: One process

    /// Exchanges the frames in one step, once both players have requested it.
    func exchange(_ player: CasePlayer, _ generation: UInt32, _ side: Session.ExchangeSide) {
        exchanging.append((player, generation, side))
        guard exchanging.count == 2 else { return }
        let both = exchanging
        exchanging = []
        world.clock.soon { for each in both { each.player.exchanged(each.generation, each.side) } }
    }
}
