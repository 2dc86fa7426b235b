import OrielPictureInPicture
import OrielSceneHandoff

/// A, B and the broker of one swap, with all messages between them.
struct ModelWorld: Hashable {
    enum Side: Int, Hashable, CaseIterable { case a, b }

    /// Process that runs the broker.
    enum Host: Hashable, CaseIterable { case a, b, third }

    enum Fault: Hashable {
        case crash(Side), crashOfHost
        case hang(Side), hangOfHost
        case left(Side)
        case overlayClosed(Side)
        case closeButton, windowClosed, rejected
        case escape, stop(Side), close(Side), release(Side)
        case lock
        /// The compositor ends, and with it all surfaces.
        case disconnect
        /// A timer that fires early.
        case early(Step)
    }

    indirect enum Step: Hashable {
        case toBroker(Side)
        case toClient(Side)
        case surroundings(Side, Session.Event)
        case clientTimer(Side, Session.Timer)
        case brokerTimer(Broker.Deadline)
        /// T_peer of a client.
        case silence(Side)
        case wake(Side)
        /// A timer that fires early, in addition to the fault.
        case hurry(Step)
        case fault(Fault)
    }

    var processes: [ModelProcess]
    /// The broker; nil if it is dead or has given up, and has no successor yet.
    var broker: Broker?
    var generation: UInt32 = 1
    var timers: [Broker.Deadline] = []
    var silent: Set<Side> = []
    var host: Host
    var fault: Fault?
    /// Whether a timer has fired early.
    var isHurried = false
    var nextClient: UInt32 = 1
    /// Callbacks of both delegates before the fault.
    var order: [String] = []

    subscript(side: Side) -> ModelProcess {
        get { processes[side.rawValue] }
        set { processes[side.rawValue] = newValue }
    }

    // MARK: Possible steps

    func steps(_ options: ModelOptions) -> [Step] {
        var steps: [Step] = []
        for side in Side.allCases {
            let process = self[side]
            if broker != nil, !process.outbox.isEmpty { steps.append(.toBroker(side)) }
            guard process.isAlive else { continue }
            if process.isHung {
                steps.append(.wake(side))
            } else {
                if !process.inbox.isEmpty { steps.append(.toClient(side)) }
                steps += process.pending.map { .surroundings(side, $0) }
            }
        }
        let isQuiet = steps.allSatisfy { if case .wake = $0 { true } else { false } }
        if isQuiet || options.timersAreFree {
            steps += timerSteps
        } else if options.hurries, !isHurried {
            steps += timerSteps.map { .hurry($0) }
        }
        if fault == nil {
            steps += faults(options).map { .fault($0) }
            if options.kinds.contains(.timers), !isQuiet, !options.timersAreFree {
                steps += timerSteps.map { .fault(.early($0)) }
            }
        }
        return steps
    }

    private var timerSteps: [Step] {
        var steps: [Step] = []
        for side in Side.allCases where self[side].isAlive && !self[side].isHung && self[side].unread == 0 {
            steps += self[side].session.timers.map { .clientTimer(side, $0.timer) }
        }
        guard broker != nil else { return steps }
        steps += timers.map { .brokerTimer($0) }
        for side in Side.allCases where !silent.contains(side) && self[side].client != nil {
            if self[side].isAlive, !self[side].inbox.isEmpty { steps.append(.silence(side)) }
        }
        return steps
    }

    private func faults(_ options: ModelOptions) -> [Fault] {
        var faults: [Fault] = []
        if options.kinds.contains(.processes) {
            for side in Side.allCases where self[side].isAlive {
                faults += [.crash(side), .hang(side), .left(side)]
            }
            if host == .third { faults += [.crashOfHost, .hangOfHost] }
        }
        if options.kinds.contains(.user) {
            for side in Side.allCases {
                if self[side].overlay != .none { faults.append(.overlayClosed(side)) }
                faults += [.release(side), .stop(side), .close(side)]
            }
            faults += [.escape, .lock, .disconnect]
            if self[.b].overlay != .none { faults.append(.closeButton) }
            if self[.b].isStopping, self[.b].window != .none { faults.append(.windowClosed) }
            if self[.b].pending.contains(where: { if case .restoreAnswered = $0 { true } else { false } }) {
                faults.append(.rejected)
            }
        }
        return faults
    }
}

/// Faults that a run of the model includes.
struct ModelOptions {
    struct Kinds: OptionSet {
        let rawValue: Int
        /// Crashes, hangs with a wake-up, hang-ups.
        static let processes = Kinds(rawValue: 1)
        /// Actions of the compositor and the user.
        static let user = Kinds(rawValue: 2)
        /// A timer that fires early.
        static let timers = Kinds(rawValue: 4)
    }

    var kinds: Kinds
    /// One timer fires early, in addition to the fault.
    var hurries = false
    /// Timers fire at any time; otherwise only when nothing else is possible.
    var timersAreFree = false
    /// A replacement instead of a swap: A has a window.
    var replaces = false
}
