import Logging
import OrielPictureInPicture
import OrielPlatform
import OrielPlayback
import OrielRemoteControl
import OrielSceneHandoff

/// What stands around one player's `PictureInPictureController` in `oriel play`: its scene, its registration with the
/// session's broker, its media.
@MainActor
final class PlayerHost: PictureInPictureHost {
    let scene: PlayerScene
    let broker: BrokerClient
    /// The name asked for; the broker makes it unique.
    private let wish: PlayerIdentifier
    private(set) var registration: RegisteredPlayer?
    private(set) var controller: PictureInPictureController?
    private var send: @MainActor (PictureInPictureSession.Event) -> Void = { _ in }
    private var sessionReport: PictureInPictureSession.Report?
    var slot = SlotStatus()
    var isFocused = false

    /// The player has ended: by its user, its media or a command.
    var onEnd: () -> Void = {}

    /// Commands whose effect is not complete: what they wait for, and whom to tell.
    var waiting: [(until: CommandGoal, reply: (CommandFailure?) -> Void)] = []
    /// When the process received the key or message that the present transition comes from.
    var requestTime: Duration?
    /// `closePictureInPicture` by the user or a command ends the player.
    private var endsWhenStopped = false

    init(scene: PlayerScene, broker: BrokerClient) {
        self.scene = scene
        self.broker = broker
        wish = PlayerIdentifier(rawValue: scene.item.identifier)
        let controller = PictureInPictureController(
            contentSource: PictureInPictureController.ContentSource(host: self))
        self.controller = controller
        controller?.delegate = self
        scene.onSurfaceEvent = { [weak self] in self?.surfaceEvent($0) }
        scene.onUserClosedWindow = { [weak self] in self?.userClosedWindow() }
        scene.onWindowCloseRequest = { [weak self] in self?.userClosedWindow() }
        scene.onCloseButton = { [weak self] in self?.closeByUser() }
        scene.onWindowStateChange = { [weak self] in self?.windowStateChanged() }
        scene.onPlacementChange = { [weak self] in self?.placementChanged() }
        scene.player.onChange.append { [weak self] in self?.playerChanged($0) }
        register()
    }

    private func register() {
        registration = broker.register(
            wish,
            handlers: PlayerHandlers(
                event: { [weak self] event in MainActor.assumeIsolated { self?.brokerSays(event) } },
                command: { [weak self] command, reply in
                    MainActor.assumeIsolated { self?.perform(command, reply: reply) }
                },
                report: { [weak self] in MainActor.assumeIsolated { self?.report } ?? PlayerReport() },
                snapshot: { [weak self] in MainActor.assumeIsolated { self?.status.snapshot } ?? [] },
                identified: { [weak self] name in MainActor.assumeIsolated { self?.scene.identifier = name.rawValue } }
            ))
    }

    /// Unmaps everything and leaves the broker.
    func finish() {
        for wait in waiting { wait.reply(wait.until == .end ? nil : .ended(identifier)) }
        waiting = []
        controller?.delegate = nil
        controller = nil
        scene.finish()
        registration?.unregister()
        registration = nil
    }

    var identifier: PlayerIdentifier { registration?.identifier ?? wish }

    // MARK: What the controller asks

    var supportsPictureInPicture: Bool { true }
    var hasUserIntent: Bool { true }

    func connect(_ send: @escaping @MainActor (PictureInPictureSession.Event) -> Void) {
        self.send = send
        send(.playing(!scene.player.isPaused))
        send(.windowMode(scene.windowMode))
    }

    func disconnect() { send = { _ in } }

    func perform(_ action: PictureInPictureSession.SurfaceAction) { scene.perform(action) }

    func perform(_ action: PictureInPictureSession.PlaybackAction) {
        switch action {
        case .pause, .pauseBySuspension: scene.player.pause()
        case .resume: scene.player.resume()
        }
    }

    func send(_ request: BrokerRequest) { registration?.send(request) }

    func report(_ report: PictureInPictureSession.Report) {
        sessionReport = report
        registration?.reportChanged()
    }

    func setRequiresLinearPlayback(_ isRequired: Bool) {}

