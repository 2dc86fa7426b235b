import OrielPictureInPicture

/// Contract §2.1 checked from outside: only by events and effects, without the session's states.
struct InvariantChecker {
    private enum Span { case none, starting, active, stopping }

    private(set) var violations: [String] = []
    private(set) var counts: [String: Int] = [:]
    private var span = Span.none
    /// Whether a restore was delivered and its attempt to stop isn't over.
    private var isRestoring = false
    private var mayRestore = true
    private var isActive = false
    private var isAutomatic = false
    private var revision: UInt64?
    private var timers: Set<Session.Timer> = []
    private var overlays: Set<UInt32> = []
    /// Whether a real frame of the overlay is on the screen, or counts as such.
    private var isOverlaySeen = false
    private var isWindowSeen = false
    private var isOverlayClosed = false
    private var isLocked = false
    private var isConnected = true
    private var restoredStop = false
    private var isReleased = false

    mutating func take(_ event: Session.Event, _ effects: [Session.Effect], idle: Bool) {
        note(event)
        if case .restoreAnswered = event, effects.contains(where: { if case .log = $0 { true } else { false } }),
            effects.count != 1
        {
            fail("6: an ignored answer did something", effects)
        }
        for effect in effects { take(effect) }
        if isReleased, event != .released, !effects.isEmpty { fail("a released session acts", effects) }
        if event == .released { isReleased = true }
        if idle, span != .none { fail("2: idle before the span's end", effects) }
        if idle, !timers.subtracting([.whenPossible]).isEmpty { fail("a timer runs while idle: \(timers)", effects) }
        if idle, !overlays.isEmpty { fail("an overlay is left while idle: \(overlays)", effects) }
    }

    private mutating func fail(_ text: String, _ effects: Any) { violations.append("\(text) in \(effects)") }

    /// Updates the permissions that an event implies.
    private mutating func note(_ event: Session.Event) {
        mayRestore = true
        switch event {
        case .closeButton, .close, .mediaEnded, .sourceLost, .supportChanged, .stashed, .escape, .hostViewGone,
            .backgrounded, .start, .startWhenPossible, .restoreAnswered:
            mayRestore = false
        case .broker(.command(.leave, _)), .broker(.denied), .broker(.suspend): mayRestore = false
        case .surface(.overlayPresented): isOverlaySeen = true
        case .surface(.overlayClosed(let generation)): if overlays.contains(generation) { isOverlayClosed = true }
        case .surface(.windowPresented), .surface(.windowClosed): isWindowSeen = true
        case .locked(let value): isLocked = value
        case .connected(let value): isConnected = value
        case .timer(.present, _): (isOverlaySeen, isWindowSeen) = (true, true)
        case .timer(.restore, _) where span == .stopping: isWindowSeen = true
        default: break
        }
        if event == .hostViewGone { isWindowSeen = true }
    }

    private mutating func take(_ effect: Session.Effect) {
        switch effect {
        case .update(let snapshot):
            if let revision, snapshot.revision != revision + 1 { fail("revisions jump", snapshot) }
            revision = snapshot.revision
            isActive = snapshot.isActive
            isAutomatic = snapshot.isAutomatic
            if snapshot.isPossible, snapshot.state != .idle, snapshot.state != .active {
                fail("7: possible within a transition", snapshot)
            }
        case .callback(let callback, _): take(callback)
        case .broker(.answer(.restored(false), _)), .broker(.stayed): isRestoring = false
        case .arm(let timer, _, _): timers.insert(timer)
        case .cancel(let timer): timers.remove(timer)
        case .surface(let action): take(action)
        case .broker, .playback, .log: break
        }
    }

    mutating func timerFired(_ timer: Session.Timer) { timers.remove(timer) }

    private mutating func take(_ action: Session.SurfaceAction) {
        switch action {
        case .createOverlay(let request):
            // A new overlay replaces one lost with its output.
            overlays = [request.generation]
            (isOverlaySeen, isOverlayClosed) = (false, false)
        case .prepareExchange(let generation, _):
            overlays = [generation]
            (isOverlaySeen, isOverlayClosed) = (false, false)
        case .removeOverlay(let generation, let animated):
            if restoredStop, !isWindowSeen, !(isLocked || !isConnected), !isOverlayClosed {
                fail("9: the overlay goes before its window is seen", action)
            }
            if !animated { overlays.remove(generation) }
        case .showWindow(_, let request):
            isWindowSeen = false
            if request.purpose != .behind { restoredStop = true }
        case .exchange(_, .intoWindow, _):
            // The surface becomes the peer's.
            isWindowSeen = false
            overlays = []
        case .hideWindow, .coverWindow:
            if span == .starting, !isOverlaySeen, !(isLocked || !isConnected) {
                fail("9: the window goes before its overlay is seen", action)
            }
        default: break
        }
    }

    mutating func overlayRemoved(_ generation: UInt32) { overlays.remove(generation) }

    private mutating func take(_ callback: Session.Callback) {
        counts[name(callback), default: 0] += 1
        switch callback {
        case .willStart:
            if span != .none { fail("1: willStart", span) }
            span = .starting
        case .didStart:
            if span != .starting { fail("1: didStart", span) }
            span = .active
        case .failedToStart:
            if span != .none, span != .starting { fail("1: failedToStart", span) }
            span = .none
        case .restore:
            if span != .active { fail("3: restore", span) }
            if isRestoring { fail("3: a second restore", span) }
            if !mayRestore { fail("4: restore not asked for", span) }
            isRestoring = true
        case .cancelRestore:
            if !isRestoring || span != .active { fail("cancelRestore", span) }
            isRestoring = false
        case .willStop:
            if span != .active { fail("2: willStop", span) }
            (span, isRestoring) = (.stopping, false)
        case .didStop(let reason):
            if span != .stopping { fail("2: didStop", span) }
            if reason == .appForegrounded, !counts.keys.contains("restore") { fail("4: no restore", reason) }
            (span, restoredStop) = (.none, false)
        case .foreground, .background, .suspendedChanged, .stashedChanged:
            if span != .active { fail("2: \(callback)", span) }
        }
        if isActive != (span == .active || span == .stopping) { fail("7: isActive \(isActive) at \(callback)", span) }
    }

    private func name(_ callback: Session.Callback) -> String {
        String(callback.text.prefix { $0 != "(" })
    }
}
