package import OrielGeometry
package import OrielPictureInPicture
import OrielPlatform
import OrielPlayer
package import OrielSceneHandoff
package import OrielSurfaces
import OrielWayland
import OrielWindows

/// A view as the host of a `PictureInPictureController`: its reports to the controller's session, its part of the
/// session's effects, and the app's objects that Picture in Picture keeps.
@MainActor
package final class ControllerHost {
    /// The view; another one when it succeeds the first.
    unowned var view: any ControllerHostView
    package weak var controller: PictureInPictureController? {
        didSet {
            guard controller !== oldValue else { return }
            if let controller { persistence?.controller = controller }
            view.controllerChanged()
        }
    }
    /// Sends an event to the controller's session; does nothing without a controller.
    private var sink: @MainActor (PictureInPictureSession.Event) -> Void = { _ in }
    /// Sends an event after the view was closed, to answer the session's last actions.
    private var answer: @MainActor (PictureInPictureSession.Event) -> Void = { _ in }
    /// The last report of the controller's session.
    private(set) var report: PictureInPictureSession.Report?
    /// The generation of the present or last overlay.
    private var overlay: UInt32 = 0
    /// The generation of the window that returned last from Picture in Picture.
    private var window: UInt32 = 0
    /// Whether Picture in Picture is supported, as the controller was told last.
    var toldSupport = true
    /// Whether the medium is open.
    private(set) var isReady = false
    /// Whether the view's window is not visible.
    var isHidden = false
    /// Whether the view was dismissed: nothing of it is shown but its overlay.
    var isDismissed = false
    /// The monotonic time of the last key, button or command for the view.
    private var lastUserAction: Duration?
    /// Whether the app lets Picture in Picture start from the window; nil until it has said so.
    package var startsFromInline: Bool?
    /// Cameras that film for the view's call.
    let captures = CaptureAudience()
    /// Keeps what the app wants to live as long as Picture in Picture.
    var persistence: Persistence?
    /// The controller and the delegate that `PlayerView.enablePictureInPicture` made.
    var ready: (controller: PictureInPictureController, delegate: any PictureInPictureControllerDelegate)?

    init(_ view: any ControllerHostView) { self.view = view }

    var application: Application { view.application }
    var scene: PlayerScene { view.scene }
    private var playback: ViewPlayback { view.playback }

    /// State of the transition into or out of Picture in Picture; `idle` without a controller.
    var transitionState: PictureInPictureTransitionState { report?.state ?? .idle }

    /// Whether Picture in Picture is starting or ending.
    var isMoving: Bool {
        switch transitionState {
        case .idle, .active: false
        case .requesting, .starting, .restoring, .stopping: true
        }
    }

    package func send(_ event: PictureInPictureSession.Event) { sink(event) }

    // MARK: The medium

    /// Notes whether the medium is open, and tells the session.
    func setReady(_ isReady: Bool) {
        self.isReady = isReady
        send(.sourceReady(isReady))
    }

    /// Tells the session that another medium is shown.
    func replaceSource(isReady: Bool) {
        self.isReady = isReady
        send(.sourceReplaced(isReady: isReady))
    }

    /// Tells the session that no medium is shown any more.
    func loseSource() {
        isReady = false
        send(.sourceLost)
    }

    // MARK: The user

    package func noteUserAction() { lastUserAction = MonotonicClock.now }

    /// Acts on the overlay's close button.
    func closeByUser() { send(.closeButton(generation: overlay)) }

    /// Acts on the overlay's return button, or on a double click.
    func returnByUser(_ origin: SurfaceInput.Origin) {
        view.session.noteRequest()
        let generation = overlay
        guard scene.windowScene.hasAppWindow else { return send(.returnButton(generation: generation)) }
        // A window of another client needs an activation token to raise itself.
        let isAsked = application.desktop.globals.requestActivationToken(
            seat: origin.seat, serial: origin.serial, surface: scene.floating?.picture.surface, appID: application.id
        ) { [weak self] token in
            self?.scene.windowScene.returnToken = token
            self?.send(.returnButton(generation: generation))
        }
        if !isAsked { send(.returnButton(generation: generation)) }
    }

    /// Cancels a swap that moves this view into Picture in Picture, if it can still be cancelled.
    /// - Returns: false if no such swap is in progress; the key then has its other meaning.
    func escapeSwap() -> Bool {
        guard let report, report.state == .starting, report.transaction != nil else { return false }
        send(.escape)
        return true
    }

    // MARK: The end

    /// Ends Picture in Picture, for a view that closes.
    func end() {
        if let engine = controller?.runner { engine.runAhead(sendEnd) } else { sendEnd() }
    }

    private func sendEnd() {
        send(.close)
        // A stop in progress is complete: its surfaces are gone.
        if report?.state == .stopping {
            send(.surface(.overlayClosed(generation: overlay)))
            send(.surface(.windowPresented(generation: window)))
        }
        send(.sourceReady(false))
    }

    /// Sends no more events, but the answers to actions of a stop that goes on after the view was closed.
    func silence() { (answer, sink) = (sink, { _ in }) }

    /// Releases the app's objects, after the app was told that the view has closed.
    func release() {
        if let controller, controller.contentSource?.host === self { controller.runner.finishSnapshots() }
        (persistence, ready) = (nil, nil)
    }

    /// Answers the actions of a stop that goes on after the view was closed.
    private func performClosed(_ action: PictureInPictureSession.SurfaceAction) {
        switch action {
        case .showWindow(let generation, _): answer(.surface(.windowPresented(generation: generation)))
        case .removeOverlay(let generation, animated: true): answer(.surface(.overlayRemoved(generation: generation)))
        default: break
        }
    }

    /// Ends an overlay on a removed output; the session may then show it on another one.
    func outputRemoved(_ output: Output) {
        guard let floating = scene.floating else { return }
        let name = floating.picture.output?.state.name ?? floating.placement.output
        // An overlay that was never mapped has no output, unless it requested one.
        if name == nil || name == output.state.name { send(.surface(.outputRemoved(generation: overlay))) }
    }
}

