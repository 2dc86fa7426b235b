import Logging
import OrielPictureInPicture
import OrielPlatform

extension BrokerClient {
    // MARK: Sending

    func send(_ message: Message) {
        guard var link else { return }
        // Before the welcome only the greeting is sent; current facts are sent again after it.
        if !link.isWelcome { guard case .hello = message else { return } }
        var generation = link.generation
        if case .hello = message { generation = 0 }
        let bytes = link.conversation.send(message, generation: generation, at: MonotonicClock.now)
        if !link.pending.isEmpty || link.socket.send(bytes) == .wouldBlock { link.pending.append(bytes) }
        self.link = link
        watchLine()
        armPeerTimer()
    }

    func flush() {
        guard var link else { return }
        while let bytes = link.pending.first, link.socket.send(bytes) != .wouldBlock { link.pending.removeFirst() }
        self.link = link
        watchLine()
    }

    private func watchLine() {
        guard let link else { return }
        loop.update(link.token, for: link.pending.isEmpty ? .readable : [.readable, .writable])
    }

    // MARK: Receiving

    private static let batchesPerTurn = 64

    /// Reads all waiting messages and delivers them. Messages that may run app code are acknowledged first, since that
    /// code may take long; the others are acknowledged together with the next message.
    func readAll() {
        guard link != nil else { return }
        var messages: [Message] = []
        var hasEnded = false
        // Bounded, so that a broker that never stops sending can't block the app.
        reading: for _ in 0..<Self.batchesPerTurn {
            guard let socket = link?.socket else { break }
            let batch = socket.receiveAll(into: buffer)
            for bytes in batch.messages {
                do throws(MessageError) {
                    guard let envelope = try link?.conversation.receive(bytes) else { continue }
                    guard envelope.generation == link?.generation else { continue }
                    messages.append(envelope.message)
                } catch {
                    fail(error)
                    hasEnded = true
                    break reading
                }
            }
            switch batch.end {
            case nil: continue
            case .oversized, .ended: hasEnded = true
            case .nothing, .message: break
            }
            break
        }
        if !hasEnded, link?.conversation.owesAcknowledgement == true {
            if messages.allSatisfy(\.runsNoAppCode) { acknowledgeSoon() } else { send(.acknowledge) }
        }
        if link?.conversation.isSettled == true { peerTimer.cancel() }
        let generation = link?.generation
        for message in Self.withoutTakenBack(messages) where link?.generation == generation { deliver(message) }
        if hasEnded, link?.generation == generation { lose() }
    }

    private func acknowledgeSoon() {
        guard !acknowledgementTimer.isSet, let delay = link?.conversation.acknowledgementDelay else { return }
        acknowledgementTimer.set(on: loop, after: delay) { [unowned self] in
            if link?.conversation.owesAcknowledgement == true { send(.acknowledge) }
        }
    }

    /// Removes a *prepare* whose *abort* is in the same batch, and the *abort* (contract case 95).
    package static func withoutTakenBack(_ messages: [Message]) -> [Message] {
        var prepared: [TransactionIdentifier: Int] = [:]
        var dropped: Set<Int> = []
        for (index, message) in messages.enumerated() {
            guard case .event(_, .command(let command, let transaction)) = message else { continue }
            switch command {
            case .prepare: prepared[transaction] = index
            case .abort:
                if let start = prepared[transaction] { dropped.formUnion([start, index]) }
            default: break
            }
        }
        return dropped.isEmpty ? messages : messages.indices.filter { !dropped.contains($0) }.map { messages[$0] }
    }

