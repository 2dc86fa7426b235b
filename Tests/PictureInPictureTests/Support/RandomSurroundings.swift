import OrielGeometry
import OrielPictureInPicture

/// A splittable random number generator, so that a seed identifies a run.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

/// Surroundings of one session that mostly perform its effects, in any order, and otherwise send any event.
struct RandomSurroundings {
    var random: SplitMix
    var session: Session
    var checker = InvariantChecker()
    /// Events on their way to the session.
    private var replies: [Session.Event] = []
    /// All former events, to be replayed late.
    private var old: [Session.Event] = []
    private var transaction = TransactionIdentifier(generation: 1, number: 0)
    /// The last events, for the report of a violation.
    private(set) var history: [Session.Event] = []

    init(seed: UInt64) {
        random = SplitMix(state: seed)
        var settings = Session.Settings()
        settings.stopsWhenMediaEnds = random.next() % 2 == 0
        settings.startsAutomaticallyFromInline = random.next() % 2 == 0
        settings.profile = random.next() % 4 == 0 ? .tv : .desktop
        session = Session(settings: settings)
        send(.broker(.status(SlotStatus())))
        send(.sourceReady(true))
    }

    mutating func step() {
        let roll = Int.random(in: 0..<100, using: &random)
        if roll < 55, !replies.isEmpty {
            send(replies.remove(at: Int.random(in: 0..<min(3, replies.count), using: &random)))
        } else if roll < 60, let timer = session.timers.randomElement(using: &random) {
            checker.timerFired(timer.timer)
            send(.timer(timer.timer, generation: timer.generation))
        } else if roll < 63, let event = old.randomElement(using: &random) {
            send(event)
        } else if roll < 74 {
            send(userEvent())
        } else if roll < 82 {
            send(surroundingEvent())
        } else {
            send(.broker(brokerEvent()))
        }
    }

    private mutating func userEvent() -> Session.Event {
        let overlay = session.counters.overlay
        let all: [Session.Event] = [
            .start(userIntent: true), .start(userIntent: true), .start(userIntent: false),
            .startWhenPossible(within: .seconds(1), userIntent: true), .stop, .close, .openedAgain,
            .returnButton(generation: overlay), .closeButton(generation: overlay), .escape,
            .stashed(.random(using: &random)),
            .mediaEnded,
        ]
        return all.randomElement(using: &random) ?? .stop
    }

    private mutating func surroundingEvent() -> Session.Event {
        let overlay = session.counters.overlay
        let window = session.counters.window
        // Conditions that prevent everything end soon.
        let world = session.world
        if !world.isSourceReady { return .sourceReady(true) }
        if !world.isSupported { return .supportChanged(true) }
        if world.isLocked, Bool.random(using: &random) { return .locked(false) }
        if !world.isConnected, Bool.random(using: &random) { return .connected(true) }
        let all: [Session.Event] = [
            .sourceReplaced(isReady: .random(using: &random)), .sourceLost, .supportChanged(false), .sourceReady(false),
            .playing(true), .playing(.random(using: &random)), .locked(true), .connected(false), .foregrounded,
            .foregrounded,
            .backgrounded(.leftByUser), .backgrounded(.leftByUser), .hostViewGone,
            .windowMode(Bool.random(using: &random) ? .fullScreen(output: nil) : .window(nil)),
            .surface(.overlayClosed(generation: overlay)), .surface(.outputRemoved(generation: overlay)),
            .surface(.windowClosed(generation: window)), .surface(.exchanged(generation: overlay)),
        ]
        return all.randomElement(using: &random) ?? .foregrounded
    }

