import Logging
import OrielControls
package import OrielPictureInPicture
import OrielPlatform
import OrielPlayback
import OrielRemoteControl
import OrielSceneHandoff
import OrielTransport
import OrielWayland

/// Shows a player's picture in a window or full screen, answers its user's keys and mouse, and is what a
/// `PictureInPictureController` lifts into Picture in Picture and brings back.
///
/// From the moment it is made it is known to the session: the `oriel` commands find it by its name, and other programs'
/// pictures change places with it. The application keeps it until it is closed. One view per player, one controller per
/// view.
@MainActor
public final class PlayerView {
    /// Whose picture it shows. Closed with the view.
    public let player: Player
    /// The program it belongs to, which keeps it until it is closed.
    public let application: Application
    /// The view is closed, by its user, the program or a command, or because its medium can't be played (see
    /// `Player.status`); nothing of it can be seen any more.
    public var onClose: () -> Void = {}
    /// Whether `close` was called, by whomever.
    public private(set) var isClosed = false

    /// What knows where overlays were left.
    package var overlayMemory: (any OverlayMemory)? {
        get { scene.overlayMemory }
        set { scene.overlayMemory = newValue }
    }

    let scene: PlayerScene
    /// The name asked for; the broker makes it unique.
    private let wish: PlayerIdentifier
    private(set) var registration: RegisteredPlayer?
    weak var controller: PictureInPictureController?
    private(set) var send: @MainActor (PictureInPictureSession.Event) -> Void = { _ in }
    private var sessionReport: PictureInPictureSession.Report?
    /// What the present broker said last.
    private var slot: SlotStatus?
    private var isReady = false
    /// What to show once the medium is open.
    private var wanted: Mode?
    private var overlay: UInt32 = 0
    private(set) var isFocused = false
    /// Whether there is another picture to change places with, as the broker knows; nil where it doesn't say.
    private(set) var isOfferedSwap: Bool?
    /// Nobody sees its window.
    var isHidden = false
    /// When a key, a button or a command last did something to it.
    var lastUserAction: Duration?
    private var focusTime: Duration?
    /// What `oriel watch` heard of it last.
    private var isPossible = false

    /// What is made of it, which lives as long.
    var owner: AnyObject?
    /// The app's part, where it makes the frames and a controller has a delegate for them.
    var delegated: DelegatedPlayback?
    var scrubbing = Scrubbing()
    /// Where the part begins that is to be played again and again, while its end isn't known.
    var repeatStart: Duration?
    /// Ends the page of statistics, while it is shown.
    var statistics: (@MainActor () -> Void)?
    /// Nobody may skip or seek now.
    private(set) var requiresLinearPlayback: Bool

    /// Commands whose effect is not complete: what they wait for, and whom to tell.
    var waiting: [(until: CommandGoal, reply: (CommandFailure?) -> Void)] = []
    /// When the process received the key or message that the present transition comes from.
    package var requestTime: Duration?

    /// Makes it known to the session; `show` shows it.
    /// - Throws: where the system refuses a descriptor, or the application has ended.
    public convenience init(
        player: Player, in application: Application, options: Options = Options()
    ) throws(StartError) {
        try self.init(player: player, in: application, appWindow: nil, options: options)
    }

    /// Makes it known to the session, without a window of its own: it is seen in Picture in Picture alone, and beyond that in
    /// the app's window, as the app likes.
    /// - Parameter window: the app's, kept weakly; where it goes, restores are answered by nothing.
    /// - Throws: where the system refuses a descriptor, or the application has ended.
    public convenience init(
        player: Player, in application: Application, window: any AppWindow, options: Options = Options()
    ) throws(StartError) {
        try self.init(player: player, in: application, appWindow: window, options: options)
    }

