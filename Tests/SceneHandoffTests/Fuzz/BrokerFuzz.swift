import OrielPictureInPicture
import OrielSceneHandoff

/// Four real sessions that swap through a real broker, with mutated messages of any of them in between. After each
/// packet the broker's tables are consistent and every delegate's callbacks are in pairs.
struct BrokerFuzz {
    private var random: SplitMix
    private var server: BrokerConnections
    private var clients: [FuzzClient] = []
    private var timers: Set<BrokerConnections.LinkTimer> = []
    private var now = Duration.seconds(1)
    private var nextClient: UInt32 = 1
    /// Recent messages of all clients.
    private var corpus: [Message] = []
    /// Number of packets sent, without acknowledgements, and of completed swaps.
    private(set) var packets = 0
    private(set) var swaps = 0
    private(set) var connections = 0
    private(set) var failure: String?

    init(seed: UInt64) {
        random = SplitMix(state: seed)
        var configuration = Broker.Configuration(generation: 1)
        configuration.grace = random.chance(50) ? .milliseconds(300) : nil
        configuration.slotLimit = random.chance(80) ? 1 : 2
        server = BrokerConnections(Broker(configuration))
        carryOut(server.begin(at: now))
        for index in 0..<4 {
            clients.append(FuzzClient())
            connect(index)
            handle(.sourceReady(true), index)
        }
    }

    /// Number of packets that reached the broker's state machine.
    var delivered: Int { server.delivered }

    mutating func run(packets count: Int) {
        while packets < count, failure == nil { step() }
    }

    private mutating func step() {
        now += .milliseconds(Int.random(in: 0..<20, using: &random))
        let index = Int.random(in: 0..<clients.count, using: &random)
        switch Int.random(in: 0..<100, using: &random) {
        case 0..<45: hear(index)
        case 45..<70: handle(clients[index].event(using: &random), index)
        case 70..<73: fireTimer()
        case 77..<80: send(otherMessage(), index)
        case 80..<86: sendMutated(index)
        case 86 where random.chance(20): hangUp(index)
        default: acknowledge(index)
        }
        if clients[index].process.outbox.isEmpty { return }
        let messages = clients[index].process.outbox
        clients[index].process.outbox = []
        for case .message(let message) in messages { send(message, index) }
    }

    private mutating func fail(_ text: String) { failure = failure ?? "after \(packets) packets: \(text)" }

    // MARK: Progress of a session

    private mutating func handle(_ event: PictureInPictureSession.Event, _ index: Int) {
        clients[index].process.client = clients[index].client
        do throws(ModelViolation) {
            let effects = try clients[index].process.happen(event, keepsTrace: false)
            for case .broker(.answer(.finished, _)) in effects { swaps += 1 }
        } catch { fail("\(error)") }
        clients[index].process.heard = []
    }

    private mutating func hear(_ index: Int) {
        guard !clients[index].inbox.isEmpty else {
            return handle(clients[index].event(using: &random), index)
        }
        handle(.broker(clients[index].inbox.removeFirst()), index)
        if random.chance(70) { acknowledge(index) }
    }

    // MARK: Packets

    private mutating func send(_ message: Message, _ index: Int) {
        corpus.append(message)
        if corpus.count > 256 { corpus.removeFirst(128) }
        guard clients[index].isWelcome || message.isHello else { return }
        post(
            clients[index].conversation.send(message, generation: message.isHello ? 0 : 1, at: now), index)
    }

    private mutating func post(_ bytes: [UInt8], _ index: Int) {
        packets += 1
        let client = clients[index].client
        carryOut(server.handle(.packet(bytes, from: client), at: now))
        if random.chance(50) { carryOut(server.handle(.drained(client), at: now)) }
        check()
    }

    private mutating func otherMessage() -> Message {
        let ticket = Ticket(rawValue: .random(in: 0..<100, using: &random))
        let messages: [Message] = [
            .command(ticket, .swap(.init()), target: nil, token: 1), .status(ticket), .watch(ticket),
            .command(ticket, .player(.toggle), target: nil, token: 2), .performed(ticket, nil),
            .command(ticket, .player(.restore), target: "f-2", token: 3), .query(ticket),
        ]
        return messages.dropLast(random.chance(99) ? 1 : 0).randomElement(using: &random) ?? .status(ticket)
    }

