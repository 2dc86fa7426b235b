import OrielPictureInPicture
import OrielPlatform
import OrielSceneHandoff
import SystemPackage

/// One connection to the broker, for one question and its answers.
final class RemoteExchange {
    enum End {
        case answered(CommandFailure?)
        /// The broker hung up, or a later one took its place.
        case lost
        /// It did not answer within the limit.
        case silent
    }

    private let loop: EventLoop
    private let socket: SeqPacketSocket
    private let rendezvous: Rendezvous
    private let generation: UInt32
    private var conversation: Conversation
    private let buffer = PacketBuffer()
    private let watch: DirectoryWatch?

    /// How long a successor may take while nobody answers.
    private static let succession: Duration = .milliseconds(500)

    /// Connects to the newest broker, waiting a moment for a successor where it is dead.
    init(_ rendezvous: Rendezvous, patience: Duration) throws(RemoteControlError) {
        self.rendezvous = rendezvous
        conversation = Conversation(patience: patience)
        let loop = try Self.orSystem { () throws(PlatformError) in try EventLoop() }
        self.loop = loop
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
                    loop.schedule(after: .milliseconds(10)) {}
                    loop.turn(limit: .milliseconds(10))
                default: throw .system("\(error); check the runtime folder \(rendezvous.directory.path)")
                }
            }
        }
        guard let connected else { throw .failed(.noPlayer) }
        (socket, generation) = connected
        watch = try? DirectoryWatch(rendezvous.directory.path)
    }

    static func orSystem<R>(_ body: () throws(PlatformError) -> R) throws(RemoteControlError) -> R {
        do throws(PlatformError) { return try body() } catch { throw .system("\(error)") }
    }

    /// Waits for a name to appear.
    static func wait(for watch: DirectoryWatch) throws(RemoteControlError) {
        let loop = try orSystem { () throws(PlatformError) in try EventLoop() }
        try orSystem { () throws(PlatformError) in
            _ = try loop.watch(watch.number, for: .readable) { _ in watch.clear() }
        }
        loop.turn()
    }

    /// Asks, and hands each message that comes back to `body` until it answers.
    func ask(
        _ question: Message, limit: Duration?, _ body: @escaping (Message) -> Result<CommandFailure?, Never>?
    ) -> End {
        var end: End?
        let deadline = limit.map { MonotonicClock.now + $0 }
        send(.hello(.commands))
        send(question)
        _ = try? loop.watch(socket.number, for: .readable) { [unowned self] _ in end = end ?? read(body) }
        if let watch {
            _ = try? loop.watch(watch.number, for: .readable) { [unowned self] _ in
                watch.clear()
                guard let newest = rendezvous.newest, newest > generation else { return }
                end = end ?? read(body) ?? .lost
            }
        }
        while true {
            if let end { return end }
            let now = MonotonicClock.now
            if let deadline, now >= deadline { return .silent }
            if let silence = conversation.deadline, now >= silence {
                end = read(body)
                guard end == nil, conversation.deadline.map({ $0 <= now }) ?? false else { continue }
                // Whoever has players succeeds it as soon as they know.
                rendezvous.reportSilence(of: generation)
                return .lost
            }
            let next = [deadline, conversation.deadline].compactMap { $0 }.min()
            loop.turn(limit: next.map { $0 - now })
        }
    }

    private func send(_ message: Message) {
        var number = generation
        if case .hello = message { number = 0 }
        _ = socket.send(conversation.send(message, generation: number, at: MonotonicClock.now))
    }

    private func read(_ body: (Message) -> Result<CommandFailure?, Never>?) -> End? {
        while true {
            switch socket.receive(into: buffer) {
            case .message(let bytes):
                guard let envelope = try? conversation.receive(bytes) else { continue }
                if case .success(let failure) = body(envelope.message) { return .answered(failure) }
            case .nothing:
                if conversation.owesAcknowledgement { send(.acknowledge) }
                return nil
            case .oversized, .ended: return .lost
            }
        }
    }
}
