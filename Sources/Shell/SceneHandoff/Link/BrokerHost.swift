import Logging
import OrielPictureInPicture
import OrielPlatform

/// The thread `oriel-broker`: runs a broker on its socket until it is stopped or finds a later one. Its own process
/// connects to it as any other client.
final class BrokerHost: Sendable {
    let generation: UInt32
    private let wakeup: Wakeup
    private let orders = Monitor(Orders())
    private let thread: NamedThread

    /// Orders that the thread has not taken yet.
    fileprivate struct Orders {
        var isToStop = false
        var sound: PictureInPictureSound?
    }

    /// Starts the thread.
    /// - Parameters:
    ///   - claim: the claim that succeeded; nil for a private broker.
    ///   - guest: broker's end of this process's connection, for a private broker.
    /// - Throws: `PlatformError` if there are no more descriptors or threads.
    init(
        _ configuration: Broker.Configuration, claim: Rendezvous.Claim?, rendezvous: Rendezvous?,
        guest: SeqPacketSocket? = nil
    ) throws(PlatformError) {
        generation = configuration.generation
        let wakeup = try Wakeup()
        self.wakeup = wakeup
        thread = try NamedThread("oriel-broker") { [orders] in
            do throws(PlatformError) {
                let broker = try BrokerThread(
                    configuration, claim: claim, rendezvous: rendezvous, wakeup: wakeup, orders)
                if let guest { broker.admit(guest) }
                broker.run()
            } catch {
                Logger(label: "oriel").error("the broker could not start: \(error)")
            }
        }
    }

    /// Hangs up on all clients and waits for the thread's end, which takes microseconds.
    func stop() {
        orders.update { $0.isToStop = true }
        wakeup.signal()
        thread.join()
    }

    /// Changes how overlays are heard beside windows.
    func setSound(_ sound: PictureInPictureSound) {
        orders.update { $0.sound = sound }
        wakeup.signal()
    }
}

/// State of the broker's thread.
private final class BrokerThread {
    private struct Connection {
        let socket: SeqPacketSocket
        var token: EventLoop.Token
        /// Messages that didn't fit into the socket's queue.
        var pending: [[UInt8]] = []
        var pendingSize = 0
        var isResting = false
    }

    private let loop: EventLoop
    private let claim: Rendezvous.Claim?
    private let rendezvous: Rendezvous?
    private var server: BrokerConnections
    private let buffer = PacketBuffer()
    private var connections: [ClientIdentifier: Connection] = [:]
    /// Processes of the clients. One may live a moment longer than its connection.
    private var processes: [ClientIdentifier: (handle: ProcessHandle, token: EventLoop.Token)] = [:]
    private var timers: [BrokerConnections.LinkTimer: EventLoop.Token] = [:]
    private var listening: EventLoop.Token?
    private var nextClient: UInt32 = 1
    /// inotify watch on broker names; nil if the user is out of watches, in which case the folder is read instead.
    private let watch: DirectoryWatch?
    private var hasLooked = false
    private var isNew = true
    private var faults = 0
    private var inputs: [BrokerConnections.Input] = []
    private var isHandling = false
    private let log = Logger(label: "oriel")

    /// Maximum number of unsent bytes per client before it is disconnected.
    private static let maximumPending = 1 << 20
    /// Maximum number of batches read from one client before the next one's turn.
    private static let batchesPerTurn = 4
    /// Maximum number of connections accepted before existing ones have their turn.
    private static let connectionsPerTurn = 32
    /// Maximum number of batches read from a client that has ended; a socket's queue holds less.
    private static let batchesOfTheDead = 64
    private let maximumClients: Int

