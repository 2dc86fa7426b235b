import Glibc
import OrielPlatform
import OrielSceneHandoff
import SystemPackage

/// A connection to the broker for one request and its answers.
final class RemoteExchange {
    enum End {
        case answered(CommandFailure?)
        /// The broker hung up, or was succeeded by a later one.
        case lost
        /// The broker did not acknowledge in time and was reported, so that a process with players succeeds it.
        case overdue
        /// The broker hung up on the greeting without an answer.
        case unanswered
        /// The broker refused this program.
        case refused(Refusal)
        /// The broker did not answer within the limit.
        case silent
    }

    private let loop: EventLoop
    private let socket: SeqPacketSocket
    private let rendezvous: Rendezvous
    private let generation: UInt32
    private var conversation: Conversation
    private let buffer = PacketBuffer()
    private let watch: DirectoryWatch?
    private var isWelcome = false

    /// Maximum wait for a successor while no broker answers.
    private static let succession: Duration = .milliseconds(500)

    /// Connects to the newest broker; if that is dead, waits briefly for a successor.
    /// - Throws: `.failed(.noPlayer)` if there is no broker, `.system` if the folder can't be used.
    init(_ rendezvous: Rendezvous, patience: Duration) throws(RemoteControlError) {
        self.rendezvous = rendezvous
        conversation = Conversation(patience: patience)
        loop = try Self.orSystem { () throws(PlatformError) in try EventLoop() }
        let limit = MonotonicClock.now + Self.succession
        var connected: (SeqPacketSocket, UInt32)?
        while connected == nil {
            guard let newest = rendezvous.newest else { throw .failed(.noPlayer) }
            do throws(PlatformError) {
                connected = (try rendezvous.connect(to: newest), newest)
            } catch {
                switch error.errno {
                case .connectionRefused, .noSuchFileOrDirectory, .resourceTemporarilyUnavailable:
                    guard MonotonicClock.now < limit else { throw .failed(.noPlayer) }
                    Self.rest(for: .milliseconds(10))
                default: throw .system("\(error); check the runtime folder \(rendezvous.directory.path)")
                }
            }
        }
        guard let connected else { throw .failed(.noPlayer) }
        (socket, generation) = connected
        watch = try? DirectoryWatch(rendezvous.directory.path)
    }

    /// Sends a request to the newest broker. A broker that hangs up on the greeting is about to end, so the request is
    /// sent again. If this goes on, the broker counts as refusing this program.
    static func ask(
        _ question: Message, of rendezvous: Rendezvous, patience: Duration, limit: Duration?,
        _ body: @escaping (Message) -> Result<CommandFailure?, Never>?
    ) throws(RemoteControlError) -> End {
        let end = MonotonicClock.now + succession
        while true {
            let exchange = try RemoteExchange(rendezvous, patience: patience)
            switch exchange.ask(question, limit: limit, body) {
            case .refused(let refusal): throw .refused("\(refusal)")
            case .unanswered:
                guard MonotonicClock.now < end else { throw .refused("\(Refusal.other)") }
                Self.rest(for: .milliseconds(10))
            case let end: return end
            }
        }
    }

    /// Suspends the thread for `time`, or until a signal (`usleep`).
    static func rest(for time: Duration) { usleep(useconds_t(clamping: time.nanoseconds / 1000)) }

    /// Watches the folder for names that appear or disappear.
    static func names(of rendezvous: Rendezvous) throws(RemoteControlError) -> DirectoryWatch {
        try orSystem { () throws(PlatformError) in
            try DirectoryWatch(rendezvous.directory.path, removals: true)
        }
    }

    private static func orSystem<R>(_ body: () throws(PlatformError) -> R) throws(RemoteControlError) -> R {
        do throws(PlatformError) { return try body() } catch { throw .system("\(error)") }
    }

    /// Waits for a name to appear or disappear, or for a signal (`poll`).
    static func wait(for watch: DirectoryWatch) {
        var entry = pollfd(fd: watch.number, events: Int16(POLLIN), revents: 0)
        poll(&entry, 1, -1)
        watch.clear()
    }

    /// Sends the request and passes each answer to `body` until it returns a result.
    private func ask(
        _ question: Message, limit: Duration?, _ body: @escaping (Message) -> Result<CommandFailure?, Never>?
    ) -> End {
        var end: End?
        let deadline = limit.map { MonotonicClock.now + $0 }
        let hear = { [unowned self] (message: Message) -> Result<End, Never>? in
            switch message {
            case .welcome:
                isWelcome = true
                send(question)
                return nil
            case .refused(let refusal): return .success(.refused(refusal))
            default:
                guard case .success(let failure) = body(message) else { return nil }
                return .success(.answered(failure))
            }
        }
        send(.hello(.commands))
        let token = try? loop.watch(socket.number, for: .readable) { [unowned self] _ in end = end ?? read(hear) }
        defer { if let token { loop.remove(token) } }
        if let watch {
            _ = try? loop.watch(watch.number, for: .readable) { [unowned self] _ in
                watch.clear()
                guard let newest = rendezvous.newest, newest > generation else { return }
                end = end ?? read(hear) ?? .lost
            }
        }
        // While there is a limit, so that a broker or player that stops meanwhile is noticed before it.
        let pause = conversation.patience / 8
        var probe = deadline.map { _ in MonotonicClock.now + pause }
        while true {
            if let end { return end }
            let now = MonotonicClock.now
            if let deadline, now >= deadline { return .silent }
            if let silence = conversation.deadline, now >= silence {
                end = read(hear)
                guard end == nil, conversation.deadline.map({ $0 <= now }) ?? false else { continue }
                // A process with players will start a successor when it reads this report.
                rendezvous.reportSilence(of: generation)
                return .overdue
            }
            if let due = probe, now >= due {
                if isWelcome, conversation.isSettled {
                    send(.probe)
                }
                probe = now + pause
            }
            let next = [deadline, conversation.deadline, probe].compactMap { $0 }.min()
            loop.turn(limit: next.map { $0 - now })
        }
    }

    private func send(_ message: Message) {
        var number = generation
        if case .hello = message { number = 0 }
        _ = socket.send(conversation.send(message, generation: number, at: MonotonicClock.now))
    }

    private func read(_ hear: (Message) -> Result<End, Never>?) -> End? {
        // Bounded: remaining messages follow in the loop's next turn, after due timers.
        for _ in 0..<1024 {
            switch socket.receive(into: buffer) {
            case .message(let bytes):
                do throws(MessageError) {
                    guard let envelope = try conversation.receive(bytes) else { continue }
                    if case .success(let end) = hear(envelope.message) { return end }
                } catch {
                    if isWelcome { return .lost }
                    if case .version = error { return .refused(.version) }
                    return .refused(.other)
                }
            case .nothing:
                if conversation.owesAcknowledgement { send(.acknowledge) }
                return nil
            case .oversized, .ended: return isWelcome ? .lost : .unanswered
            }
        }
        if conversation.owesAcknowledgement { send(.acknowledge) }
        return nil
    }
}
