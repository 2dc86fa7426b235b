import Logging
import OrielPictureInPicture
import OrielPlatform
import SystemPackage

extension BrokerClient {
    // MARK: Names

    /// Later brokers show by their names: a stopped one can't hang up.
    func watchNames() {
        guard let directory = rendezvous?.directory else { return }
        do throws(PlatformError) {
            let watch = try DirectoryWatch(directory.path)
            tokens.append(
                try loop.watch(watch.number, for: .readable) { [unowned self] _ in
                    self.watch?.clear()
                    lookForLater()
                })
            self.watch = watch
        } catch {
            log.debug("looking for later brokers every second: \(error)")
            lookAgain()
        }
    }

    private func lookAgain() {
        loop.schedule(after: .seconds(1)) { [weak self] in
            guard let self, !isStopped else { return }
            lookForLater()
            lookAgain()
        }
    }

    private func lookForLater() {
        guard let line, let newest = rendezvous?.newest, newest > line.generation else { return }
        readAll()
        guard self.line?.generation == line.generation else { return }
        lose()
    }

    // MARK: Connecting

    /// Finds the newest broker, or becomes the next where it does not answer.
    func seek() {
        guard !isStopped, line == nil else { return }
        guard let rendezvous else { return hostAlone(nil) }
        for _ in 0..<8 {
            let newest = rendezvous.newest ?? 0
            do throws(PlatformError) {
                if newest > silentGeneration {
                    do throws(PlatformError) {
                        return try adopt(try rendezvous.connect(to: newest), newest)
                    } catch {
                        if error.errno == .resourceTemporarilyUnavailable { return seekLater() }
                    }
                }
                guard configuration.mayHost else { return seekLater() }
                guard let seat = try rendezvous.claim(newest + 1) else { continue }
                try rule(seat, after: newest)
            } catch {
                log.debug("no broker can be made: \(error)")
                return hostAlone("\(RuntimeDirectoryError(error.errno, path: rendezvous.directory.path))")
            }
        }
        seekLater()
    }

    private func seekLater() {
        retryDelay = min(.seconds(1), max(.milliseconds(5), retryDelay * 2))
        if let retry { loop.remove(retry) }
        retry = loop.schedule(after: retryDelay) { [unowned self] in
            retry = nil
            seek()
        }
    }

    private func rule(_ seat: Rendezvous.Seat, after newest: UInt32) throws(PlatformError) {
        var broker = Broker.Configuration(generation: seat.generation)
        broker.slotLimit = configuration.slotLimit
        broker.timings = configuration.timings
        broker.grace = newest == 0 ? nil : .milliseconds(300)
        host?.stop()
        host = nil
        host = try BrokerHost(broker, seat: seat, rendezvous: rendezvous)
        hostGeneration = seat.generation
        log.debug("this process hosts broker \(seat.generation)")
    }

    /// A broker that only this process reaches.
    private func hostAlone(_ problem: String?) {
        if let problem { onProblem("no other player and no command can reach this one: \(problem)") }
        do throws(PlatformError) {
            let (near, far) = try SeqPacketSocket.pair()
            var broker = Broker.Configuration(generation: 1)
            broker.slotLimit = configuration.slotLimit
            broker.timings = configuration.timings
            host = try BrokerHost(broker, seat: nil, rendezvous: nil, guest: far)
            hostGeneration = 1
            try adopt(near, 1)
        } catch {
            onProblem("Picture in Picture is not available: \(error)")
        }
    }

    private func adopt(_ socket: SeqPacketSocket, _ generation: UInt32) throws(PlatformError) {
        if rendezvous != nil, generation != hostGeneration {
            // A broker of this process's own that was succeeded has ended by itself, or is about to.
            host?.stop()
            host = nil
        }
        let token = try loop.watch(socket.number, for: .readable) { [unowned self] readiness in
            if readiness.contains(.writable) { flush() }
            if !readiness.isDisjoint(with: [.readable, .hangUp]) { readAll() }
        }
        let isOld = unanswered.generation == generation && !unanswered.count.isMultiple(of: 2)
        let version = isOld ? ProtocolVersions.own.lowest : ProtocolVersions.own.highest
        line = Line(
            socket: socket, token: token, generation: generation,
            conversation: Conversation(patience: configuration.timings.peer, version: version))
        send(.hello(.players))
    }

    // MARK: Losing

    /// Closes the connection, if there is one.
    func hangUp() {
        guard let line else { return }
        loop.remove(line.token)
        self.line = nil
        for timer in [peerTimer, acknowledgementTimer] { if let timer { loop.remove(timer) } }
        peerTimer = nil
        acknowledgementTimer = nil
    }

    /// The broker is gone: every session learns it, then the next is found.
    func lose() {
        guard let line else { return }
        let wasWelcome = line.isWelcome
        hangUp()
        if wasWelcome {
            retryDelay = .zero
            for player in players { player.handlers.event(.lost) }
        }
        guard !isStopped, self.line == nil else { return }
        // One that took the connection and hung up again is about to die, or turns this process away.
        if wasWelcome { return seek() }
        if !line.isRefused { noteUnanswered(line.generation) }
        seekLater()
    }

    private func noteUnanswered(_ generation: UInt32) {
        unanswered = (generation, unanswered.generation == generation ? unanswered.count + 1 : 1)
        // One that dies is gone by now.
        if unanswered.count >= 8 { refused(.other) }
    }

    /// T_peer is over with something not acknowledged.
    func timeOut() {
        peerTimer = nil
        readAll()
        guard let line, let deadline = line.conversation.deadline else { return }
        if deadline > MonotonicClock.now { return armPeerTimer() }
        log.warning("the session's broker does not answer; its place is taken by another")
        silentGeneration = line.generation
        lose()
    }

    func armPeerTimer() {
        guard peerTimer == nil, let deadline = line?.conversation.deadline else { return }
        peerTimer = loop.schedule(at: deadline) { [unowned self] in timeOut() }
    }
}
