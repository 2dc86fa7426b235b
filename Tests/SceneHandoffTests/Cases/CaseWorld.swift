import OrielPictureInPicture
import OrielSceneHandoff
import Testing

/// The environment of the contract's cases: the real broker, sessions and messages, players in processes, and a manual
/// clock. Everything happens in a fixed order, so that a case can check the whole trace.
final class CaseWorld {
    /// Process that runs the broker.
    enum Host { case apart, first, second }

    let clock = CaseClock()
    let timings = PictureInPictureTimings()
    private let slots: Int
    private(set) var processes: [CaseProcess] = []
    /// The newest broker.
    private(set) var broker: CaseBroker!  // Created in `init`, which needs `self`.
    private(set) var isLocked = false
    private var lines: [String] = []
    var callbacks: [String] = []
    var violations: [String] = []

    /// Creates a world; players of one process are in one list.
    init(_ apps: [[String]], host: Host = .apart, slots: Int = 1) {
        self.slots = slots
        processes = apps.map { CaseProcess($0, in: self) }
        let hosting = [Host.apart: nil, .first: processes.first, .second: processes.dropFirst().first][host] ?? nil
        broker = CaseBroker(1, host: hosting, slots: slots, grace: nil, in: self)
        for process in processes {
            process.seek()
            for player in process.players { send(player.name, .sourceReady(true), .playing(true)) }
        }
        settle()
    }

    /// Returns a world with A in full screen, B in Picture in Picture and any others in windows, with an empty trace.
    /// - Parameter step: step at which a swap by A stops then, as by `swap(upTo:)`; nil for no swap.
    static func pair(
        _ apps: [[String]] = [["A"], ["B"]], host: Host = .apart, swappedUpTo step: Transaction.Step? = nil
    ) -> CaseWorld {
        let world = CaseWorld(apps, host: host)
        world.act("B", .start(userIntent: true))
        world.act("A", .windowMode(.fullScreen(output: "X")))
        world["A"].isFocused = true
        world["A"].process.reportChange(of: world["A"])
        world.settle()
        world.forget()
        if let step { world.swap(upTo: step) }
        return world
    }

    subscript(name: String) -> CasePlayer {
        for process in processes { for player in process.players where player.name == name { return player } }
        preconditionFailure("no player \(name)")
    }

    func makeBroker(hostedBy process: CaseProcess) {
        broker = CaseBroker(
            broker.generation + 1, host: process, slots: slots, grace: .milliseconds(300), in: self)
        for other in processes where other !== process { clock.soon { other.lookForLater() } }
    }

    // MARK: Progress

    func send(_ name: String, _ events: Session.Event...) { for event in events { self[name].receive(event) } }

    func act(_ name: String, _ events: Session.Event...) {
        for event in events { self[name].receive(event) }
        settle()
    }

    func settle() { clock.advance(by: .zero) }
    func advance(by duration: Duration) { clock.advance(by: duration) }

    /// A starts a swap that stops at this step: the step's answer is withheld or still on its way.
    func swap(upTo step: Transaction.Step) {
        let isWithheld = withhold(forStep: step)
        send("A", .start(userIntent: true))
        clock.advance(by: .zero) { [self] in !isWithheld && broker.step == step }
        if broker.step != step { violations.append("never got to \(step)") }
    }

    private func withhold(forStep step: Transaction.Step) -> Bool {
        switch step {
        case .prepare: self["A"].withheld = ["overlayPrepared"]
        case .restore: self["B"].withheld = ["restoreAnswered"]
        case .showA: self["A"].withheld = ["overlayPresented"]
        case .showB: self["B"].withheld = ["windowPresented"]
        default: return false
        }
        return true
    }

    func swap(by name: String, into: PlayerIdentifier? = nil) {
        self[name].process.requestSwap(by: self[name], into: into)
    }

    /// Lets the surroundings send the withheld answers.
    func release(_ names: String...) {
        for name in names {
            self[name].withheld = []
            self[name].awaitAnswers()
        }
        settle()
    }

