import Logging
import OrielPictureInPicture
import OrielPlatform
import SystemPackage

extension BrokerClient {
    // MARK: Names

    /// Watches the folder for names of later brokers: a stopped broker can't hang up.
    func watchNames() {
        if let watch { loop.remove(watch.token) }
        watch = nil
        guard let directory = rendezvous?.directory else { return }
        do throws(PlatformError) {
            let events = try DirectoryWatch(directory.path)
            let token = try loop.watch(events.number, for: .readable) { [unowned self] _ in
                watch?.events.clear()
                lookForLater()
            }
            watch = (events, token)
        } catch {
            log.debug("looking for later brokers every second: \(error)")
            lookAgain()
        }
    }

    private func lookAgain() {
        guard !isLookingAgain else { return }
        isLookingAgain = true
        loop.schedule(after: .seconds(1)) { [weak self] in
            guard let self, !isStopped else { return }
            isLookingAgain = false
            if watch == nil { watchNames() }
            lookForLater()
        }
    }

    private func lookForLater() {
        guard !isAlone, let link, let newest = rendezvous?.newest, newest > link.generation else { return }
        readAll()
        guard self.link?.generation == link.generation else { return }
        lose()
    }

    // MARK: Connecting

    /// Connects to the newest broker, or becomes the next one if it doesn't answer. If neither is possible, this
    /// process uses its own private broker and tries again later.
    func seek() {
        guard !isStopped, link == nil || isAlone else { return }
        // The transition in progress ends before the broker changes.
        if isAlone, players.contains(where: { $0.report.isMoving }) { return seekLater() }
        do throws(RuntimeDirectoryError) { try renewFolder() } catch { return hostAlone("\(error)") }
        guard let rendezvous else { return hostAlone(nil) }
        do throws(PlatformError) {
            for _ in 0..<8 { if try join(rendezvous) { return } }
        } catch {
            log.debug("no broker can be reached or made: \(error)")
            return hostAlone("\(RuntimeDirectoryError(error.errno, path: rendezvous.directory.path))")
        }
        seekLater()
    }

    /// Reopens the runtime folder if it was removed or recreated, since all processes meet in the folder with that
    /// name.
    private func renewFolder() throws(RuntimeDirectoryError) {
        guard let directory = rendezvous?.directory, !directory.isCurrent else { return }
        rendezvous = Rendezvous(directory: try directory.reopened(), display: configuration.display)
        if !isAlone { host = nil }
        (silentGeneration, unanswered) = (0, (0, 0))
        watchNames()
    }

    /// Connects to the newest broker, or becomes the next.
    /// - Returns: true if there is nothing more to try for now.
    /// - Throws: `PlatformError` if the folder can't be used.
    private func join(_ rendezvous: Rendezvous) throws(PlatformError) -> Bool {
        let newest = rendezvous.newest ?? 0
        if newest > silentGeneration {
            do throws(PlatformError) {
                try adopt(try rendezvous.connect(to: newest), newest)
                return true
            } catch {
                if error.errno == .resourceTemporarilyUnavailable {
                    seekLater()
                    return true
                }
                guard Rendezvous.isAbandoned(error.errno) else { throw error }
            }
        }
        guard configuration.mayHost else {
            seekLater()
            return true
        }
        guard let claim = try rendezvous.claim(newest + 1) else { return false }
        endAlone()
        guard !isStopped else { return false }
        try rule(
            claim.generation, grace: newest == 0 ? nil : .milliseconds(300), claim: claim, rendezvous: rendezvous)
        log.debug("this process hosts broker \(claim.generation)")
        return false
    }

    private func seekLater() {
        // With a private broker this process works, so it looks less often for the others.
        let (least, most): (Duration, Duration) =
            isAlone ? (.milliseconds(250), .seconds(5)) : (.milliseconds(5), .seconds(1))
        retryDelay = min(most, max(least, retryDelay * 2))
        retry.set(on: loop, after: retryDelay) { [unowned self] in seek() }
    }