    private init(
        player: Player, in application: Application, appWindow: (any AppWindow)?, options: Options
    ) throws(StartError) {
        guard !application.isClosed else { throw StartError("the application has ended") }
        self.player = player
        self.application = application
        requiresLinearPlayback = options.requiresLinearPlayback
        wish = PlayerIdentifier(rawValue: options.name ?? player.source.description.name)
        scene = PlayerScene(
            player: player, identifier: wish.rawValue, options: options, appWindow: appWindow,
            desktop: application.desktop, log: application.log)
        scene.onSurfaceEvent = { [weak self] in self?.surfaceEvent($0) }
        scene.onUserClosedWindow = { [weak self] in self?.close() }
        scene.onWindowCloseRequest = { [weak self] in self?.close() }
        scene.onCloseButton = { [weak self] in self?.closeByUser() }
        scene.onReturnButton = { [weak self] in self?.returnByUser($0) }
        scene.onWindowStateChange = { [weak self] in self?.windowStateChanged() }
        scene.onVisibilityChange = { [weak self] in self?.visibilityChanged($0) }
        scene.onPlacementChange = { [weak self] in self?.placementChanged() }
        scene.onStashChange = { [weak self] in self?.send(.stashed($0)) }
        scene.hasSiblings = { [weak application] in (application?.views.count ?? 0) > 1 }
        scene.onAction = { [weak self] in self?.perform($0, $1) }
        scene.controlsState = { [weak self] in self?.controlsState($0) ?? ControlsState($0) }
        scene.onControl = { [weak self] in self?.perform($0, $1) }
        scene.onScroll = { [weak self] in self?.scroll($0) }
        player.onChange.append { [weak self] in self?.playerChanged($0) }
        do { try player.attach(to: application.loop) } catch { throw StartError(refused: error) }
        application.add(self)
        register()
    }

    // MARK: Showing

    /// Shows it, where the window isn't the app's: at once, or as soon as its medium is open. A window that is there becomes full
    /// screen or a window again; a picture in Picture in Picture comes back as by its return button.
    public func show(_ mode: Mode = .window) {
        guard !isClosed, !scene.hasAppWindow || scene.floating != nil else { return }
        if let window = scene.window {
            if window.isFullscreen != (mode == .fullScreen) { window.setFullscreen(mode == .fullScreen) }
        } else if scene.floating != nil {
            send(.openedAgain)
        } else if isReady {
            makeWindow(mode)
        } else {
            wanted = mode
            scene.wasFullscreen = mode == .fullScreen
        }
    }

    /// Whether its window is full screen, or comes back so.
    public var isFullScreen: Bool { scene.window?.isFullscreen ?? scene.wasFullscreen }

    /// Ends it: its Picture in Picture as by `closePictureInPicture`, its window, its player's medium, its place in the
    /// session. Nothing after the first call.
    public func close() {
        guard !isClosed else { return }
        for wait in waiting { wait.reply(.ended(identifier)) }
        waiting = []
        send(.close)
        send(.sourceReady(false))
        endDelegation()
        isClosed = true
        statistics?()
        statistics = nil
        send = { _ in }
        scene.finish()
        registration?.unregister()
        registration = nil
        player.close()
        application.remove(self)
        onClose()
        owner = nil
    }

    private func makeWindow(_ mode: Mode) {
        scene.wasFullscreen = mode == .fullScreen
        scene.makeWindow(fullscreen: mode == .fullScreen ? PlayerWindow.Fullscreen(output: nil) : nil)
        send(.windowMode(scene.windowMode))
    }

    /// The overlay's close button.
    func closeByUser() { send(.closeButton(generation: overlay)) }

    /// The overlay's return button, which a double click stands for.
    func returnByUser(_ origin: SurfaceInput.Origin) {
        requestTime = MonotonicClock.now
        let generation = overlay
        guard scene.hasAppWindow else { return send(.returnButton(generation: generation)) }
        // Another client's window raises itself by a token alone.
        let isAsked = application.desktop.globals.requestActivationToken(
            seat: origin.seat, serial: origin.serial, surface: scene.floating?.picture.surface, appID: application.id
        ) { [weak self] token in
            self?.scene.returnToken = token
            self?.send(.returnButton(generation: generation))
        }
        if !isAsked { send(.returnButton(generation: generation)) }
    }

    /// Takes a swap back that lifts this picture out of its window, where that can still be done.
    /// - Returns: false where there is none: then the key means something else.
    func escapeSwap() -> Bool {
        guard let sessionReport, sessionReport.state == .starting, sessionReport.transaction != nil else {
            return false
        }
        send(.escape)
        return true
    }

    /// What a person closed, and the delegate did not show again, has ended.
    private func closeIfHidden() {
        guard !scene.hasAppWindow, sessionReport?.state ?? .idle == .idle, scene.window == nil, scene.floating == nil
        else { return }
        close()
    }

    // MARK: The session

    /// Some other picture is in Picture in Picture and may change places with this one.
    var isOtherInPictureInPicture: Bool { slot.map { !$0.isFree && $0.isDisplaceable } ?? false }

