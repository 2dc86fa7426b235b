import Logging
package import OrielPictureInPicture
package import OrielPlatform

/// This process's link to the session's broker: finds it, or becomes its host where none answers, and registers the players
/// again with each new one. Nothing blocks. The loop's thread only; the loop must outlive it.
///
/// A broker that hangs up is gone; one that has not acknowledged for T_peer, or that a later one has taken the place of,
/// counts as gone. Each player's session then gets `lost`, and a `status` once the next broker has taken it.
package final class BrokerClient {
    package struct Configuration {
        /// The runtime folder; nil leaves this process with a broker of its own that nobody else reaches.
        package var directory: RuntimeDirectory?
        /// `WAYLAND_DISPLAY`, of which the last path component counts.
        package var display: String
        package var slotLimit = 1
        /// What is heard of what floats, where this process hosts the broker.
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
    let configuration: Configuration
    var rendezvous: Rendezvous?
    let log = Logger(label: "oriel")

    /// The connection, from the moment it stands.
    struct Link {
        let socket: SeqPacketSocket
        let token: EventLoop.Token
        let generation: UInt32
        var conversation: Conversation
        var isWelcome = false
        var isRefused = false
        var pending: [[UInt8]] = []
    }

    /// A command of this process's own.
    struct Asked {
        let command: SessionCommand
        let player: PlayerIdentifier?
        let token: UInt64
        var wasAccepted = false
        var wasRepeated = false
        let completion: (CommandFailure?) -> Void
    }

    /// What became of a command that came with a token, so that it isn't done twice when it is sent to two brokers.
    enum Performance {
        case underWay([Ticket])
        case done(CommandFailure?)
    }

    var line: Link?
    var host: BrokerHost?
    var hostGeneration: UInt32 = 0
    /// The broker is one that nobody else reaches; the others are looked for.
    var isAlone = false
    var isStopped = false
    var players: [RegisteredPlayer] = []
    var dirtyPlayers = false
    var asked: [Ticket: Asked] = [:]
    var performances: [UInt64: Performance] = [:]
    var performanceOrder: [UInt64] = []
    let buffer = PacketBuffer()
    var watch: (events: DirectoryWatch, token: EventLoop.Token)?
    var isLookingAgain = false
    var tokens: [EventLoop.Token] = []
    var retry: EventLoop.Token?
    var retryDelay: Duration = .zero
    var peerTimer: EventLoop.Token?
    var acknowledgementTimer: EventLoop.Token?
    /// This process has to do without the others, and the user knows.
    var isTold = false
    /// The broker that hung up on the last greeting without a word, and how often in a row: one of version 2 does so to
    /// every other version, so it is greeted in both by turns.
    var unanswered: (generation: UInt32, count: Int) = (0, 0)
    /// A broker that did not answer; only a later one will do.
    var silentGeneration: UInt32 = 0
    private var nextHandle: UInt32 = 1
    private var nextTicket: UInt32 = 1

    /// Called with one clear line when this process has to do without the others.
    package var onProblem: (String) -> Void = { _ in }

    package init(loop: EventLoop, configuration: Configuration) {
        self.loop = loop
        self.configuration = configuration
        rendezvous = configuration.directory.map { Rendezvous(directory: $0, display: configuration.display) }
    }

    /// The generation of the broker that has welcomed this process; nil while there is none.
    package var generation: UInt32? { line.flatMap { $0.isWelcome ? $0.generation : nil } }

    /// Whether the broker runs in this process.
    package var isHost: Bool { host != nil }

    /// Finds a broker, or becomes one. Call it once.
    package func start() {
        tokens.append(loop.beforeSleep { [unowned self] in sendReports() })
        watchNames()
        seek()
    }

    /// Leaves, as a process does that ends. The others go on, with another broker if this process hosts it.
    package func stop() {
        guard !isStopped else { return }
        isStopped = true
        for player in players { player.client = nil }
        players = []
        hangUp()
        for token in tokens { loop.remove(token) }
        if let watch { loop.remove(watch.token) }
        if let retry { loop.remove(retry) }
        host?.stop()
        host = nil
        let questions = asked.sorted { $0.key.rawValue < $1.key.rawValue }
        asked = [:]
        for (_, question) in questions { question.completion(.refused(.cancelled)) }
    }

    // MARK: Players

    /// Makes a player known. The handlers are first called from the loop.
    package func register(_ wish: PlayerIdentifier, handlers: PlayerHandlers) -> RegisteredPlayer {
        let player = RegisteredPlayer(
            handle: PlayerHandle(rawValue: nextHandle), wish: wish, handlers: handlers, client: self)
        nextHandle &+= 1
        players.append(player)
        if generation != nil { introduce(player) }
        return player
    }

    func unregister(_ player: RegisteredPlayer) {
        guard players.contains(where: { $0 === player }) else { return }
        send(.request(player.handle, .leave))
        players.removeAll { $0 === player }
        player.client = nil
    }

    func introduce(_ player: RegisteredPlayer) {
        let report = player.handlers.report()
        player.reported = report
        send(
            .register(player.handle, PlayerRegistration(identifier: player.identifier ?? player.wish, report: report)))
    }

    func send(_ request: BrokerRequest, of player: RegisteredPlayer) { send(.request(player.handle, request)) }

    func publish(_ event: HandoffEvent, of player: RegisteredPlayer) { send(.publish(player.handle, event)) }

    func noteReport(of player: RegisteredPlayer) { dirtyPlayers = true }

    private func sendReports() {
        guard dirtyPlayers, generation != nil else { return }
        dirtyPlayers = false
        for player in players {
            let report = player.handlers.report()
            guard player.reported.map(report.isNews(after:)) ?? true else { continue }
            player.reported = report
            send(.report(player.handle, report))
        }
    }

    // MARK: Commands

    /// Asks for a command, as `oriel` does.
    /// - Parameter completion: called once, from the loop: nil when the effect is complete, or why it is not. Where this
    ///   link has stopped, or stops before the answer, it is called at once.
    package func command(
        _ command: SessionCommand, player: PlayerIdentifier? = nil,
        completion: @escaping (CommandFailure?) -> Void = { _ in }
    ) {
        guard !isStopped else { return completion(.refused(.cancelled)) }
        let ticket = Ticket(rawValue: nextTicket)
        nextTicket &+= 1
        let question = Asked(
            command: command, player: player, token: .random(in: 1 ... .max), completion: completion)
        asked[ticket] = question
        send(.command(ticket, command, target: player, token: question.token))
    }
}
