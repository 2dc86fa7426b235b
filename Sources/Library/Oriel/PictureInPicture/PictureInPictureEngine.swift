import Logging
import OrielPictureInPicture
import OrielPlatform

/// Runs a controller's session: handles one event after another, and performs all effects of an event before the next.
///
/// `send` queues an event; `run` performs its effects as a batch. An effect that calls the app waits for a turn of the
/// loop (`takeTurn`), and everything behind it waits too, so no callback comes inside a call that the app makes. While
/// a view closes (`runAhead`), only the calls wait.
///
/// The engine outlives a controller that is released inside a callback until that callback's batch is complete.
@MainActor
final class PictureInPictureEngine {
    private(set) var session: PictureInPictureSession
    /// The snapshot that the app sees, as of the present callback.
    private(set) var snapshot: PictureInPictureSnapshot {
        didSet { controller?.tellObservers(from: oldValue, to: snapshot) }
    }
    weak var controller: PictureInPictureController?
    weak var delegate: (any PictureInPictureControllerDelegate)?

    /// The controller's source, kept until it is replaced.
    private var source: PictureInPictureController.ContentSource?
    /// The host of the controller's source; nil without a source.
    var host: (any PictureInPictureHost)? { source?.host }
    private var replacement: Replacement?
    private let log = Logger(label: "oriel.pip")
    private var events: [PictureInPictureSession.Event] = []
    /// Whether effects are being performed, or the app is being called.
    private var isRunning = false
    private var batch: Batch?
    /// Whether the next effect calls the app and waits for a turn of the loop.
    private var awaitsTurn = false
    /// Whether effects behind a call of the app don't wait for it.
    private var isAhead = false
    private var timers: [PictureInPictureSession.Timer: @MainActor () -> Void] = [:]
    private var readers = StreamReaders<PictureInPictureSnapshot>()
    private var lastReport: PictureInPictureSession.Report?
    /// The restore that waits for its answer.
    private(set) var currentRestore: PictureInPictureSession.RestoreToken?
    private var waiting = WaitingCallers()

    init(source: PictureInPictureController.ContentSource?, settings: PictureInPictureSession.Settings) {
        self.source = source
        session = PictureInPictureSession(settings: settings)
        snapshot = session.snapshot
        connect(inPlaceOf: nil)
    }

    /// Begins to serve another controller, whose delegate is not set yet.
    func begin(with settings: PictureInPictureSession.Settings, for source: PictureInPictureController.ContentSource) {
        self.source = source
        delegate = nil
        finishSnapshots()
        configure { $0 = settings }
    }

    func configure(_ change: (inout PictureInPictureSession.Settings) -> Void) {
        change(&session.settings)
        reportChanges()
    }

    // MARK: - Events

    func send(_ event: PictureInPictureSession.Event) {
        events.append(event)
        run()
    }

    /// Ends everything now, without callbacks, since the controller was released.
    func release() { runAhead { send(.released) } }

    /// Performs the events sent in `body` and all that wait, now, for a view that closes; callbacks still come from the
    /// loop.
    func runAhead(_ body: () -> Void) {
        isAhead = true
        body()
        isAhead = false
    }

    /// Calls the app outside the session's callbacks; events that the call sends are handled after it has returned.
    func callOut<Result>(_ body: () -> Result) -> Result {
        let isInside = isRunning
        isRunning = true
        let result = body()
        guard !isInside else { return result }
        isRunning = false
        run()
        return result
    }

    /// The remaining effects of one event.
    private struct Batch {
        let stateBefore: PictureInPictureTransitionState
        let isRelease: Bool
        var effects: ArraySlice<PictureInPictureSession.Effect>
    }

    /// Performs the present batch, then each event in the queue, up to an effect that calls the app.
    private func run() {
        guard !isRunning, !awaitsTurn || isAhead else { return }
        isRunning = true
        defer { isRunning = false }
        while batch != nil || beginBatch() {
            while let effect = batch?.effects.first {
                // A controller that was released receives no callbacks.
                if case .callback = effect, controller != nil, !isAhead {
                    awaitsTurn = true
                    return later { $0.takeTurn() }
                }
                batch?.effects.removeFirst()
                perform(effect)
            }
            concludeBatch()
        }
    }

