import OrielPictureInPicture
import OrielSceneHandoff

typealias Session = PictureInPictureSession

/// A player's process in the model: the real session, its queues to and from the broker, and surroundings that perform
/// its effects at any time.
struct ModelProcess: Hashable {
    enum Surface: Int, Hashable { case none, committed, presented }

    /// An item from the broker's connection.
    enum Incoming: Hashable {
        case welcome
        case event(BrokerEvent)
        /// The connection has ended.
        case lost
    }

    /// An item to the broker's connection.
    enum Outgoing: Hashable {
        case message(Message)
        /// All was read again after a silence.
        case woke
        case crashed
        case left
    }

    var session: Session
    var client: ClientIdentifier?
    var isAlive = true
    var isHung = false
    var inbox: [Incoming] = []
    var outbox: [Outgoing] = []
    /// Number of items that waited when the process woke: they are read before any timer fires.
    var unread = 0
    /// Events that the surroundings will send sooner or later, sorted by description.
    var pending: [Session.Event] = []

    // State of the screen.
    var window = Surface.presented
    var overlay = Surface.none
    var isPlaying = true
    /// Whether it may be invisible: its own surface was closed, the session is locked, or it is gone.
    var isExempt = false

    // Callbacks of the delegate.
    var isStarting = false
    var isStarted = false
    var isStopping = false
    var hasRolledBack = false
    var goesForward = false
    /// Callbacks during one step.
    var heard: [String] = []
    /// Trace, filled only when a path is replayed.
    var trace: [String] = []

    var isVisible: Bool { window == .presented || overlay == .presented }
    /// Whether it has the sound of a player in a window.
    var isAudible: Bool { isAlive && isPlaying && window == .presented && !session.snapshot.isActive }

    /// Its number, if its process has several players.
    var handle = PlayerHandle(rawValue: 1)

    mutating func expect(_ event: Session.Event) {
        let key = "\(event)"
        let index = pending.firstIndex { "\($0)" > key } ?? pending.endIndex
        pending.insert(event, at: index)
    }

    mutating func forget(where condition: (Session.SurfaceEvent) -> Bool) {
        pending.removeAll { if case .surface(let event) = $0 { condition(event) } else { false } }
    }
}

/// A violated assertion of the model; the first one ends the check.
struct ModelViolation: Error, CustomStringConvertible {
    let description: String
}

extension ModelProcess {
    /// Handles an event and performs its effects. Requests go to the current broker, if connected.
    @discardableResult
    mutating func handle(_ event: Session.Event, keepsTrace: Bool) throws(ModelViolation) -> [Session.Effect] {
        let effects = session.handle(event)
        for effect in effects {
            switch effect {
            case .update, .arm, .cancel: break
            case .playback(let action): isPlaying = action == .resume
            case .log(let diagnostic):
                if diagnostic == .takenAsPresented {
                    if overlay == .committed { overlay = .presented }
                    if window == .committed { window = .presented }
                }
            case .callback(let callback, _): try heard(callback, keepsTrace: keepsTrace)
            case .broker(let request):
                if case .answer(.stopping, _) = request { goesForward = true }
                if client != nil { outbox.append(.message(.request(handle, request))) }
            case .surface(let action): take(action)
            }
        }
        // A counter that nothing compares must not distinguish equal states.
        session.counters.revision = 0
        return effects
    }

    private mutating func take(_ action: Session.SurfaceAction) {
        switch action {
        case .createOverlay(let request): expect(.surface(.overlayPrepared(generation: request.generation)))
        case .prepareExchange(let generation, _): expect(.surface(.overlayPrepared(generation: generation)))
        case .showOverlay(let generation, _):
            overlay = .committed
            expect(.surface(.overlayPresented(generation: generation)))
        case .settleOverlay: break
        case .removeOverlay(let generation, let animated):
            overlay = .none
            forget {
                switch $0 {
                case .overlayPrepared(generation), .overlayPresented(generation), .overlayRemoved(generation): true
                default: false
                }
            }
            if animated { expect(.surface(.overlayRemoved(generation: generation))) }
        case .hideOverlay: overlay = .none
        case .revealOverlay: overlay = .presented
        case .drawWindow(let generation, _, _): expect(.surface(.windowDrawn(generation: generation)))
        case .discardWindow(let generation): forget { $0 == .windowDrawn(generation: generation) }
        case .showWindow(let generation, _):
            window = .committed
            expect(.surface(.windowCommitted(generation: generation)))
        case .hideWindow, .coverWindow:
            window = .none
            forget {
                switch $0 {
                case .windowCommitted, .windowPresented: true
                default: false
                }
            }
        case .exchange: break
        }
    }

    /// Sends an event of the surroundings.
    @discardableResult
    mutating func happen(_ event: Session.Event, keepsTrace: Bool) throws(ModelViolation) -> [Session.Effect] {
        pending.removeAll { $0 == event }
        switch event {
        case .surface(.overlayPresented): overlay = .presented
        case .surface(.windowCommitted(let generation)): expect(.surface(.windowPresented(generation: generation)))
        case .surface(.windowPresented): window = .presented
        case .restoreAnswered(let token, _): pending.removeAll { $0 == .restoreAnswered(token, true) }
        default: break
        }
        return try handle(event, keepsTrace: keepsTrace)
    }

    private mutating func heard(_ callback: Session.Callback, keepsTrace: Bool) throws(ModelViolation) {
        if keepsTrace { trace.append("\(callback)") }
        heard.append(String("\(callback)".prefix { $0 != "(" }))
        switch callback {
        case .willStart:
            guard !isStarting, !isStarted else { throw ModelViolation(description: "willStart twice") }
            isStarting = true
        case .didStart:
            guard isStarting else { throw ModelViolation(description: "didStart without willStart") }
            isStarting = false
            isStarted = true
        case .failedToStart:
            guard !isStarted else { throw ModelViolation(description: "failedToStart of a started session") }
            if isStarting { hasRolledBack = true }
            isStarting = false
        case .restore(let token):
            guard isStarted, !isStopping else { throw ModelViolation(description: "restore of nothing") }
            expect(.restoreAnswered(token, true))
        case .willStop:
            guard isStarted, !isStopping else { throw ModelViolation(description: "willStop of nothing") }
            isStopping = true
        case .didStop:
            guard isStopping else { throw ModelViolation(description: "didStop without willStop") }
            isStopping = false
            isStarted = false
        case .cancelRestore:
            guard isStarted, !isStopping else { throw ModelViolation(description: "cancelRestore of nothing") }
        case .foreground, .background, .suspendedChanged, .stashedChanged: break
        }
    }
}
