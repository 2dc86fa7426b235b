/// The lifecycle of one player's Picture in Picture: a pure state machine from events to effects.
///
/// The driver passes every event to `handle` and performs the returned effects in order, one batch after another. An
/// event that arises while a batch is performed (a call made inside a callback, for instance) waits for the batch's
/// end, so callbacks never nest. Events that answer an effect repeat its generation; answers with an older one are
/// dropped here.
package struct PictureInPictureSession: Hashable, Sendable {
    /// Settings of the app and the user. A change has no immediate effect; the next event uses it.
    package var settings: Settings
    /// The session's knowledge of its surroundings.
    package internal(set) var world: World

    var phase = Phase.idle
    /// The Picture-in-Picture surface; nil if there is none.
    var overlay: Overlay?
    /// The window's mode when Picture in Picture began, which a lone restore brings back.
    var modeAtStart = WindowMode.window(nil)
    var isAutomatic = false
    var isStashed = false
    var isBackground = false
    var suspension = Suspension()
    /// An action requested before it was possible; nil if none.
    var deferred: Deferred?
    var queuedStart: StartWish?
    var lastReason: StopReason?
    var isReleased = false
    /// Counters that only grow. A model may reset `counters.revision`; the others identify pending events.
    package var counters = Counters()
    /// The last published snapshot, with a revision of 0.
    var published = PictureInPictureSnapshot()
    var output = Output()

    /// Creates an idle session. A start is impossible until a `status` of the broker and a ready source are reported.
    package init(settings: Settings = Settings(), world: World = World()) {
        self.settings = settings
        self.world = world
        published = snapshot
    }

    /// Handles one event; returns the effects in order.
    package mutating func handle(_ event: Event) -> [Effect] {
        guard !isReleased else { return [] }
        take(event)
        if !isReleased {
            runDeferred()
            runQueuedStart()
            runAwaitedStart()
            publish()
        }
        return output.take()
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
        case .connected(let isConnected): connected(isConnected)
        case .foregrounded: foregrounded()
        case .backgrounded(let cause): backgrounded(cause)
        case .stashed(let isStashed): stashed(isStashed)
        // The host is gone; nothing waits for its window.
        case .hostViewGone: windowPresented()
        case .released: release()
        case .surface(let event): surface(event)
        case .timer(let timer, let generation): timerFired(timer, generation)
        case .broker(let event): broker(event)
        }
    }
}

// MARK: - Emitting

extension PictureInPictureSession {
    /// Emits a callback. The snapshot is published first, so that the callback sees the new state.
    mutating func callback(_ callback: Callback, _ transaction: TransactionIdentifier? = nil) {
        publish()
        output.emit(.callback(callback, transaction))
    }

    mutating func publish() {
        var next = snapshot
        next.revision = 0
        guard next != published else { return }
        published = next
        counters.revision &+= 1
        output.emit(.update(snapshot))
    }
}

extension PictureInPictureSession {
    /// The last number used of each kind.
    package struct Counters: Hashable, Sendable {
        package var revision: UInt64 = 0
        /// Starts; also the session's generation.
        package var start: UInt32 = 0
        package var overlay: UInt32 = 0
        package var restore: UInt32 = 0
        /// Windows drawn or shown for a restore; their events repeat this number.
        package var window: UInt32 = 0

        mutating func next(_ counter: WritableKeyPath<Counters, UInt32>) -> UInt32 {
            self[keyPath: counter] &+= 1
            return self[keyPath: counter]
        }
    }

    /// Number of the last start.
    var generation: UInt32 { counters.start }
    var window: UInt32 { counters.window }
    /// The running timers.
    package var timers: [ArmedTimer] { output.timers }
}
