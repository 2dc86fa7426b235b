import OrielPlatform
import OrielWayland

/// Carries out the decisions of `Reconnection`: opens connections to the compositor's sockets without blocking, and
/// hands over the first one that answers.
@MainActor
final class Reconnector {
    private let loop: MainLoop
    private var decisions: Reconnection
    /// The connection that has not answered yet.
    private var attempt: Connection?
    /// Path of the lost connection's socket.
    private var path = ""
    /// Sockets that are still to be tried; nil before the first.
    private var others: [SocketPath]?
    private let timer = LoopTimer()
    /// Number of the last attempt.
    private var attempts = 0
    /// Receives the globals of a new connection, which is attached and has answered.
    var onConnected: (Globals) -> Void = { _ in }
    /// Called once, when no further attempt will be made.
    var onGivenUp: (Reconnection.End) -> Void = { _ in }

    /// - Parameter limit: time without a compositor after which to give up; zero never connects again.
    init(loop: MainLoop, limit: Duration) {
        self.loop = loop
        decisions = Reconnection(limit: limit)
    }

    /// Begins to connect again.
    /// - Parameters:
    ///   - wasUsed: whether the compositor had shown anything on the lost connection.
    ///   - path: path of the lost connection's socket.
    func connectAgain(after loss: Reconnection.Loss, wasUsed: Bool, to path: String) {
        self.path = path
        handle(.lost(loss, wasUsed: wasUsed))
    }

    /// Ends every attempt.
    func finish() {
        timer.cancel()
        drop()
        (onConnected, onGivenUp) = ({ _ in }, { _ in })
    }

    private func handle(_ event: Reconnection.Event) {
        for effect in decisions.handle(event, at: MonotonicClock.now) {
            switch effect {
            case .connect(let target): connect(to: target)
            case .abandon:
                drop()
                attempts += 1
            case .wake(let time):
                timer.set(on: loop, at: time) { [weak self] in self?.handle(.time) }
            case .giveUp(let end): onGivenUp(end)
            }
        }
    }

    private func connect(to target: Reconnection.Target) {
        attempts += 1
        guard let socket = socket(for: target) else { return later(.exhausted) }
        do throws(WaylandError) {
            let connection = try Connection(atOnceTo: socket, isOwn: target == .other)
            attempt = connection
            try connection.attach(to: loop) { [weak self] _ in self?.attemptFailed() }
            Globals.read(on: connection) { [weak self] result in
                MainActor.assumeIsolated { self?.answered(result) }
            }
        } catch { later(.failed) }
    }

    private func socket(for target: Reconnection.Target) -> SocketPath? {
        guard target == .other else {
            others = nil
            return SocketPath(absolute: path)
        }
        var rest = others ?? RuntimeDirectory.environmentBase.map { SocketPath.others(than: path, in: $0) } ?? []
        let next = rest.isEmpty ? nil : rest.removeFirst()
        others = rest
        return next
    }

    private func answered(_ result: Result<Globals, WaylandError>) {
        guard let connection = attempt else { return }
        guard case .success(let globals) = result, globals.connection === connection else { return attemptFailed() }
        attempt = nil
        timer.cancel()
        handle(.connected)
        onConnected(globals)
    }

    private func attemptFailed() {
        guard attempt != nil else { return }
        drop()
        later(.failed)
    }

    private func drop() {
        attempt?.disconnect()
        attempt = nil
    }

    /// Handles an event of the present attempt in the loop's next turn, after the effects that belong together.
    private func later(_ event: Reconnection.Event) {
        let number = attempts
        loop.after(.zero) { [weak self] in if self?.attempts == number { self?.handle(event) } }
    }
}