    // MARK: Faults

    func kill(_ name: String) {
        let process = self[name].process
        process.kill()
        if broker.host === process { broker.die() }
    }

    func stop(_ name: String) {
        let process = self[name].process
        process.stop()
        if broker.host === process { broker.stop() }
    }

    func goOn(_ name: String, hosting: CaseBroker? = nil) {
        hosting?.goOn()
        self[name].process.goOn()
        settle()
    }

    func closeOverlay(_ name: String) {
        let player = self[name]
        player.model.isExempt = true
        player.model.overlay = .none
        player.receive(.surface(.overlayClosed(generation: player.model.session.counters.overlay)))
        settle()
    }

    /// Removes a player's output, which closes the overlay shortly before or after.
    func unplug(_ name: String, closesFirst: Bool) {
        let player = self[name]
        let generation = player.model.session.counters.overlay
        player.model.isExempt = true
        player.model.overlay = .none
        let events: [Session.SurfaceEvent] = [
            .overlayClosed(generation: generation), .outputRemoved(generation: generation),
        ]
        for event in closesFirst ? events : events.reversed() {
            player.receive(.surface(event))
            advance(by: .milliseconds(50))
        }
    }

    func press(_ name: String, _ button: (UInt32) -> Session.Event) {
        self[name].receive(button(self[name].model.session.counters.overlay))
    }

    /// The user presses the overlay's close button.
    func closeButton(_ name: String) {
        self[name].model.isExempt = true
        press(name) { .closeButton(generation: $0) }
        settle()
    }

    func lock(_ isLocked: Bool) {
        self.isLocked = isLocked
        for process in processes { for player in process.players { player.receive(.locked(isLocked)) } }
        settle()
    }

    // MARK: Results

    func note(_ line: String) { lines.append(line) }

    func forget() {
        lines = []
        callbacks = []
    }

    /// Returns the lines since the last call.
    func take() -> String {
        defer { lines = [] }
        return lines.joined(separator: "\n")
    }

    /// Returns the callbacks of one delegate.
    func callbacks(of name: String) -> [String] {
        callbacks.filter { $0.hasPrefix(name + ".") }.map { String($0.dropFirst(name.count + 1)) }
    }

    /// Checks that the broker's table matches the screen, and that the remaining players can swap; two in Picture in
    /// Picture stay until one stops.
    func expectNextSwap() {
        #expect(faults == [])
        let players = processes.filter(\.isAlive).flatMap(\.players)
        guard players.count == 2 else { return }
        let floating = players.filter { $0.state == .active }
        let others = players.filter { $0.state == .idle }
        forget()
        if let b = floating.first, let a = others.first {
            swap(by: a.name)
            settle()
            #expect(
                callbacks == CaseWorld.swapped.map { ($0.hasPrefix("A") ? a.name : b.name) + $0.dropFirst() })
        } else {
            #expect(floating.count == 2)
            let last = floating[1].name
            closeButton(last)
            settle()
            act(last, .start(userIntent: true))
            #expect(callbacks(of: last).suffix(2) == ["willStart", "didStart"])
        }
        #expect(faults == [])
    }

    /// Faults after all activity has ended; empty if there are none.
    var faults: [String] {
        var faults = violations
        if !broker.isSettled { faults.append("the broker's transition never ends") }
        for process in processes where process.isAlive && !process.isStopped {
            guard let client = process.client, process.generation == broker.generation else {
                faults.append("\(process.players.map(\.name)) is not with broker \(broker.generation)")
                continue
            }
            if broker.holds(client) != process.players.contains(where: \.model.session.snapshot.isActive) {
                faults.append("the table of \(process.players.map(\.name)) is wrong")
            }
            for player in process.players {
                if player.state != .idle, player.state != .active { faults.append("\(player.name) is \(player.state)") }
                if !player.model.session.timers.isEmpty { faults.append("\(player.name)'s timers run") }
            }
        }
        return faults
    }
}