    private mutating func brokerEvent() -> BrokerEvent {
        let commands: [SwapCommand] = [
            .prepare(preparation(request: nil)), .prepare(preparation(request: nil)), .restore(restoration()),
            .restore(restoration()), .restore(restoration()), .bind, .stop, .show, .settle, .finish,
            .abort(.peerTerminated), .continueAlone,
            .leave(.replaced),
        ]
        if !session.world.isBrokerReachable || session.world.slot.transition == .foreign {
            return .status(SlotStatus())
        }
        switch Int.random(in: 0..<14, using: &random) {
        case 0: return .lost
        case 1: return .suspend
        case 2: return .resume
        case 3, 4:
            return .status(
                SlotStatus(
                    isFree: .random(using: &random), isDisplaceable: true, canStop: .random(using: &random),
                    transition: [.none, .none, .own, .foreign].randomElement(using: &random) ?? .none))
        default:
            let command = commands.randomElement(using: &random) ?? .bind
            switch command {
            case .prepare, .restore, .leave: transaction.number += 1
            default: break
            }
            return .command(command, transaction)
        }
    }

    private mutating func preparation(request: UInt32?) -> SwapCommand.Preparation {
        SwapCommand.Preparation(
            request: request, style: [.handoff, .inPlace, .replace].randomElement(using: &random) ?? .handoff)
    }

    private mutating func restoration() -> SwapCommand.Restoration {
        SwapCommand.Restoration(style: .random(using: &random) ? .handoff : .inPlace, mode: .fullScreen(output: nil))
    }

    private mutating func send(_ event: Session.Event) {
        history.append(event)
        if history.count > 40 { history.removeFirst() }
        let effects = session.handle(event)
        if case .surface(.overlayRemoved(let generation)) = event { checker.overlayRemoved(generation) }
        checker.take(event, effects, idle: session.snapshot.state == .idle)
        for effect in effects { answer(effect) }
    }

    private mutating func reply(_ event: Session.Event) {
        old.append(event)
        if old.count > 30 { old.removeFirst() }
        if Int.random(in: 0..<12, using: &random) > 0 { replies.append(event) }
        if Int.random(in: 0..<12, using: &random) == 0 { replies.append(event) }
    }

    private mutating func command(_ command: SwapCommand) { reply(.broker(.command(command, transaction))) }

    private mutating func answer(_ effect: Session.Effect) {
        switch effect {
        case .callback(.restore(let token), _):
            reply(.restoreAnswered(token, Int.random(in: 0..<4, using: &random) > 0))
        case .surface(.createOverlay(let request)): reply(.surface(.overlayPrepared(generation: request.generation)))
        case .surface(.prepareExchange(let generation, _)): reply(.surface(.overlayPrepared(generation: generation)))
        case .surface(.showOverlay(let generation, _)): reply(.surface(.overlayPresented(generation: generation)))
        case .surface(.removeOverlay(let generation, true)): reply(.surface(.overlayRemoved(generation: generation)))
        case .surface(.drawWindow(let generation, _, _)): reply(.surface(.windowDrawn(generation: generation)))
        case .surface(.showWindow(let generation, _)):
            reply(.surface(.windowCommitted(generation: generation)))
            reply(.surface(.windowPresented(generation: generation)))
        case .surface(.exchange(let generation, let side, _)):
            reply(.surface(.exchanged(generation: generation)))
            reply(
                .surface(
                    side == .intoOverlay
                        ? .overlayPresented(generation: generation) : .windowPresented(generation: generation)))
        case .broker(.start(let start)):
            switch Int.random(in: 0..<8, using: &random) {
            case 0: reply(.broker(.denied(generation: start.generation, .transitionInProgress)))
            case 1, 2, 3:
                transaction.number += 1
                command(.prepare(preparation(request: start.generation)))
            default: reply(.broker(.granted(generation: start.generation, placement: nil)))
            }
        case .broker(.answer(let answer, _)): goOn(after: answer)
        default: break
        }
    }

    private mutating func goOn(after answer: SwapAnswer) {
        switch answer {
        case .prepared: command(Int.random(in: 0..<4, using: &random) > 0 ? .bind : .continueAlone)
        case .bound, .stopping: command(.show)
        case .restored(true): command(.stop)
        case .presented: command(.settle)
        case .settled: command(.finish)
        case .restored, .finished, .surfaceLost, .failed, .ended: break
        }
    }
}
