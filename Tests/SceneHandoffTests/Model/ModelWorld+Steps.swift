import OrielGeometry
import OrielPictureInPicture
import OrielSceneHandoff

extension ModelWorld {
    /// Returns a world with A in full screen and B in Picture in Picture, in which A has just requested a start.
    static func initial(host: Host, _ options: ModelOptions) throws(ModelViolation) -> ModelWorld {
        var world = ModelWorld(
            processes: [ModelProcess(session: Session()), ModelProcess(session: Session())], host: host)
        var configuration = Broker.Configuration(generation: 1)
        configuration.grace = nil
        world.broker = Broker(configuration)
        for side in Side.allCases {
            world.connect(side)
            try world.handle(side, .sourceReady(true))
            try world.handle(side, .playing(true))
        }
        if !options.replaces { try world.handle(.a, .windowMode(.fullScreen(output: "X"))) }
        try world.settle()
        try world.handle(.b, .start(userIntent: true))
        try world.settle()
        try world.handle(.a, .start(userIntent: true))
        world.order = []
        return world
    }

    /// Runs all steps that need no timer.
    private mutating func settle() throws(ModelViolation) {
        let options = ModelOptions(kinds: [])
        while let step = steps(options).first(where: {
            switch $0 {
            case .clientTimer, .brokerTimer, .silence: false
            default: true
            }
        }) { try take(step) }
    }

    mutating func take(_ step: Step, keepsTrace: Bool = false) throws(ModelViolation) {
        switch step {
        case .toBroker(let side): tellBroker(side)
        case .toClient(let side): try tellClient(side, keepsTrace)
        case .surroundings(let side, let event): try self[side].happen(event, keepsTrace: keepsTrace)
        case .clientTimer(let side, let timer):
            guard let armed = self[side].session.timers.first(where: { $0.timer == timer }) else { return }
            try handle(side, .timer(timer, generation: armed.generation), keepsTrace)
        case .brokerTimer(let timer):
            timers.removeAll { $0 == timer }
            carryOut(broker?.handle(.timer(timer)) ?? [])
        case .silence(let side):
            silent.insert(side)
            if let client = self[side].client { carryOut(broker?.handle(.hung(client)) ?? []) }
        case .wake(let side): wake(side)
        case .hurry(let step):
            isHurried = true
            try take(step, keepsTrace: keepsTrace)
        case .fault(let fault):
            self.fault = fault
            try happen(fault, keepsTrace)
        }
        // Callbacks of both sides in order, as long as there is no fault.
        for side in Side.allCases {
            if !isDisturbed { order += self[side].heard.map { "\(side) \($0)" } } else { order = [] }
            self[side].heard = []
        }
        try check()
    }

    private mutating func handle(
        _ side: Side, _ event: Session.Event, _ keepsTrace: Bool = false
    ) throws(ModelViolation) { try self[side].handle(event, keepsTrace: keepsTrace) }

    // MARK: Messages

    private mutating func connect(_ side: Side) {
        if broker == nil {
            // The process that first notices hosts the next one; from then on a fault of its host is a second fault.
            generation += 1
            var configuration = Broker.Configuration(generation: generation)
            configuration.grace = .milliseconds(300)
            broker = Broker(configuration)
            host = .third
            timers = []
            carryOut(broker?.begin() ?? [])
        }
        let client = ClientIdentifier(nextClient)
        nextClient += 1
        self[side].client = client
        carryOut(broker?.handle(.connected(client)) ?? [])
        carryOut(broker?.handle(.message(.hello(.players), from: client)) ?? [])
    }

    private mutating func tellBroker(_ side: Side) {
        let item = self[side].outbox.removeFirst()
        guard let client = self[side].client else { return }
        switch item {
        case .message(let message): carryOut(broker?.handle(.message(message, from: client)) ?? [])
        case .woke: carryOut(broker?.handle(.woke(client)) ?? [])
        case .crashed, .left:
            self[side].client = nil
            self[side].outbox = []
            silent.remove(side)
            carryOut(broker?.handle(item == .crashed ? .crashed(client) : .left(client)) ?? [])
            // A living process is notified of the connection's end, too.
            if item == .left { self[side].inbox.append(.lost) }
        }
    }

    private mutating func tellClient(_ side: Side, _ keepsTrace: Bool) throws(ModelViolation) {
        let item = self[side].inbox.removeFirst()
        if self[side].unread > 0 { self[side].unread -= 1 }
        switch item {
        case .welcome:
            let registration = PlayerRegistration(
                identifier: side == .a ? "a" : "b",
                report: PlayerReport(self[side].session.report, placement: Self.placement))
            self[side].outbox.append(.message(.register(self[side].handle, registration)))
        case .event(let event): try handle(side, .broker(event), keepsTrace)
        case .lost:
            try handle(side, .broker(.lost), keepsTrace)
            connect(side)
        }
        if self[side].inbox.isEmpty, silent.remove(side) != nil { self[side].outbox.append(.woke) }
    }

    /// Callbacks by contract §2.4 and §2.3.
    private static let swapped = [
        "a willStart", "b foreground", "b restore", "b willStop", "a didStart", "a background", "b didStop",
    ]
    private static let replaced = ["a willStart", "b willStop", "b didStop", "a didStart"]

    private static let placement = Placement(
        output: "X", corner: .bottomRight, margins: .init(right: 20, bottom: 20), size: .init(width: 4, height: 3))

