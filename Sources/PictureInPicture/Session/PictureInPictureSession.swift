/// The lifecycle of one player's Picture in Picture: events in, effects out, no clock, no C, no input or output.
///
/// The driver hands every event to `handle` and carries out the returned effects in order, one batch after another:
/// an event that arises while a batch is being carried out (a call made inside a callback, say) waits for the batch's
/// end, so that callbacks never nest. Effects with a generation are answered by events with the same generation; an
/// answer of an older one is dropped here.
package struct PictureInPictureSession: Hashable, Sendable {
    /// What the app and the user have set. Changing it has no effect of its own; the next event sees it.
    package var settings: Settings
    /// What the session knows of its surroundings.
    package internal(set) var world: World

    var phase = Phase.idle
    /// The Picture-in-Picture surface; nil where there is none, or none any more.
    var overlay: Overlay?
    /// The window's mode when Picture in Picture began: what a lone restore brings back.
    var modeAtStart = WindowMode.window(nil)
    var isAutomatic = false
    var isStashed = false
    var isBackground = false
    var suspensions: Suspensions = []
    /// Suspension paused the playback, so its end resumes it.
    var isPausedBySuspension = false
    /// What was asked while it could not be done yet.
    var deferred: Deferred?
    var queuedStart: StartWish?
    var lastReason: StopReason?
    var isReleased = false
    var timers: [ArmedTimer] = []
    /// Everything that only grows. A model may set `counters.revision` back; the rest answers events under way.
    package var counters = Counters()
    /// What was told last, with a revision of 0.
    var published = PictureInPictureSnapshot()
    /// Empty between calls of `handle`.
    var effects: [Effect] = []

    /// A session that is idle; impossible until a `status` of the broker and a ready source are reported.
    package init(settings: Settings = Settings(), world: World = World()) {
        self.settings = settings
        self.world = world
        published = snapshot
    }

    /// Takes one event; returns what is to be done, in order.
    package mutating func handle(_ event: Event) -> [Effect] {
        guard !isReleased else { return [] }
        take(event)
        if !isReleased {
            runDeferred()
            runQueuedStart()
            runAwaitedStart()
            publish()
        }
        defer { effects = [] }
        return effects
    }

    private mutating func take(_ event: Event) {
        switch event {
        case .start(let userIntent): start(StartWish(hasUserIntent: userIntent))
        case .startWhenPossible(let bound, let userIntent): start(StartWish(hasUserIntent: userIntent, bound: bound))
        case .stop: stop()
        case .close: close(.programmatic)
        case .openedAgain: restore(.reopened)
        case .returnButton(let generation): if generation == overlay?.generation { restore(.returnButton) }
        case .closeButton(let generation): if generation == overlay?.generation { close(.userClosed) }
        case .escape: escape()
        case .restoreAnswered(let token, let answer): restoreAnswered(token, answer)
        case .mediaEnded: mediaEnded()
        case .sourceReady(let isReady): sourceReady(isReady)
        case .sourceReplaced(let isReady): sourceReplaced(isReady)
        case .sourceLost: sourceLost()
        case .supportChanged(let isSupported): supportChanged(isSupported)
        case .playing(let isPlaying): playing(isPlaying)
        case .windowMode(let mode): world.windowMode = mode
        case .windowVisible(let isVisible): world.isWindowVisible = isVisible
        case .locked(let isLocked): locked(isLocked)
        case .foregrounded: foregrounded()
        case .backgrounded(let cause): backgrounded(cause)
        case .stashed(let isStashed): stashed(isStashed)
        case .hostViewGone: hostViewGone()
        case .released: release()
        case .surface(let event): surface(event)
        case .timer(let timer, let generation): timerFired(timer, generation)
        case .broker(let event): broker(event)
        }
    }
}

// MARK: - Emitting

extension PictureInPictureSession {
    mutating func emit(_ effect: Effect) { effects.append(effect) }

    /// A callback sees the state that it tells of: the snapshot goes first.
    mutating func callback(_ callback: Callback, _ transaction: TransactionIdentifier? = nil) {
        publish()
        emit(.callback(callback, transaction))
    }

    mutating func publish() {
        var next = snapshot
        next.revision = 0
        guard next != published else { return }
        published = next
        counters.revision &+= 1
        emit(.update(snapshot))
    }
}

extension PictureInPictureSession {
    /// The latest number of each kind.
    package struct Counters: Hashable, Sendable {
        package var revision: UInt64 = 0
        /// Of starts: the session's generation.
        package var start: UInt32 = 0
        package var overlay: UInt32 = 0
        package var restore: UInt32 = 0
        package var timer: UInt32 = 0
        /// The window that is drawn or shown for a restore; its events carry this number.
        package var window: UInt32 = 0
    }

    /// The number of the latest start.
    var generation: UInt32 { counters.start }
    var window: UInt32 { counters.window }

    mutating func next(_ counter: WritableKeyPath<Counters, UInt32>) -> UInt32 {
        counters[keyPath: counter] &+= 1
        return counters[keyPath: counter]
    }
}