    init(
        _ configuration: Broker.Configuration, claim: Rendezvous.Claim?, rendezvous: Rendezvous?, wakeup: Wakeup,
        _ orders: Monitor<BrokerHost.Orders>
    ) throws(PlatformError) {
        loop = try EventLoop()
        self.claim = claim
        self.rendezvous = rendezvous
        server = BrokerConnections(Broker(configuration))
        // The names were correct when the claim succeeded; the watch or the first look finds later changes.
        watch = rendezvous.flatMap { try? DirectoryWatch($0.directory.path, removals: true) }
        // Each client may take two descriptors, and the process needs others.
        maximumClients = min(1024, max(16, (ProcessLimits.openFiles - 256) / 2))
        try loop.watch(wakeup) { [unowned self] in
            var order = BrokerHost.Orders()
            orders.update { swap(&$0, &order) }
            if let sound = order.sound, isNewest { handle(.sound(sound)) }
            if order.isToStop { loop.stop() }
        }
        loop.beforeSleep { [unowned self] in hasLooked = false }
        try listen()
        carryOut(server.begin(at: MonotonicClock.now))
    }

    func run() {
        loop.run()
        for client in connections.keys { close(client) }
    }

    /// Whether this broker is still the newest. Checked before each action, since a stopped broker may have been
    /// succeeded.
    private var isNewest: Bool {
        guard !hasLooked, let claim, let rendezvous else { return true }
        hasLooked = true
        if let watch {
            guard watch.hasChanged() || isNew else { return true }
            isNew = false
        }
        guard rendezvous.isSucceeded(claim) else { return true }
        log.debug("broker \(claim.generation) was succeeded")
        loop.stop()
        for client in connections.keys { close(client) }
        hasLooked = false
        return false
    }

    /// Processes inputs one at a time, including their outputs, so that messages leave in the order of their numbers.
    private func handle(_ input: BrokerConnections.Input) {
        inputs.append(input)
        guard !isHandling else { return }
        isHandling = true
        while !inputs.isEmpty { carryOut(server.handle(inputs.removeFirst(), at: MonotonicClock.now)) }
        isHandling = false
    }

    // MARK: Connections

    private func listen() throws(PlatformError) {
        guard let claim else { return }
        listening = try loop.watch(claim.listener.number, for: .readable) { [unowned self] _ in
            guard isNewest else { return }
            accept(from: claim.listener)
        }
    }

    private func accept(from listener: SeqPacketSocket) {
        do throws(PlatformError) {
            for _ in 0..<Self.connectionsPerTurn {
                guard let socket = try listener.accept() else { return }
                let peer = try socket.peer
                guard peer.user == ProcessHandle.ownUser else {
                    log.warning("a connection of user \(peer.user) to the broker was refused")
                    continue
                }
                admit(socket)
            }
        } catch {
            // Probably out of descriptors: waiting clients are accepted once there are some.
            log.warning("no client can be accepted for now: \(error)")
            if let listening { loop.remove(listening) }
            loop.schedule(after: .milliseconds(100)) { [unowned self] in try? listen() }
        }
    }

    func admit(_ socket: SeqPacketSocket) {
        guard connections.count < maximumClients else {
            var conversation = Conversation()
            _ = socket.send(
                conversation.send(
                    .refused(.full), generation: server.broker.configuration.generation, at: MonotonicClock.now))
            return
        }
        let client = ClientIdentifier(nextClient)
        nextClient &+= 1
        guard
            let token = try? loop.watch(
                socket.number, for: .readable, { [unowned self] in ready(client, $0) })
        else { return }
        connections[client] = Connection(socket: socket, token: token)
        handle(.connected(client))
    }

    private func ready(_ client: ClientIdentifier, _ readiness: EventLoop.Readiness) {
        guard isNewest else { return }
        if readiness.contains(.writable) { flush(client) }
        guard !readiness.isDisjoint(with: [.readable, .hangUp]) else { return }
        for _ in 0..<Self.batchesPerTurn {
            guard let connection = connections[client], !connection.isResting || readiness.contains(.hangUp) else {
                break
            }
            let batch = connection.socket.receiveAll(into: buffer)
            for bytes in batch.messages { handle(.packet(bytes, from: client)) }
            switch batch.end {
            case nil: continue
            case .oversized: return handle(.broken(client))
            case .ended:
                let process = processes[client]?.handle
                if process?.hasExited == true { return handle(.processEnded(client)) }
                return handle(.ended(client, isWatched: process != nil))
            case .nothing, .message: return handle(.drained(client))
            }
        }
        handle(.drained(client))
    }

