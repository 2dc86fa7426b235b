import Glibc
import OrielGeometry
import OrielPictureInPicture
import OrielPlatform
import OrielRemoteControl
import OrielSceneHandoff
import Testing

/// A client with one player on a shared loop, and the calls of its handlers.
final class Link {
    let client: BrokerClient
    private let loop: EventLoop
    private var starts: UInt32 = 0
    private(set) var player: RegisteredPlayer?
    var report = PlayerReport()
    var events: [BrokerEvent] = []
    var commands: [PlayerCommand] = []
    var gains: [Double] = []
    var failure: CommandFailure?
    /// Whether commands wait for `finishCommands`.
    var holdsCommands = false
    private var held: [(CommandFailure?) -> Void] = []
    var problems: [String] = []
    var isReachable = false
    /// A session with surroundings that answer at once, for tests that need one; otherwise nil.
    var model: ModelProcess?

    /// - Parameter peer: T_peer, for tests that must not depend on the timing of turns.
    init(
        _ name: PlayerIdentifier, _ folder: TemporaryFolder?, _ loop: EventLoop,
        peer: Duration = PictureInPictureTimings().peer
    ) throws {
        self.loop = loop
        var configuration = BrokerClient.Configuration(directory: try folder?.runtime(), display: "wayland-test")
        configuration.timings.peer = peer
        client = BrokerClient(loop: loop, configuration: configuration)
        client.onProblem = { [unowned self] in problems.append($0) }
        player = client.register(name, handlers: self)
        client.start()
    }

    /// Whether the broker still serves it: grants a start, which is cancelled, and returns a command. (A command
    /// without a named player might go to a stranger's, which never answers.)
    func isServed(despite expected: [String] = []) -> Bool {
        starts += 1
        player?.send(.start(.init(generation: starts, mode: .window(nil))))
        loop.turn { events.contains(.granted(generation: starts, placement: nil)) }
        player?.send(.failed(.cancelled))
        var isOver = false
        client.command(.player(.pause), player: player?.identifier) { _ in isOver = true }
        loop.turn { isOver }
        return isReachable && client.generation == 1 && problems == expected
    }

    func finishCommands() {
        for completion in held { completion(failure) }
        held = []
    }

    func send(_ event: PictureInPictureSession.Event) {
        guard model != nil else { return }
        model?.client = ClientIdentifier(1)
        _ = try? model?.happen(event, keepsTrace: false)
        speak()
        while let next = model?.pending.first {
            _ = try? model?.happen(next, keepsTrace: false)
            speak()
        }
    }

    private func speak() {
        let messages = model?.outbox ?? []
        model?.outbox = []
        for case .message(.request(_, let request)) in messages { player?.send(request) }
        if let model { report = PlayerReport(model.session.report) }
        player?.reportChanged()
    }
}

extension EventLoop {
    /// Turns until the condition holds; records an issue after a minute. A suite's time limit doesn't end a test that
    /// never awaits.
    func turn(sourceLocation: SourceLocation = #_sourceLocation, until condition: () -> Bool) {
        let deadline = MonotonicClock.now + .seconds(60)
        while !condition() {
            guard MonotonicClock.now < deadline else {
                Issue.record("what the test waits for does not come", sourceLocation: sourceLocation)
                return
            }
            turn(limit: .milliseconds(20))
        }
    }
}

extension Link: PlayerHandlers {
    var snapshot: [UInt8] {
        PlayerStatus(id: "", pid: getpid(), media: "x.mp4", title: "x", mode: .window, surface: .none).snapshot
    }

    func receive(_ event: BrokerEvent) {
        events.append(event)
        if case .status = event { isReachable = true }
        if event == .lost { isReachable = false }
        send(.broker(event))
    }

    func perform(_ command: PlayerCommand, reply: @escaping (CommandFailure?) -> Void) {
        commands.append(command)
        if holdsCommands { held.append(reply) } else { reply(failure) }
    }

    func setGain(_ gain: Double) { gains.append(gain) }
}

/// Messages on which no test of a player depends.
extension PlayerHandlers {
    func setGain(_ gain: Double) {}
    func expectWindow(_ mode: WindowMode) {}
    func offerSwap(_ isOffered: Bool) {}
    func setNeighbours(_ places: [Placement]) {}
    func setRaiseToken(_ token: String) {}
    func identified(as name: PlayerIdentifier) {}
}