    private mutating func carryOut(_ effects: [Broker.Effect]) {
        for effect in effects {
            switch effect {
            case .send(let message, let client):
                guard let side = Side.allCases.first(where: { self[$0].client == client }), self[side].isAlive else {
                    continue
                }
                switch message {
                case .welcome: self[side].inbox.append(.welcome)
                case .event(_, let event): self[side].inbox.append(.event(event))
                default: break
                }
            case .arm(let timer, _):
                if !timers.contains(timer) {
                    timers.append(timer)
                    timers.sort { "\($0)" < "\($1)" }
                }
            case .cancel(let timer): timers.removeAll { $0 == timer }
            case .disconnect: break
            }
        }
        broker?.forgetCounts()
    }

    // MARK: Faults

    private mutating func loseBroker() {
        broker = nil
        timers = []
        silent = []
        for side in Side.allCases {
            self[side].outbox = []
            self[side].client = nil
            if self[side].isAlive { self[side].inbox.append(.lost) }
        }
    }

    private mutating func wake(_ side: Side) {
        self[side].isHung = false
        let messages = self[side].inbox.map { item -> Message? in
            if case .event(let event) = item { .event(self[side].handle, event) } else { nil }
        }
        // The client's rule, applied to the messages that the process finds.
        let known = messages.compactMap { $0 }
        let kept = BrokerClient.withoutTakenBack(known)
        if kept.count != known.count {
            var rest = kept[...]
            self[side].inbox = self[side].inbox.filter { item in
                guard case .event(let event) = item else { return true }
                guard rest.first == .event(self[side].handle, event) else { return false }
                rest = rest.dropFirst()
                return true
            }
        }
        self[side].unread = self[side].inbox.count
    }

    private mutating func happen(_ fault: Fault, _ keepsTrace: Bool) throws(ModelViolation) {
        switch fault {
        case .crash(let side):
            self[side].isAlive = false
            self[side].inbox = []
            self[side].pending = []
            if hosts(side) { loseBroker() } else { self[side].outbox.append(.crashed) }
        case .hang(let side):
            self[side].isHung = true
            if hosts(side) { loseBroker() }
        case .crashOfHost, .hangOfHost: loseBroker()
        case .left(let side): self[side].outbox.append(.left)
        case .overlayClosed(let side):
            self[side].isExempt = true
            self[side].overlay = .none
            try handle(side, .surface(.overlayClosed(generation: self[side].session.counters.overlay)), keepsTrace)
        case .closeButton:
            self[.b].isExempt = true
            try handle(.b, .closeButton(generation: self[.b].session.counters.overlay), keepsTrace)
        case .windowClosed:
            self[.b].isExempt = true
            self[.b].window = .none
            try handle(.b, .surface(.windowClosed(generation: self[.b].session.counters.window)), keepsTrace)
        case .rejected:
            for case .restoreAnswered(let token, _) in self[.b].pending {
                try self[.b].happen(.restoreAnswered(token, false), keepsTrace: keepsTrace)
            }
        case .escape: try handle(.a, .escape, keepsTrace)
        case .stop(let side): try handle(side, .stop, keepsTrace)
        case .close(let side):
            self[side].isExempt = true
            try handle(side, .close, keepsTrace)
        case .release(let side):
            self[side].isExempt = true
            self[side].isStarting = false
            self[side].isStopping = false
            try handle(side, .released, keepsTrace)
        case .lock:
            for side in Side.allCases {
                self[side].isExempt = true
                try handle(side, .locked(true), keepsTrace)
            }
        case .disconnect:
            for side in Side.allCases where self[side].isAlive {
                self[side].isExempt = true
                self[side].forget { _ in true }
                try handle(side, .connected(false), keepsTrace)
            }
        case .early(let step): try take(step, keepsTrace: keepsTrace)
        }
    }

    private var isDisturbed: Bool { fault != nil || isHurried }

    private func hosts(_ side: Side) -> Bool { host == (side == .a ? .a : .b) }

    // MARK: Invariants

    private func check() throws(ModelViolation) {
        for side in Side.allCases where self[side].isAlive && !self[side].isExempt && !self[side].isVisible {
            throw ModelViolation(description: "\(side)'s stream is nowhere")
        }
        let isOwnFault = self[.a].isExempt || !self[.a].isAlive || !self[.b].isAlive
        if self[.a].hasRolledBack, self[.b].goesForward, !isOwnFault {
            throw ModelViolation(description: "A rolled back and B went forward")
        }
    }

    /// Checks the invariants of a final state.
    func checkEnd(_ options: ModelOptions) throws(ModelViolation) {
        for side in Side.allCases where self[side].isAlive {
            let process = self[side]
            let state = process.session.snapshot.state
            guard state == .idle || state == .active else {
                throw ModelViolation(description: "\(side) is stuck in \(state)")
            }
            guard !process.isStarting, !process.isStopping else {
                throw ModelViolation(description: "\(side) waits for an answer to its willStart or willStop")
            }
        }
        if !isDisturbed, !options.timersAreFree {
            let expected = options.replaces ? Self.replaced : Self.swapped
            guard order == expected else { throw ModelViolation(description: "the delegates heard \(order)") }
        }
        // The user may have restored both, and a player without controller is its app's matter.
        let isWished =
            switch fault {
            case .stop, .release: true
            default: false
            }
        guard !self[.a].isAudible || !self[.b].isAudible || isWished else {
            throw ModelViolation(description: "both play in their windows")
        }
        guard let broker else { return }
        guard broker.isSettled else { throw ModelViolation(description: "the broker's transition never ends") }
        let active = Side.allCases.filter { self[$0].isAlive && self[$0].session.snapshot.isActive }
        let held = Side.allCases.filter { side in self[side].client.map { broker.holds($0) } ?? false }
        guard active == held else {
            throw ModelViolation(description: "the broker's table says \(held), the screen \(active)")
        }
        guard active.count <= 1 || isDisturbed || options.timersAreFree else {
            throw ModelViolation(description: "two in Picture in Picture")
        }
    }
}