    /// Sends mostly a valid message: another client's, an old one, or one with changed fields.
    private mutating func sendMutated(_ index: Int) {
        let source = random.chance(60) ? corpus : Samples.toBroker
        guard let message = source.randomElement(using: &random), clients[index].isWelcome else { return }
        // Two kinds end the connection if repeated.
        if message.isGreeting, random.chance(90) { return }
        if random.chance(75) { return send(message, index) }
        var bytes = clients[index].conversation.send(message, generation: 1, at: now)
        switch Int.random(in: 0..<10, using: &random) {
        case 0: bytes.removeLast(Int.random(in: 1...bytes.count, using: &random))
        case 1: bytes += (0..<Int.random(in: 1..<40, using: &random)).map { _ in .random(in: 0...255, using: &random) }
        case 2: bytes[Int.random(in: 0..<Envelope.headerSize, using: &random)] = .random(in: 0...255, using: &random)
        case 3: bytes = Samples.extended(bytes, by: .random(in: 1..<40, using: &random))
        case 4:
            let client = clients[index].client
            post(bytes, index)
            // On a new connection its number might be the next one, which the client doesn't know.
            guard clients[index].client == client else { return }
        default:
            guard bytes.count > Envelope.headerSize else { break }
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let place = Int.random(in: Envelope.headerSize..<bytes.count, using: &random)
                bytes[place] =
                    random.chance(50) ? .random(in: 0...3, using: &random) : .random(in: 0...255, using: &random)
            }
        }
        post(bytes, index)
    }

    private mutating func acknowledge(_ index: Int) {
        guard clients[index].conversation.owesAcknowledgement else { return }
        let bytes = clients[index].conversation.send(.acknowledge, generation: 1, at: now)
        carryOut(server.handle(.packet(bytes, from: clients[index].client), at: now))
    }

    // MARK: Connections

    private mutating func connect(_ index: Int) {
        connections += 1
        clients[index].client = ClientIdentifier(nextClient)
        nextClient += 1
        clients[index].conversation = Conversation()
        clients[index].isWelcome = false
        clients[index].inbox = []
        carryOut(server.handle(.connected(clients[index].client), at: now))
        send(.hello(.players), index)
    }

    private mutating func hangUp(_ index: Int) {
        let client = clients[index].client
        carryOut(
            server.handle(
                random.chance(50) ? .processEnded(client) : .ended(client, isWatched: random.chance(50)), at: now))
    }

    private mutating func closed(_ client: ClientIdentifier) {
        guard let index = clients.firstIndex(where: { $0.client == client }) else { return }
        handle(.broker(.lost), index)
        clients[index].process.outbox = []
        connect(index)
    }

    // MARK: The broker

    private mutating func fireTimer() {
        guard let timer = timers.sorted(by: { "\($0)" < "\($1)" }).randomElement(using: &random) else { return }
        timers.remove(timer)
        now += .milliseconds(Int.random(in: 0..<2500, using: &random))
        carryOut(server.handle(.timer(timer), at: now))
        check()
    }

    private mutating func carryOut(_ outputs: [BrokerConnections.Output]) {
        var gone: [ClientIdentifier] = []
        for output in outputs {
            switch output {
            case .send(let bytes, let client): receive(bytes, client)
            case .arm(let timer, _): timers.insert(timer)
            case .cancel(let timer): timers.remove(timer)
            case .close(let client): gone.append(client)
            case .watchProcess, .forgetProcess, .rest, .fault: break
            }
        }
        for client in gone { closed(client) }
    }

    private mutating func receive(_ bytes: [UInt8], _ client: ClientIdentifier) {
        guard let index = clients.firstIndex(where: { $0.client == client }) else { return }
        do throws(MessageError) {
            guard let envelope = try clients[index].conversation.receive(bytes) else { return }
            switch envelope.message {
            case .welcome:
                clients[index].isWelcome = true
                send(clients[index].registration, index)
            case .event(clients[index].process.handle, let event): clients[index].inbox.append(event)
            default: break
            }
        } catch { fail("the broker sent what is no message: \(error)") }
    }

    private mutating func check() {
        if let inconsistency = server.broker.inconsistency { fail(inconsistency) }
        for timer in server.broker.neededTimers where !timers.contains(.broker(timer)) {
            fail("\(timer) does not run")
        }
    }
}

extension Message {
    fileprivate var isHello: Bool { if case .hello = self { true } else { false } }

    fileprivate var isGreeting: Bool {
        switch self {
        case .hello, .register: true
        default: false
        }
    }
}
