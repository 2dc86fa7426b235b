package import OrielPictureInPicture

/// The broker's side of all connections: packets in, packets out. It checks and numbers messages, detects clients that
/// don't acknowledge, and passes valid messages to the broker. Pure: `BrokerHost` owns sockets and clock.
package struct BrokerConnections: Sendable {
    package enum Input: Hashable, Sendable {
        case connected(ClientIdentifier)
        case packet([UInt8], from: ClientIdentifier)
        /// All messages available so far were read.
        case drained(ClientIdentifier)
        /// The client sent an invalid packet, or its queue overflowed.
        case broken(ClientIdentifier)
        /// The client hung up and all its messages were read; `isWatched` tells whether its process's end will be
        /// reported.
        case ended(ClientIdentifier, isWatched: Bool)
        case processEnded(ClientIdentifier)
        case timer(LinkTimer)
        /// Overlays are heard beside windows in another way from now on.
        case sound(PictureInPictureSound)
    }

    package enum LinkTimer: Hashable, Sendable {
        case broker(Broker.Deadline)
        /// T_peer of one connection.
        case peer(ClientIdentifier)
        /// Time limit for a connection's greeting.
        case hello(ClientIdentifier)
        /// Time limit, after a hang-up, for the report of the process's end.
        case departure(ClientIdentifier)
        /// Time at which messages read but not yet answered are acknowledged.
        case acknowledgement
    }

    package enum Output: Hashable, Sendable {
        case send([UInt8], to: ClientIdentifier)
        case arm(LinkTimer, at: Duration)
        case cancel(LinkTimer)
        case close(ClientIdentifier)
        /// Report the end of the client's process from now on.
        case watchProcess(ClientIdentifier)
        /// Stop watching the client's process.
        case forgetProcess(ClientIdentifier)
        /// Read nothing from the client until this host time.
        case rest(ClientIdentifier, until: Duration)
        /// A client's fault, for the log.
        case fault(ClientIdentifier, MessageError)
    }

    private struct Connection {
        var conversation: Conversation
        var isGreeted = false
        var isHung = false
        var isTimed = false
        var hasEnded = false
        /// The clock's second in which `count` messages came.
        private var second: Int64 = 0
        private var count = 0

        init(_ conversation: Conversation) { self.conversation = conversation }

        /// Counts a message; returns the number of messages in this second.
        mutating func count(in second: Int64) -> Int {
            count = self.second == second ? count + 1 : 1
            self.second = second
            return count
        }
    }

    package private(set) var broker: Broker
    private var connections: [ClientIdentifier: Connection] = [:]
    private var outputs: [Output] = []
    /// Clients with too many unacknowledged messages; disconnected after the current input.
    private var overflowed: [ClientIdentifier] = []
    /// Clients with messages that may not be acknowledged yet; the timer runs while there are any.
    private var owed: Set<ClientIdentifier> = []
    private var now: Duration = .zero

    /// Maximum number of unacknowledged messages before a client is disconnected.
    private static let maximumOutstanding = 4096
    /// Maximum number of messages from one client per second.
    private static let messagesPerSecond = 2000
    /// Maximum time between a hang-up and the report of the process's end.
    private static let departure: Duration = .milliseconds(200)

    package init(_ broker: Broker) { self.broker = broker }

    /// Number of messages passed to the broker.
    package private(set) var delivered = 0

    package mutating func begin(at now: Duration) -> [Output] {
        self.now = now
        carryOut(broker.begin())
        defer { outputs = [] }
        return outputs
    }

    package mutating func handle(_ input: Input, at now: Duration) -> [Output] {
        self.now = now
        switch input {
        case .connected(let client):
            connections[client] = Connection(Conversation(patience: broker.configuration.timings.peer))
            outputs.append(.arm(.hello(client), at: now + broker.configuration.timings.peer))
            tell(.connected(client))
        case .packet(let bytes, let client): receive(bytes, from: client)
        case .drained(let client):
            guard let conversation = connections[client]?.conversation, conversation.owesAcknowledgement else { break }
            if owed.isEmpty { outputs.append(.arm(.acknowledgement, at: now + conversation.acknowledgementDelay)) }
            owed.insert(client)
        case .broken(let client): drop(client)
        case .ended(let client, let isWatched):
            guard connections[client] != nil else { break }
            outputs.append(.close(client))
            guard isWatched else { return depart(client, hasCrashed: true) }
            connections[client]?.hasEnded = true
            outputs.append(.arm(.departure(client), at: now + Self.departure))
        case .processEnded(let client):
            if connections[client] != nil { outputs.append(.close(client)) }
            return depart(client, hasCrashed: true)
        case .timer(let timer): expired(timer)
        case .sound(let sound): tell(.sound(sound))
        }
        return take()
    }

    private mutating func take() -> [Output] {
        while let client = overflowed.popLast() { drop(client) }
        defer { outputs = [] }
        return outputs
    }

    // MARK: Receiving

    private mutating func receive(_ bytes: [UInt8], from client: ClientIdentifier) {
        guard connections[client]?.hasEnded == false else { return }
        let second = now.components.seconds
        if connections[client]?.count(in: second) ?? 0 >= Self.messagesPerSecond {
            outputs.append(.rest(client, until: .seconds(second + 1)))
        }
        do throws(MessageError) {
            let envelope = try connections[client]?.conversation.receive(bytes)
            noteAcknowledgement(of: client)
            guard let envelope else { return }
            // A message with another generation is meant for another broker.
            if envelope.generation != broker.configuration.generation {
                guard case .hello = envelope.message, envelope.generation == 0 else { return }
            }
            if case .hello(let role) = envelope.message, connections[client]?.isGreeted == false {
                connections[client]?.isGreeted = true
                outputs.append(.cancel(.hello(client)))
                if role == .players { outputs.append(.watchProcess(client)) }
            }
            delivered += 1
            tell(.message(envelope.message, from: client))
        } catch {
            outputs.append(.fault(client, error))
            // A refusal, whose header tells a client of another version that there is another one.
            if case .version = error, connections[client]?.isGreeted == false { send(.refused(.version), to: client) }
            drop(client)
        }
    }

    private mutating func noteAcknowledgement(of client: ClientIdentifier) {
        guard let connection = connections[client], connection.isHung else { return }
        guard connection.conversation.deadline.map({ $0 > now }) ?? true else { return }
        connections[client]?.isHung = false
        tell(.woke(client))
        // The client may hang again with the remaining messages.
        time(client)
    }

    // MARK: Timers

    private mutating func expired(_ timer: LinkTimer) {
        switch timer {
        case .broker(let timer): tell(.timer(timer))
        case .hello(let client): if connections[client]?.isGreeted == false { drop(client) }
        case .acknowledgement:
            for client in owed.sorted() where connections[client]?.conversation.owesAcknowledgement == true {
                send(.acknowledge, to: client)
            }
            owed = []
        case .departure(let client): if connections[client]?.hasEnded == true { leave(client, hasCrashed: false) }
        case .peer(let client):
            connections[client]?.isTimed = false
            guard let connection = connections[client], !connection.hasEnded,
                let deadline = connection.conversation.deadline
            else { return }
            if deadline > now { return time(client) }
            guard !connection.isHung else { return }
            connections[client]?.isHung = true
            tell(.hung(client))
        }
    }

    private mutating func time(_ client: ClientIdentifier) {
        guard let connection = connections[client], !connection.isTimed, !connection.isHung,
            let deadline = connection.conversation.deadline
        else {
            return
        }
        connections[client]?.isTimed = true
        outputs.append(.arm(.peer(client), at: deadline))
    }

    // MARK: Sending

    private mutating func tell(_ event: Broker.Event) { carryOut(broker.handle(event)) }

    private mutating func carryOut(_ effects: [Broker.Effect]) {
        var dropped: [ClientIdentifier] = []
        for effect in effects {
            switch effect {
            case .send(let message, let client): send(message, to: client)
            case .arm(let timer, let delay): outputs.append(.arm(.broker(timer), at: now + delay))
            case .cancel(let timer): outputs.append(.cancel(.broker(timer)))
            case .disconnect(let client): dropped.append(client)
            }
        }
        for client in dropped { drop(client) }
    }

    private mutating func send(_ message: Message, to client: ClientIdentifier) {
        // Changed in place: a copy of the entry would copy the conversation's lists.
        guard connections[client]?.hasEnded == false else { return }
        var message = message
        // The broker has no clock; its own events happen now.
        if case .happened(let number, let player, var event, let bytes) = message, event.time == .zero {
            event.time = now
            message = .happened(number, player, event, bytes)
        }
        guard connections[client]?.conversation.outstanding ?? 0 < Self.maximumOutstanding else {
            return overflowed.append(client)
        }
        let generation = broker.configuration.generation
        guard let bytes = connections[client]?.conversation.send(message, generation: generation, at: now) else {
            return
        }
        outputs.append(.send(bytes, to: client))
        time(client)
    }

    /// Disconnects a client.
    private mutating func drop(_ client: ClientIdentifier) {
        guard connections[client] != nil else { return }
        outputs.append(.close(client))
        leave(client, hasCrashed: false)
    }

    private mutating func depart(_ client: ClientIdentifier, hasCrashed: Bool) -> [Output] {
        leave(client, hasCrashed: hasCrashed)
        return take()
    }

    private mutating func leave(_ client: ClientIdentifier, hasCrashed: Bool) {
        guard connections.removeValue(forKey: client) != nil else { return }
        for timer in [LinkTimer.peer(client), .hello(client), .departure(client)] { outputs.append(.cancel(timer)) }
        outputs.append(.forgetProcess(client))
        tell(hasCrashed ? .crashed(client) : .left(client))
    }
}