    private func watchProcess(_ client: ClientIdentifier) {
        guard let process = connections[client]?.socket.peerProcess else { return }
        let token = try? loop.watch(process.number, for: .readable) { [unowned self] _ in
            guard isNewest else { return }
            // Its last messages are still to be read.
            for _ in 0..<Self.batchesOfTheDead {
                guard let batch = connections[client]?.socket.receiveAll(into: buffer), !batch.messages.isEmpty else {
                    break
                }
                for bytes in batch.messages { handle(.packet(bytes, from: client)) }
            }
            handle(.processEnded(client))
        }
        if let token { processes[client] = (process, token) }
    }

    private func forgetProcess(_ client: ClientIdentifier) {
        if let process = processes.removeValue(forKey: client) { loop.remove(process.token) }
    }

    // MARK: Outputs

    private func carryOut(_ outputs: [BrokerConnections.Output]) {
        for output in outputs {
            switch output {
            case .send(let bytes, let client): send(bytes, to: client)
            case .arm(let timer, let time):
                if let token = timers[timer] { loop.remove(token) }
                timers[timer] = loop.schedule(at: time) { [unowned self] in
                    timers[timer] = nil
                    guard isNewest else { return }
                    handle(.timer(timer))
                }
            case .cancel(let timer): if let token = timers.removeValue(forKey: timer) { loop.remove(token) }
            case .close(let client): close(client)
            case .watchProcess(let client): watchProcess(client)
            case .forgetProcess(let client): forgetProcess(client)
            case .rest(let client, let time): rest(client, until: time)
            case .fault(let client, let error):
                faults += 1
                // Only the first fault is a warning, so that a flood of invalid messages doesn't flood the log.
                log.log(level: faults == 1 ? .warning : .debug, "\(client) was disconnected: \(error)")
            }
        }
    }

    private func send(_ bytes: [UInt8], to client: ClientIdentifier) {
        guard let connection = connections[client] else { return }
        if connection.pending.isEmpty {
            switch connection.socket.send(bytes) {
            case .sent, .failed: return  // A failure is followed by a hang-up.
            case .wouldBlock: break
            }
        }
        connections[client]?.pending.append(bytes)
        connections[client]?.pendingSize += bytes.count
        watch(client)
        if connection.pendingSize + bytes.count > Self.maximumPending { handle(.broken(client)) }
    }

    private func flush(_ client: ClientIdentifier) {
        guard var connection = connections[client] else { return }
        var count = 0
        sending: for bytes in connection.pending {
            switch connection.socket.send(bytes) {
            case .wouldBlock: break sending
            case .sent, .failed:
                count += 1
                connection.pendingSize -= bytes.count
            }
        }
        connection.pending.removeFirst(count)
        connections[client] = connection
        watch(client)
    }

    private func watch(_ client: ClientIdentifier) {
        guard let connection = connections[client] else { return }
        var interest: EventLoop.Readiness = connection.isResting ? [] : .readable
        if !connection.pending.isEmpty { interest.insert(.writable) }
        loop.update(connection.token, for: interest)
    }

    private func rest(_ client: ClientIdentifier, until time: Duration) {
        guard connections[client]?.isResting == false else { return }
        connections[client]?.isResting = true
        watch(client)
        loop.schedule(at: time) { [unowned self] in
            connections[client]?.isResting = false
            watch(client)
        }
    }

    private func close(_ client: ClientIdentifier) {
        guard let connection = connections.removeValue(forKey: client) else { return }
        loop.remove(connection.token)
    }
}