    func schedule(after delay: Duration, _ body: @escaping @MainActor () -> Void) -> @MainActor () -> Void {
        let loop = scene.desktop.loop
        let token = loop.schedule(after: delay) { MainActor.assumeIsolated(body) }
        return { loop.remove(token) }
    }

    func note(_ callback: PictureInPictureSession.Callback, _ transaction: TransactionIdentifier?) {
        publish(callback, transaction)
        complete(callback)
    }

    // MARK: What the world says

    private func brokerSays(_ event: BrokerEvent) {
        switch event {
        case .status(let status): slot = status
        case .command(.prepare, _), .command(.restore, _): if requestTime == nil { requestTime = MonotonicClock.now }
        default: break
        }
        send(.broker(event))
    }

    private func surfaceEvent(_ event: PictureInPictureSession.SurfaceEvent) {
        switch event {
        case .overlayPresented, .windowPresented: publishPresentation()
        default: break
        }
        send(.surface(event))
    }

    private func windowStateChanged() {
        if scene.window?.picture.isShowing == true { send(.windowMode(scene.windowMode)) }
        send(.windowVisible(scene.window?.isSuspended != true))
        registration?.reportChanged()
    }

    private func placementChanged() {
        registration?.reportChanged()
        publish(.moved)
    }

    private func playerChanged(_ change: Player.Change) {
        switch change {
        case .paused:
            send(.playing(!scene.player.isPaused))
            publish(.paused, [.init("paused", .bool(scene.player.isPaused))])
        case .seeked: publish(.seeked, [.init("position", .number(scene.player.position.seconds))])
        case .frames: completeSeeks()
        case .ended:
            publish(.ended)
            send(.mediaEnded)
            onEnd()
        case .looped, .speed: break
        }
    }

    /// The medium is open and its size known: it can be shown.
    func mediaOpened(_ mode: PlayOptions.Mode) {
        scene.player.isStill = scene.source.pipeline.snapshot.info?.video.isStillImage == true
        switch mode {
        case .window: scene.makeWindow(fullscreen: nil)
        case .fullscreen: scene.makeWindow(fullscreen: PlayerWindow.Fullscreen(output: nil))
        case .pictureInPicture: break
        }
        send(.windowMode(scene.windowMode))
        send(.sourceReady(true))
        if mode == .pictureInPicture {
            requestTime = MonotonicClock.now
            controller?.startPictureInPictureWhenPossible(within: .seconds(3))
        }
    }

    private func userClosedWindow() { onEnd() }

    func closeByUser() {
        endsWhenStopped = true
        controller?.closePictureInPicture()
    }

    private var report: PlayerReport {
        let slot: PlayerReport.SlotUse =
            switch sessionReport?.state ?? .idle {
            case .idle, .requesting: .none
            case .starting: .starting
            case .active: sessionReport?.isSuspended == true ? .suspended : .active
            case .restoring, .stopping: .leaving
            }
        return PlayerReport(
            mode: sessionReport?.mode ?? scene.windowMode, slot: slot, placement: scene.floating?.placement,
            canRestore: sessionReport?.canRestore ?? true, canFloat: sessionReport?.isReady ?? false,
            isFocused: isFocused)
    }

    /// Whether the end of Picture in Picture just told is the player's end.
    fileprivate func endsPlayer(_ reason: StopReason) -> Bool { reason == .userClosed || endsWhenStopped }
}

extension PlayerHost: PictureInPictureControllerDelegate {
    /// The scene's window is made when the session says so: there is nothing to bring back by hand.
    func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController,
        restoreUserInterfaceForPictureInPictureStopWithCompletionHandler completionHandler:
            @escaping @Sendable (Bool) -> Void
    ) { completionHandler(true) }

    func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController,
        failedToStartPictureInPictureWithError error: any Error
    ) {
        scene.log.warning("\(scene.identifier): Picture in Picture did not start: \(error)")
        // A player that began in Picture in Picture has no window to stay in.
        if scene.window == nil { scene.makeWindow(fullscreen: nil) }
    }

    func pictureInPictureController(
        _ pictureInPictureController: PictureInPictureController, didStopPictureInPictureWithReason reason: StopReason
    ) {
        guard endsPlayer(reason) else { return }
        onEnd()
    }
}
