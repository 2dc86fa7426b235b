import Glibc
import OrielPictureInPicture
import OrielPlatform
import OrielRemoteControl
import OrielSceneHandoff
import OrielTexts

/// The program that a browser starts for the extension (`oriel browser host`): reads its messages, starts players and
/// tells their ends, until the browser closes standard input. Players that run then live on by themselves.
@MainActor
final class BrowserHost {
    private final class Player {
        let program: LaunchedProgram
        var output = PlayerOutput()
        var watch: EventLoop.Token?
        let deadline = LoopTimer()

        init(_ words: [String]) throws(ProgramOutput.Failure) { program = try LaunchedProgram(words) }
    }

    /// Messages that may be wrong before the host ends.
    private static let patience = 100
    /// How often a player is asked to give its video back, and the time between; then it is terminated.
    private static let attempts = 4, pause = Duration.milliseconds(700)
    /// Players of this browser that may live, those that it left too.
    private static let limit = 20
    /// Time for a terminated player to end before it is killed.
    private static let grace = Duration.seconds(3)
    private let loop: EventLoop
    private let program = BindCommand.program()
    private var session = BrowserSession()
    private var frames = NativeFrames()
    private var players: [Int: Player] = [:]
    private var refused = 0
    /// Players that aren't read any more. They are reaped only then, so that no signal meets another process.
    private var left: [Int32] = []

    init() throws(PlatformError) { loop = try EventLoop(drainsMainQueue: true) }

    func run() throws(PlatformError) {
        BrokenPipes.ignore()
        // A browser that reads nothing must not hold up the players.
        _ = fcntl(STDOUT_FILENO, F_SETFL, fcntl(STDOUT_FILENO, F_GETFL) | O_NONBLOCK)
        try loop.watch(STDIN_FILENO, for: .readable) { [unowned self] _ in
            MainActor.assumeIsolated { receive() }
        }
        send(BrowserReply(.ready))
        loop.run()
    }

    private func receive() {
        guard let bytes = Self.read(STDIN_FILENO) else { return }
        guard !bytes.isEmpty else { return loop.stop() }
        frames.append(bytes)
        do throws(NativeFrames.TooLong) {
            while let message = try frames.next() {
                if let request = BrowserRequest(json: message) {
                    perform(session.receive(request))
                } else {
                    refuse(localized("a message can't be read; the extension may be of another version"))
                }
            }
        } catch {
            refuse("\(error)")
            loop.stop()
        }
    }

    private func refuse(_ line: String, of tab: Int? = nil) {
        send(BrowserReply(.refused, tab: tab, line: line))
        refused += 1
        if refused >= Self.patience { loop.stop() }
    }

    private func perform(_ effects: [BrowserSession.Effect]) {
        for effect in effects {
            switch effect {
            case .start(let number, let words): start(number, words)
            case .open(let tab, let words): open(tab, words)
            case .restore(let number): restore(number)
            case .letGo(let number): forget(number)
            case .send(let reply): send(reply)
            }
        }
    }

    private func open(_ tab: Int, _ words: [String]) {
        guard !isFull else { return refuse(Self.full, of: tab) }
        do {
            leave(try LaunchedProgram([program, "play", "--pip", "--on-failure=window"] + words).process)
            send(BrowserReply(.opened, tab: tab))
        } catch { refuse(localized("\(program) can't be started"), of: tab) }
    }

    private static var full: String { localized("\(limit) videos of this browser are open") }
    private var isFull: Bool {
        reap()
        return players.count + left.count >= Self.limit
    }

    /// Name of a player, by which `oriel status` shows it.
    private static func name(_ number: Int) -> String { "browser-\(getpid())-\(number)" }

    private func start(_ number: Int, _ words: [String]) {
        guard !isFull else { return failed(number, Self.full) }
        let words = [program, "play", "--pip", "--hand-back", "--id=\(Self.name(number))"] + words
        do {
            let player = try Player(words)
            player.watch = try loop.watch(player.program.output.number, for: .readable) { [unowned self] _ in
                MainActor.assumeIsolated { self.readOutput(of: number) }
            }
            players[number] = player
        } catch { failed(number, localized("\(program) can't be started")) }
    }

    private func failed(_ number: Int, _ line: String) { perform(session.ended(number: number, nil, line: line)) }

    private func readOutput(of number: Int) {
        guard let player = players[number], let bytes = Self.read(player.program.output.number) else { return }
        guard bytes.isEmpty else {
            player.output.append(bytes)
            return
        }
        forget(number)
        perform(session.ended(number: number, player.output.report, line: player.output.line))
    }

    private func forget(_ number: Int) {
        guard let player = players.removeValue(forKey: number) else { return }
        if let watch = player.watch { loop.remove(watch) }
        player.deadline.cancel()
        leave(player.program.process)
    }

    private func leave(_ process: Int32) {
        left.append(process)
        reap()
    }

    /// Reaps those of the players left that have ended; the rest live on.
    private func reap() { left.removeAll { waitpid($0, nil, WNOHANG) != 0 } }

    /// Brings the video back: a player that floats ends by it. One that doesn't float yet is asked again, and
    /// terminated if that doesn't help either.
    private func restore(_ number: Int, attempt: Int = 1) {
        guard attempt <= Self.attempts else { return end(number, by: SIGTERM) }
        schedule(number, after: Self.pause) { [unowned self] in restore(number, attempt: attempt + 1) }
        let name = PlayerIdentifier(rawValue: Self.name(number))
        _ = try? NamedThread("oriel-restore") { [weak self] in
            let isDone: ()? = try? Remote.attempt("browser") { remote throws(RemoteControlError) in
                try remote.perform(.player(.restore), player: name, waits: false)
            }
            if isDone == nil { Task { @MainActor in self?.end(number, by: SIGTERM) } }
        }
    }

    private func end(_ number: Int, by signal: CInt) {
        guard let player = players[number] else { return }
        kill(player.program.process, signal)
        guard signal != SIGKILL else { return }
        schedule(number, after: Self.grace) { [unowned self] in end(number, by: SIGKILL) }
    }

    /// Does something later, unless the player has ended by then. Replaces what was to be done.
    private func schedule(_ number: Int, after delay: Duration, _ body: @escaping @MainActor () -> Void) {
        players[number]?.deadline.set(on: loop, after: delay) { MainActor.assumeIsolated(body) }
    }

    private func send(_ reply: BrowserReply) {
        var bytes = reply.frame[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { write(STDOUT_FILENO, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return loop.stop() }
            bytes = bytes.dropFirst(count)
        }
    }

    /// Reads what is there; empty at the end, nil if there is nothing.
    private static func read(_ descriptor: CInt) -> [UInt8]? {
        var chunk = [UInt8](repeating: 0, count: 1 << 16)
        let count = Glibc.read(descriptor, &chunk, chunk.count)
        guard count >= 0 else { return errno == EINTR || errno == EAGAIN ? nil : [] }
        return Array(chunk.prefix(count))
    }
}