    private func register() {
        registration = application.broker.register(
            wish,
            handlers: PlayerHandlers(
                event: { [weak self] event in MainActor.assumeIsolated { self?.brokerSays(event) } },
                command: { [weak self] command, reply in
                    MainActor.assumeIsolated { self?.perform(command, reply: reply) }
                },
                report: { [weak self] in MainActor.assumeIsolated { self?.report } ?? PlayerReport() },
                snapshot: { [weak self] in MainActor.assumeIsolated { self?.status.snapshot } ?? [] },
                gain: { [weak self] gain in MainActor.assumeIsolated { self?.player.setGain(gain) } },
                expected: { [weak self] mode in MainActor.assumeIsolated { self?.scene.expectWindow(mode) } },
                offered: { [weak self] isOffered in MainActor.assumeIsolated { self?.swapOffered(isOffered) } },
                neighbours: { [weak self] places in MainActor.assumeIsolated { self?.scene.neighbours = places } },
                identified: { [weak self] name in MainActor.assumeIsolated { self?.scene.identifier = name.rawValue } }
            ))
    }

    var identifier: PlayerIdentifier { registration?.identifier ?? wish }

    private var report: PlayerReport {
        PlayerReport(
            sessionReport, window: scene.windowMode, placement: scene.floating == nil ? nil : scene.placement,
            isFocused: isFocused,
            focusTime: focusTime, isAudible: player.wantsToBeHeard, ownsWindow: !scene.hasAppWindow)
    }

    // MARK: What the world says

    private func brokerSays(_ event: BrokerEvent) {
        switch event {
        case .status(let status): slot = status
        case .lost: (slot, isOfferedSwap) = (nil, nil)
        case .command(.prepare, _), .command(.restore, _): if requestTime == nil { requestTime = MonotonicClock.now }
        default: break
        }
        send(.broker(event))
    }

    private func swapOffered(_ isOffered: Bool) {
        isOfferedSwap = isOffered
        scene.refreshControls()
    }

    private func surfaceEvent(_ event: PictureInPictureSession.SurfaceEvent) {
        switch event {
        case .overlayPresented, .windowPresented: publishPresentation()
        default: break
        }
        send(.surface(event))
    }

    func keyboardFocusMoved(to surface: Surface?) {
        scene.keyboardMoved(toOverlay: surface != nil && scene.floating?.picture.surface === surface)
        // The app's window is on another connection, of which the app tells.
        guard !scene.hasAppWindow else { return }
        noteFocus(surface != nil && scene.window?.picture.surface === surface)
    }

    func noteFocus(_ isFocused: Bool) {
        self.isFocused = isFocused
        if isFocused { focusTime = MonotonicClock.now }
        registration?.reportChanged()
    }

    /// What floats there may be closed for it and finds another output then.
    func outputRemoved(_ output: Output) {
        guard let floating = scene.floating else { return }
        let name = floating.picture.output?.state.name ?? floating.placement.output
        // One that was never mapped is on no known output unless it asked for one.
        if name == nil || name == output.state.name { send(.surface(.outputRemoved(generation: overlay))) }
    }

    private func windowStateChanged() {
        if scene.window?.picture.isShowing == true { send(.windowMode(scene.windowMode)) }
        listenForSilence()
        registration?.reportChanged()
    }

    private func placementChanged() {
        registration?.reportChanged()
        delegated?.renderSizeChanged()
        publish(.moved)
    }

    private func playerChanged(_ change: Player.Change) {
        switch change {
        case .opened:
            registration?.reportChanged()
            mediaOpened()
        case .failed:
            publishFailure()
            close()
        case .paused: if delegated == nil { pauseChanged() }
        case .seeked: publish(.seeked, [.init("position", .number(player.position.seconds))])
        case .landed:
            continueScrubbing()
            completeSeeks()
        case .ended:
            registration?.reportChanged()
            publish(.ended)
            send(.mediaEnded)
        case .looped, .sound: registration?.reportChanged()
        case .item: itemChanged()
        case .skipped(let item): itemSkipped(item)
        case .frames: scene.fitOverlayToPicture()
        case .form: scene.reform()
        case .speed, .buffering, .subtitles: break
        }
    }

    func pauseChanged() {
        registration?.reportChanged()
        send(.playing(!isPaused))
        listenForSilence()
        publish(.paused, [.init("paused", .bool(isPaused))])
    }

