import Logging
package import OrielPictureInPicture
package import OrielPlatform

/// This process's connection to the session's broker. It finds the broker or becomes its host if none answers, and
/// registers its players with each new one. Nothing blocks. Only for the loop's thread; the loop must outlive it.
///
/// A broker is lost if it hangs up, has not acknowledged for T_peer, or has been succeeded by a later one. Each
/// player's session then receives `lost`, and `status` once the next broker has registered it.
package final class BrokerClient {
    package struct Configuration {
        /// The runtime folder; nil gives this process a private broker.
        package var directory: RuntimeDirectory?
        /// `WAYLAND_DISPLAY`; only its last path component counts.
        package var display: String
        package var slotLimit = 1
        /// How overlays are heard beside windows, if this process hosts the broker.
        package var sound = PictureInPictureSound.focus
        package var timings = PictureInPictureTimings()
        /// Whether this process may host the broker.
        package var mayHost = true

        package init(directory: RuntimeDirectory?, display: String) {
            self.directory = directory
            self.display = display
        }
    }

    let loop: EventLoop
    private(set) var configuration: Configuration
    var rendezvous: Rendezvous?
    let log = Logger(label: "oriel")

    /// The connection to a broker.
    struct Link {
        let socket: SeqPacketSocket
        let token: EventLoop.Token
        let generation: UInt32
        var conversation: Conversation
        var isWelcome = false
        var isRefused = false
        var pending: [[UInt8]] = []
        /// Players that were introduced to this broker.
        var introduced: Set<PlayerHandle> = []
        /// How many of them it has registered.
        var registered = 0
    }

    /// A command sent by this process and not yet answered.
    struct SentCommand {
        let command: SessionCommand
        let player: PlayerIdentifier?
        let token: UInt64
        var wasAccepted = false
        var wasRepeated = false
        let completion: (CommandFailure?) -> Void
    }

    /// Progress of a received command, by its token: a command sent through two brokers is performed once.
    enum Performance {
        case underWay([Ticket])
        case done(CommandFailure?)
    }

    var link: Link?
    var host: BrokerHost? {
        didSet {
            oldValue?.stop()
            if (host == nil) != (oldValue == nil) { noteHosting() }
        }
    }
    /// Whether the broker is private to this process, which still looks for a shared one.
    var isAlone = false
    var isStopped = false
    var players: [RegisteredPlayer] = []
    var dirtyPlayers = false
    var sentCommands: [Ticket: SentCommand] = [:]
    var performances: [UInt64: Performance] = [:]
    var performanceOrder: [UInt64] = []
    let buffer = PacketBuffer()
    var watch: (events: DirectoryWatch, token: EventLoop.Token)?
    var isLookingAgain = false
    var tokens: [EventLoop.Token] = []
    let retry = LoopTimer()
    var retryDelay: Duration = .zero
    let peerTimer = LoopTimer()
    let acknowledgementTimer = LoopTimer()
    /// Whether `onProblem` has reported that this process is without the others.
    var isTold = false
    /// The broker that last hung up on a greeting without an answer, and how often in a row.
    var unanswered: (generation: UInt32, count: Int) = (0, 0)
    /// Generation of a broker that didn't answer; only a later one is accepted.
    var silentGeneration: UInt32 = 0
    /// How many players of this process a broker registers, once it has refused one: that broker, and their number.
    var room: (generation: UInt32, count: Int) = (0, .max)
    private var nextHandle: UInt32 = 1
    private var nextTicket: UInt32 = 1

    /// Receives one line when this process can't reach the others.
    package var onProblem: (String) -> Void = { _ in }

    package init(loop: EventLoop, configuration: Configuration) {
        self.loop = loop
        self.configuration = configuration
        rendezvous = configuration.directory.map { Rendezvous(directory: $0, display: configuration.display) }
    }

    /// Generation of the broker that has welcomed this process; nil while there is none.
    package var generation: UInt32? { link.flatMap { $0.isWelcome ? $0.generation : nil } }

    /// Whether the broker runs in this process.
    package var isHost: Bool { host != nil }

    /// How overlays are heard beside windows, if this process hosts the broker.
    package var sound: PictureInPictureSound {
        get { configuration.sound }
        set {
            configuration.sound = newValue
            host?.setSound(newValue)
        }
    }

    /// Called from the loop when this process has come to host the session's broker, or no longer does.
    package var onHostingChange: () -> Void = {}

    private func noteHosting() {
        guard !isStopped else { return }
        loop.schedule(after: .zero) { [weak self] in if let self, !isStopped { onHostingChange() } }
    }

    /// Finds a broker or becomes one. Call it once.
    package func start() {
        tokens.append(loop.beforeSleep { [unowned self] in sendReports() })
        watchNames()
        seek()
    }

    /// Meets the players of another display from now on: the compositor has come back with another socket name. The
    /// players stay registered; their sessions receive `lost`, and `status` once a broker of that display has them.
    package func move(to display: String) {
        guard !isStopped, let former = rendezvous else { return }
        let next = Rendezvous(directory: former.directory, display: display)
        guard next.display != former.display else { return }
        configuration.display = display
        rendezvous = next
        host = nil
        (silentGeneration, unanswered) = (0, (0, 0))
        guard link != nil else { return }
        lose()
    }

    /// Disconnects, as at the end of the process. The others go on, with another broker if this process hosts it.
    package func stop() {
        guard !isStopped else { return }
        isStopped = true
        for player in players { player.client = nil }
        players = []
        hangUp()
        for token in tokens { loop.remove(token) }
        if let watch { loop.remove(watch.token) }
        retry.cancel()
        host = nil
        let commands = sentCommands.sorted { $0.key.rawValue < $1.key.rawValue }
        sentCommands = [:]
        for (_, sent) in commands { sent.completion(.refused(.cancelled)) }
    }

    // MARK: Players

    /// Registers a player. Its handlers are called from the loop only, not during this call.
    package func register(_ wish: PlayerIdentifier, handlers: any PlayerHandlers) -> RegisteredPlayer {
        let player = RegisteredPlayer(
            handle: PlayerHandle(rawValue: nextHandle), wish: wish, handlers: handlers, client: self)
        nextHandle &+= 1
        players.append(player)
        if hasRoom { introduce(player) }
        return player
    }

    func unregister(_ player: RegisteredPlayer) {
        guard players.contains(where: { $0 === player }) else { return }
        player.send(.leave)
        link?.introduced.remove(player.handle)
        players.removeAll { $0 === player }
        player.client = nil
        introduceAll()
    }

    /// Whether the broker was told of a player.
    func isIntroduced(_ player: RegisteredPlayer) -> Bool { link?.introduced.contains(player.handle) == true }

    /// Whether there is a broker that takes one more player, as far as it is known.
    private var hasRoom: Bool {
        guard let link, link.isWelcome else { return false }
        return room.generation != link.generation || link.introduced.count < room.count
    }

    /// Introduces the players that the broker doesn't know yet, the oldest first, as many as it has room for.
    func introduceAll() {
        guard hasRoom else { return }
        for player in players where !isIntroduced(player) {
            guard hasRoom else { return }
            introduce(player)
        }
    }

    private func introduce(_ player: RegisteredPlayer) {
        link?.introduced.insert(player.handle)
        let report = player.report
        player.reported = report
        send(
            .register(player.handle, PlayerRegistration(identifier: player.identifier ?? player.wish, report: report)))
    }

    private func sendReports() {
        guard dirtyPlayers, generation != nil else { return }
        dirtyPlayers = false
        for player in players where isIntroduced(player) {
            let report = player.report
            guard player.reported.map(report.isNews(after:)) ?? true else { continue }
            player.reported = report
            send(.report(player.handle, report))
        }
    }

    // MARK: Commands

    /// Sends a command to the broker, as `oriel` does.
    /// - Parameter completion: called once, from the loop: with nil when the effect is complete, or with the reason of
    ///   the failure. Called with a failure at once if this connection has stopped or stops before the answer.
    package func command(
        _ command: SessionCommand, player: PlayerIdentifier? = nil,
        completion: @escaping (CommandFailure?) -> Void = { _ in }
    ) {
        guard !isStopped else { return completion(.refused(.cancelled)) }
        let ticket = Ticket(rawValue: nextTicket)
        nextTicket &+= 1
        let sent = SentCommand(
            command: command, player: player, token: .random(in: 1 ... .max), completion: completion)
        sentCommands[ticket] = sent
        send(.command(ticket, command, target: player, token: sent.token))
    }
}