extension ControllerHost: PictureInPictureHost {
    package var supportsPictureInPicture: Bool { !view.isClosed && canFloat }

    package var refusal: StartError? {
        if view.isClosed { return StartError("the view is closed") }
        if canFloat { return nil }
        return StartError(
            "the compositor has neither layer-shell nor Picture-in-Picture windows, "
                + "and the view's options refuse a titled window",
            advice: "set PictureInPictureOptions.allowsToplevel")
    }

    /// Time after a key, a button or a command for which a start counts as the user's intent, like a web page's user
    /// activation.
    private static let intent = Duration.seconds(5)

    package var hasUserIntent: Bool { lastUserAction.map { MonotonicClock.now - $0 <= Self.intent } ?? false }

    package var source: (rect: Rect, surface: Size)? { scene.windowScene.source }
    package var keepsWindow: Bool { scene.windowScene.keepsWindow }
    package var isUnseen: Bool { scene.windowScene.watch?.isUnseen ?? false }
    package var isSiblingMoving: Bool { application.views.contains { $0 !== view && $0.isMoving } }

    package var presentationObstacle: String? {
        scene.windowScene.inline?.isAwaitingCommit == true ? InlinePicture.missingCommit : nil
    }

    // MARK: The controller

    package func connect(
        _ send: @escaping @MainActor (PictureInPictureSession.Event) -> Void,
        inPlaceOf other: (any PictureInPictureHost)?
    ) {
        if let other = other as? ControllerHost { takePlace(of: other) }
        sink = send
        toldSupport = isSupported
        send(.supportChanged(isSupported))
        send(.playing(!playback.isPaused))
        send(.windowMode(scene.windowScene.windowMode))
        send(.windowVisible(!isHidden))
        send(other == nil ? .sourceReady(isReady) : .sourceReplaced(isReady: isReady))
        send(.locked(application.desktop.session.isHidden))
        send(.connected(application.desktop.isConnected))
        send(.broker(view.session.slot.map { .status($0) } ?? .lost))
    }

    package func disconnect() {
        (sink, answer) = ({ _ in }, { _ in })
        controller = nil
        playback.endDelegation()
        report = nil
        followBackground()
        view.session.reportChanged()
    }

    /// Exchanges the registrations with the session, names included. An overlay in Picture in Picture keeps its place
    /// there.
    private func takePlace(of other: ControllerHost) {
        let (session, others) = (view.session, other.view.session)
        session.exchange(with: others)
        overlay = other.overlay
        session.commands.move([.started, .stopped], from: &others.commands)
        scene.takeOverlay(from: other.scene, generation: overlay)
        others.reportChanged()
    }

    package func show(_ content: VideoCallContent?, from frame: ((Size) -> Rect)?) {
        scene.overlay.setCallContent(content, from: frame)
    }

    package func delegatePlayback(
        to delegate: (any PictureInPictureSampleBufferPlaybackDelegate)?, of controller: PictureInPictureController
    ) { playback.delegate(to: delegate, of: controller) }

    package func invalidatePlaybackState() { playback.delegated?.invalidate() }

    package func setRequiresLinearPlayback(_ isRequired: Bool) { playback.setRequiresLinearPlayback(isRequired) }

    package var overlayRect: Rect? { scene.overlay.rect }

    package func changeOverlay(_ command: PlayerCommand) -> Bool { view.changeOverlay(command) }

    package func automaticStartChanged() { listenForSilence() }

    // MARK: The session's effects

    package func perform(_ action: PictureInPictureSession.SurfaceAction) {
        guard !view.isClosed else { return performClosed(action) }
        switch action {
        case .showWindow(let generation, _): window = generation
        case .createOverlay(let request): overlay = request.generation
        case .prepareExchange(let generation, _): overlay = generation
        default: break
        }
        if isDismissed, performUnseen(action) { return }
        scene.perform(action)
    }

    package func perform(_ action: PictureInPictureSession.PlaybackAction) {
        switch action {
        case .pause, .pauseBySuspension: playback.setPlaying(false)
        case .resume: playback.setPlaying(true)
        }
    }

    package func send(_ request: BrokerRequest) {
        guard request == .leave else { return view.session.send(request) }
        // Leaving the session releases its slot. The view registers again, for commands and its next controller.
        guard let report, report.state != .idle || report.transaction != nil else { return }
        self.report = nil
        view.session.registerAnew()
    }

    package func report(_ report: PictureInPictureSession.Report) {
        let hasMoved = report.state != transitionState
        self.report = report
        view.transitionChanged(hasMoved: hasMoved)
        followBackground()
        listenForSilence()
        view.session.reportChanged()
        tellSupport()
    }

    package func requestSwap(_ completion: @escaping @MainActor (PictureInPictureError?) -> Void) {
        noteRequest()
        view.session.requestSwap { completion($0.map(PictureInPictureError.init)) }
    }

    package func noteRequest() { view.session.noteRequest() }

    package func schedule(after delay: Duration, _ body: @escaping @MainActor () -> Void) -> @MainActor () -> Void {
        let loop = application.loop
        let token = loop.after(delay, body)
        return { loop.remove(token) }
    }

    package func callLater(_ body: @escaping @MainActor () -> Void) { application.desktop.calls.add(body) }
}
