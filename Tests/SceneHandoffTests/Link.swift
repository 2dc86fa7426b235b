import Glibc
import OrielPictureInPicture
import OrielPlatform
import OrielRemoteControl
import OrielSceneHandoff
import Testing

/// One client with one player on a shared loop, and what its handlers were told.
final class Link {
    let client: BrokerClient
    private let loop: EventLoop
    private var starts: UInt32 = 0
    private(set) var player: RegisteredPlayer?
    var report = PlayerReport()
    var events: [BrokerEvent] = []
    var commands: [PlayerCommand] = []
    var failure: CommandFailure?
    var problems: [String] = []
    var isReachable = false
    /// Where a test wants one: a session and its surroundings, which say at once what they are asked.
    var model: ModelProcess?

    /// - Parameter peer: T_peer, where a test must not depend on how soon it gets its turns.
    init(
        _ name: PlayerIdentifier, _ folder: TemporaryFolder?, _ loop: EventLoop,
        peer: Duration = PictureInPictureTimings().peer
    ) throws {
        self.loop = loop
        var configuration = BrokerClient.Configuration(directory: try folder?.runtime(), display: "wayland-test")
        configuration.timings.peer = peer
        client = BrokerClient(loop: loop, configuration: configuration)
        client.onProblem = { [unowned self] in problems.append($0) }
        player = client.register(
            name,
            handlers: PlayerHandlers(
                event: { [unowned self] in
                    events.append($0)
                    if case .status = $0 { isReachable = true }
                    if $0 == .lost { isReachable = false }
                    send(.broker($0))
                },
                command: { [unowned self] in
                    commands.append($0)
                    $1(failure)
                }, report: { [unowned self] in report },
                snapshot: {
                    PlayerStatus(
                        id: "", pid: getpid(), media: "x.mp4", title: "x", mode: .window, surface: .none
                    )
                    .snapshot
                }))
        client.start()
    }

    /// The broker still serves it: a start is granted and given back, and a command comes back to it. (One that names no player
    /// might go to a stranger's, who never answers.)
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
    /// Turns until it holds; after a minute that is an issue. A suite's time limit ends no test that doesn't await.
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