    /// Hosts a broker in place of an earlier one.
    private func rule(
        _ generation: UInt32, grace: Duration? = nil, claim: Rendezvous.Claim? = nil, rendezvous: Rendezvous? = nil,
        guest: SeqPacketSocket? = nil
    ) throws(PlatformError) {
        var broker = Broker.Configuration(generation: generation)
        broker.slotLimit = configuration.slotLimit
        broker.sound = configuration.sound
        broker.timings = configuration.timings
        broker.grace = grace
        host = nil
        host = try BrokerHost(broker, claim: claim, rendezvous: rendezvous, guest: guest)
    }

    /// Starts a private broker that only this process can reach, while there is no shared one.
    private func hostAlone(_ problem: String?) {
        if let problem { tell(problem) }
        defer { if rendezvous != nil { seekLater() } }
        guard !isAlone else { return }
        do throws(PlatformError) {
            let (near, far) = try SeqPacketSocket.pair()
            try rule(1, guest: far)
            try adopt(near, 1)
            isAlone = true
        } catch {
            log.debug("no broker can be made: \(error)")
        }
    }

    /// Leaves the private broker, because a shared one was found.
    private func endAlone() {
        guard isAlone else { return }
        isAlone = false
        let wasWelcome = link?.isWelcome == true
        hangUp()
        host = nil
        if wasWelcome { for player in players { player.handlers?.receive(.lost) } }
    }

    private func adopt(_ socket: SeqPacketSocket, _ generation: UInt32) throws(PlatformError) {
        endAlone()
        guard !isStopped else { return }
        // This process's earlier broker was succeeded; it has ended or is about to.
        if rendezvous != nil, generation != host?.generation { host = nil }
        let token = try loop.watch(socket.number, for: .readable) { [unowned self] readiness in
            if readiness.contains(.writable) { flush() }
            if !readiness.isDisjoint(with: [.readable, .hangUp]) { readAll() }
        }
        link = Link(
            socket: socket, token: token, generation: generation,
            conversation: Conversation(patience: configuration.timings.peer))
        send(.hello(.players))
    }

    // MARK: Loss

    /// Closes the connection, if there is one.
    func hangUp() {
        guard let link else { return }
        loop.remove(link.token)
        self.link = nil
        peerTimer.cancel()
        acknowledgementTimer.cancel()
    }

    /// Handles the loss of the broker: informs every session and looks for the next broker.
    func lose() {
        guard let link else { return }
        let wasWelcome = link.isWelcome
        hangUp()
        isAlone = false
        if wasWelcome {
            if !link.isRefused { retryDelay = .zero }
            for player in players { player.handlers?.receive(.lost) }
        }
        guard !isStopped, self.link == nil else { return }
        // A broker that accepted the connection and hung up before its welcome is about to end, or refuses this
        // process.
        if wasWelcome, !link.isRefused { return seek() }
        if !link.isRefused { noteUnanswered(link.generation) }
        seekLater()
    }

    private func noteUnanswered(_ generation: UInt32) {
        unanswered = (generation, unanswered.generation == generation ? unanswered.count + 1 : 1)
        // A broker that was ending would be gone after so many attempts.
        if unanswered.count >= 8 { refused(.other) }
    }

    /// Handles the expiry of T_peer with messages not acknowledged.
    func timeOut() {
        readAll()
        guard let link, let deadline = link.conversation.deadline else { return }
        if deadline > MonotonicClock.now { return armPeerTimer() }
        log.warning("the session's broker does not answer; its place is taken by another")
        if !isAlone { silentGeneration = link.generation }
        lose()
    }

    func armPeerTimer() {
        guard !peerTimer.isSet, let deadline = link?.conversation.deadline else { return }
        peerTimer.set(on: loop, at: deadline) { [unowned self] in timeOut() }
    }
}