    private func deliver(_ message: Message) {
        switch message {
        case .welcome: welcome()
        case .refused(let refusal):
            if !learnRoom() {
                link?.isRefused = true
                refused(refusal)
            }
        case .registered(let handle, let identifier):
            link?.registered += 1
            guard let player = player(handle), player.identifier != identifier else { return }
            player.identifier = identifier
            player.handlers?.identified(as: identifier)
        case .event(let handle, let event): player(handle)?.handlers?.receive(event)
        case .gain(let handle, let gain): player(handle)?.handlers?.setGain(gain)
        case .expected(let handle, let mode): player(handle)?.handlers?.expectWindow(mode)
        case .offered(let handle, let isOffered): player(handle)?.handlers?.offerSwap(isOffered)
        case .neighbours(let handle, let placements): player(handle)?.handlers?.setNeighbours(placements)
        case .raising(let handle, let token): player(handle)?.handlers?.setRaiseToken(token)
        case .perform(let ticket, let handle, let command, let token): perform(ticket, handle, command, token)
        case .query(let ticket):
            for player in players where isIntroduced(player) {
                send(.snapshot(ticket, player.handle, player.handlers?.snapshot ?? []))
            }
        case .accepted(let ticket): sentCommands[ticket]?.wasAccepted = true
        case .outcome(let ticket, let failure): sentCommands.removeValue(forKey: ticket)?.completion(failure)
        default: break
        }
    }

    private func player(_ handle: PlayerHandle) -> RegisteredPlayer? { players.first { $0.handle == handle } }

    /// Handles an invalid message: the broker is given up. A broker of another protocol version is left to the other
    /// clients.
    private func fail(_ error: MessageError) {
        if case .version = error, link?.isWelcome == false {
            link?.isRefused = true
            return refused(.version)
        }
        log.warning("the session's broker can't be understood: \(error)")
        if !isAlone { silentGeneration = link?.generation ?? 0 }
    }

    /// Learns from a refusal after the welcome how many players of this process the broker registers. It hangs up with
    /// the refusal; the next connection introduces no more than these, and the others have no broker until one leaves.
    /// - Returns: false if there is nothing new to learn.
    private func learnRoom() -> Bool {
        guard let link, link.isWelcome, link.registered > 0, link.registered < link.introduced.count else {
            return false
        }
        guard room.generation != link.generation || link.registered < room.count else { return false }
        if room.count == .max {
            let words = "other players and commands reach only \(link.registered) players of this program"
            log.warning("\(words)")
        }
        room = (link.generation, link.registered)
        return true
    }

    func refused(_ refusal: Refusal) { tell("\(refusal)") }

    /// Reports a problem once; later failures of the same search are silent.
    func tell(_ problem: String) {
        guard !isTold else { return }
        isTold = true
        onProblem("no other player and no command can reach this one: \(problem)")
    }

    private func welcome() {
        link?.isWelcome = true
        if !isAlone {
            if isTold { log.notice("the other players and commands can reach this one now") }
            isTold = false
            unanswered = (0, 0)
        }
        introduceAll()
        for (ticket, sent) in sentCommands.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            // An accepted swap has ended without its broker; repeating it would undo it.
            var isLost = sent.wasRepeated
            if case .swap = sent.command, sent.wasAccepted { isLost = true }
            if isLost {
                sentCommands.removeValue(forKey: ticket)?.completion(.refused(.brokerLost))
            } else {
                sentCommands[ticket]?.wasRepeated = true
                send(.command(ticket, sent.command, target: sent.player, token: sent.token))
            }
        }
    }

    // MARK: Commands

    private func perform(_ ticket: Ticket, _ handle: PlayerHandle, _ command: PlayerCommand, _ token: UInt64) {
        guard let player = player(handle) else { return }
        switch performances[token] {
        case .done(let failure): return send(.performed(ticket, failure))
        case .underWay(let tickets):
            performances[token] = .underWay(tickets + [ticket])
            return
        case nil: break
        }
        performances[token] = .underWay([ticket])
        performanceOrder.append(token)
        if performanceOrder.count > 64 { performances[performanceOrder.removeFirst()] = nil }
        player.handlers?.perform(command) { [weak self] failure in
            guard let self, case .underWay(let tickets) = performances[token] else { return }
            performances[token] = .done(failure)
            for ticket in tickets { send(.performed(ticket, failure)) }
        }
    }
}

extension Message {
    /// Whether a player handles the message without calling its app, so that nothing delays its answer.
    fileprivate var runsNoAppCode: Bool {
        switch self {
        case .welcome, .registered, .accepted, .gain, .expected, .probe: true
        case .event(_, .command(.bind, _)), .event(_, .command(.show, _)), .event(_, .command(.settle, _)): true
        default: false
        }
    }
}