    /// Performs the effect that calls the app, then what waited behind it.
    private func takeTurn() {
        awaitsTurn = false
        guard !isRunning, let effect = batch?.effects.popFirst() else { return run() }
        callOut { perform(effect) }
    }

    private func beginBatch() -> Bool {
        guard !events.isEmpty else { return false }
        let before = session.snapshot.state
        if before == .idle || before == .requesting { noteSource() }
        let event = events.removeFirst()
        batch = Batch(stateBefore: before, isRelease: event == .released, effects: session.handle(event)[...])
        return true
    }

    private func concludeBatch() {
        guard let done = batch else { return }
        batch = nil
        if done.isRelease { finish() }
        let before = done.stateBefore
        if isAhead { later { $0.settleWaiting(since: before) } } else { settleWaiting(since: before) }
        settleReplacement()
        reportChanges()
    }

    private func later(_ body: @escaping @MainActor (PictureInPictureEngine) -> Void) {
        let call: @MainActor () -> Void = { [weak self] in if let self { body(self) } }
        // Without a source there is no loop but the main actor's.
        if let host { host.callLater(call) } else { Task { @MainActor in call() } }
    }

    /// Updates the settings that a start needs; any event may begin one.
    private func noteSource() {
        let source = host?.source
        session.settings.sourceRect = source?.rect
        session.settings.sourceSurface = source?.surface ?? .zero
        session.settings.keepsWindow = host?.keepsWindow ?? false
        session.settings.isUnseen = host?.isUnseen ?? false
        session.settings.isSiblingMoving = host?.isSiblingMoving ?? false
    }

    private func perform(_ effect: PictureInPictureSession.Effect) {
        switch effect {
        case .update(let snapshot):
            host?.note(snapshot)
            readers.yield(snapshot)
            if isAhead { return later { $0.update(snapshot) } }
            self.snapshot = snapshot
            if delegate != nil { later { $0.tell(snapshot) } }
        case .callback(let callback, let transaction):
            host?.note(callback, transaction)
            if isAhead { later { $0.deliver(callback) } } else { deliver(callback) }
        case .broker(let request): host?.send(request)
        case .surface(let action): host?.perform(action)
        case .playback(let action): host?.perform(action)
        case .arm(let timer, let delay, let generation):
            timers.removeValue(forKey: timer)?()
            timers[timer] = host?.schedule(after: delay) { [weak self] in
                self?.timers[timer] = nil
                self?.send(.timer(timer, generation: generation))
            }
        case .cancel(let timer): timers.removeValue(forKey: timer)?()
        case .log(let diagnostic): note(diagnostic)
        }
    }

    // MARK: - The delegate

    private func update(_ snapshot: PictureInPictureSnapshot) {
        guard snapshot.revision > self.snapshot.revision else { return }
        self.snapshot = snapshot
        tell(snapshot)
    }

    private func tell(_ snapshot: PictureInPictureSnapshot) {
        guard let controller, let delegate else { return }
        delegate.pictureInPictureController(controller, didUpdate: snapshot)
    }

    private func deliver(_ callback: PictureInPictureSession.Callback) {
        if callback.endsRestore { currentRestore = nil }
        waiting.settle(callback)
        host?.tell(callback)
        if case .restore(let token) = callback { return restore(token) }
        guard let controller, let delegate else { return }
        callback.call(delegate, of: controller)
    }

    /// Asks the delegate to restore. Without a delegate, the answer is `false` at once.
    private func restore(_ token: PictureInPictureSession.RestoreToken) {
        guard let controller, let delegate else {
            host?.note(restoreAnswer: false, session.report.transaction)
            return send(.restoreAnswered(token, false))
        }
        currentRestore = token
        delegate.pictureInPictureController(
            controller,
            restoreUserInterfaceForPictureInPictureStopWithCompletionHandler: { [weak self] answer in
                Task { @MainActor in self?.answered(token, answer) }
            })
    }