    private func mediaOpened() {
        isReady = true
        StartTrace.mark("the medium is open")
        scene.retitle()
        if let wanted { makeWindow(wanted) }
        wanted = nil
        send(.sourceReady(true))
    }
}

/// One medium after the other: to the session it is the documents' "play another content" of the same player.
extension PlayerView {
    private func itemChanged() {
        registration?.reportChanged()
        scrubbing = Scrubbing()
        repeatStart = nil
        guard player.currentItem != nil else {
            isReady = false
            return send(.sourceLost)
        }
        let isOpen = player.source.state.phase != .opening
        isReady = isOpen
        send(.sourceReplaced(isReady: isOpen))
        scene.retitle()
        sayItem()
    }

    private func itemSkipped(_ item: PlayerItem) {
        guard let error = player.failure(of: item) else { return }
        publish(.error, [.init("error", .string("\(error)"))])
        sayFailure("\(error)")
    }
}

extension PlayerView: PictureInPictureHost {
    package var supportsPictureInPicture: Bool { controller == nil && !isClosed }

    package func connect(_ send: @escaping @MainActor (PictureInPictureSession.Event) -> Void) {
        self.send = send
        send(.playing(!isPaused))
        send(.windowMode(scene.windowMode))
        send(.sourceReady(isReady))
        if application.desktop.session.isHidden { send(.locked(true)) }
        if let slot { send(.broker(.status(slot))) }
    }

    package func disconnect() {
        send = { _ in }
        endDelegation()
        sessionReport = nil
        registration?.reportChanged()
    }

    package func perform(_ action: PictureInPictureSession.SurfaceAction) {
        guard !isClosed else { return }
        switch action {
        case .createOverlay(let request): overlay = request.generation
        case .prepareExchange(let generation, _): overlay = generation
        default: break
        }
        scene.perform(action)
    }

    package func perform(_ action: PictureInPictureSession.PlaybackAction) {
        switch action {
        case .pause, .pauseBySuspension: setPlaying(false)
        case .resume: setPlaying(true)
        }
    }

    package func send(_ request: BrokerRequest) { registration?.send(request) }

    package func report(_ report: PictureInPictureSession.Report) {
        sessionReport = report
        listenForSilence()
        registration?.reportChanged()
    }

    package func requestSwap(_ completion: @escaping @MainActor (PictureInPictureError?) -> Void) {
        guard let registration else { return completion(.notPossible) }
        requestTime = MonotonicClock.now
        registration.requestSwap { failure in
            MainActor.assumeIsolated { completion(failure.map(PictureInPictureError.init)) }
        }
    }

    package func invalidatePlaybackState() { delegated?.invalidate() }

    package func setRequiresLinearPlayback(_ isRequired: Bool) {
        requiresLinearPlayback = isRequired || scene.options.requiresLinearPlayback
        scene.refreshControls()
    }

    package func schedule(after delay: Duration, _ body: @escaping @MainActor () -> Void) -> @MainActor () -> Void {
        let loop = application.loop
        let token = loop.schedule(after: delay) { MainActor.assumeIsolated(body) }
        return { loop.remove(token) }
    }

    package func note(restoreAnswer answer: Bool, _ transaction: TransactionIdentifier?) {
        publish(.restore, [.init("answer", .bool(answer))], transaction: transaction)
    }

    package func note(_ snapshot: PictureInPictureSnapshot) {
        guard snapshot.isPossible != isPossible else { return }
        isPossible = snapshot.isPossible
        publish(.possible, [.init("possible", .bool(isPossible))])
    }

    package func note(_ callback: PictureInPictureSession.Callback, _ transaction: TransactionIdentifier?) {
        publish(callback, transaction)
        complete(callback)
        switch callback {
        case .failedToStart(let error):
            scene.log.warning("\(scene.identifier): Picture in Picture did not start: \(error)")
            sayFailure("No Picture in Picture: \(error)")
            // What began in Picture in Picture has no window to stay in.
            if isReady, scene.window == nil, !scene.hasAppWindow {
                makeWindow(scene.wasFullscreen ? .fullScreen : .window)
            }
        case .didStart: delegated?.renderSizeChanged()
        case .stashedChanged(let isStashed): delegated?.setAway(isStashed)
        case .didStop(let reason):
            delegated?.renderSizeChanged()
            guard reason == .userClosed else { break }
            _ = schedule(after: .zero) { [weak self] in self?.closeIfHidden() }
        default: break
        }
    }
}