    private func answered(_ token: PictureInPictureSession.RestoreToken, _ answer: Bool) {
        if currentRestore == token {
            currentRestore = nil
            host?.note(restoreAnswer: answer, session.report.transaction)
        }
        send(.restoreAnswered(token, answer))
    }

    private func note(_ diagnostic: PictureInPictureSession.Diagnostic) {
        switch diagnostic {
        case .restoreIsSlow: log.notice("the delegate has not answered the restore yet")
        case .restoreAnswerIgnored(let answer):
            log.notice("a late or second answer to a restore (\(answer)) is ignored")
        case .takenAsPresented:
            let reason = host?.presentationObstacle ?? "the compositor does not say that a frame was presented"
            log.notice("\(reason); taken as presented")
        }
    }

    // MARK: - Observers

    /// Ends the streams of snapshots.
    func finishSnapshots() { readers.finish() }

    /// Returns a stream of the present snapshot and each later one; keeps at most 64 for a slow reader.
    func snapshots() -> AsyncStream<PictureInPictureSnapshot> { readers.add(keeping: 64, first: snapshot) }

    private func reportChanges() {
        let report = session.report
        guard report != lastReport else { return }
        lastReport = report
        host?.report(report)
    }

    // MARK: - Another source

    private struct Replacement { let source: PictureInPictureController.ContentSource? }

    /// Replaces the source; nil for none. A start or an end in progress is completed before another host is used.
    func replaceSource(with source: PictureInPictureController.ContentSource?) {
        if let source, source.host === (replacement.map { $0.source?.host } ?? host) {
            if replacement == nil { self.source = source } else { replacement = Replacement(source: source) }
            return
        }
        replacement = Replacement(source: source)
        if source == nil { events.append(.sourceLost) }
        guard !isRunning, batch == nil else { return }
        isRunning = true
        settleReplacement()
        isRunning = false
        run()
    }

    /// Replaces the source by one of the same host, whose view has been succeeded by another one.
    func moveSource(to source: PictureInPictureController.ContentSource) { self.source = source }

    private func settleReplacement() {
        guard let next = replacement else { return }
        switch session.snapshot.state {
        case .idle: break
        case .active where next.source != nil: break
        case .active, .requesting, .starting, .restoring, .stopping: return
        }
        // The event that ends the present Picture in Picture is handled first.
        guard next.source != nil || !events.contains(.sourceLost) else { return }
        replacement = nil
        let former = source
        source = next.source
        // The former source keeps its view until the host is disconnected.
        withExtendedLifetime(former) {
            let old = former?.host
            connect(inPlaceOf: old === host ? nil : old)
            if old !== host { old?.disconnect() }
        }
        lastReport = nil
    }

    private func connect(inPlaceOf other: (any PictureInPictureHost)?) {
        host?.connect({ [weak self] in self?.send($0) }, inPlaceOf: other)
    }

    // MARK: - Waiting callers

    /// Starts Picture in Picture and waits for the result.
    func start() async -> Result<Void, PictureInPictureError> {
        switch session.snapshot.state {
        case .active: return .success(())
        case .restoring: return .failure(.transitionInProgress)
        case .idle, .requesting, .starting, .stopping: break
        }
        return await withCheckedContinuation { continuation in
            waiting.add(start: continuation)
            send(.start(userIntent: host?.hasUserIntent ?? false))
        }
    }

    /// Sends an event that ends Picture in Picture, and waits for the end; nil if it was not active.
    func end(_ event: PictureInPictureSession.Event) async -> StopReason? {
        await withCheckedContinuation { continuation in
            waiting.add(stop: continuation)
            send(event)
            if !isRunning, batch == nil, session.snapshot.state == .idle { waiting.settleStops(nil) }
        }
    }

    private func settleWaiting(since before: PictureInPictureTransitionState) {
        waiting.settle(session.snapshot.state, since: before, isWaitingToStart: session.isWaitingToStart)
    }

    /// Cleans up after the controller was released.
    private func finish() {
        for cancel in timers.values { cancel() }
        timers = [:]
        finishSnapshots()
        waiting.settleStarts(.failure(.cancelled))
        waiting.settleStops(nil)
        host?.disconnect()
    }
}
