import OrielControls
import OrielPictureInPicture
import OrielPlatform
public import OrielPlayer
import OrielRemoteControl
import OrielSceneHandoff
import OrielSessionBus
public import OrielSurfaces
import OrielWayland
public import OrielWindows

/// Shows a player's picture in a window or full screen, answers its user's keys and mouse, and is what a
/// `PictureInPictureController` lifts into Picture in Picture and brings back.
///
/// From the moment it is made it is known to the session: the `oriel` commands find it by its name, and other programs'
/// pictures change places with it. The application keeps it until it is closed. One controller per view, one view per player:
/// another one that is made for the same player takes over what the first shows, in Picture in Picture too, with its controller
/// and its name; the first is closed by that, and nothing else is.
@MainActor
public final class PlayerView {
    /// Whose picture it shows; closed with the view. Another one takes its place in the same window or overlay, under the same name in
    /// the session: the picture before stands until there is one of the new player, and its player is closed then. Without a picture
    /// in time Picture in Picture ends (`StopReason.sourceLost`). While that begins or ends, it comes first. A player that another view
    /// shows is refused.
    public var player: Player {
        get { scene.player }
        set {
            state.wantedPlayer = newValue
            takeUpPlayer()
        }
    }
    /// The program it belongs to, which keeps it until it is closed.
    public let application: Application
    /// Called once from the loop when the view has closed: by its user, the program or a command, or because its medium can't be
    /// played (see `Player.status`). Nothing of it can be seen any more.
    public var onClose: () -> Void = {}
    /// Hears of full screen; kept weakly.
    public weak var delegate: (any PlayerViewDelegate)?
    /// Whether `close` was called, by whomever.
    public internal(set) var isClosed = false
    /// Off the screen, but for its Picture in Picture.
    var isDismissed = false

    /// Whether its window becomes full screen when playback begins or goes on.
    public var entersFullScreenWhenPlaybackBegins = false
    /// Whether its full screen becomes a window when playback has ended.
    public var exitsFullScreenWhenPlaybackEnds = false

    /// Whether the view closes when its user closes Picture in Picture; it stays unless set.
    public var pictureInPictureClosePolicy = ClosePolicy.stays

    /// Whether Oriel's controls come over the picture in its window when a pointer moves on it or a finger taps it. The overlay has its
    /// controls in any case, as with AVKit, unless `PictureInPictureOptions.showsControls` is false.
    public var showsPlaybackControls: Bool {
        get { scene.options.showsPlaybackControls }
        set { scene.windowScene.showControls(newValue) }
    }

    /// Whether its picture may go into Picture in Picture, by whatever way: `AVPlayerViewController.allowsPictureInPicturePlayback`.
    /// False takes the button away, refuses a start (`PictureInPictureError.notSupported`), and lets no picture float by itself. One
    /// that floats comes back as by `stopPictureInPicture()`; AVKit doesn't say what becomes of it, and the web does likewise
    /// (`disablePictureInPicture`).
    public var allowsPictureInPicturePlayback = true {
        didSet { if allowsPictureInPicturePlayback != oldValue { allowanceChanged() } }
    }

    /// What becomes of playback while nobody sees it: `AVPlayer.audiovisualBackgroundPlaybackPolicy`, which is the view's here, for it knows
    /// what is seen. The session's lock and dark outputs are `PictureInPictureController.pausesWhenSessionIsHidden`.
    public var audiovisualBackgroundPlaybackPolicy = AudiovisualBackgroundPlaybackPolicy.automatic {
        didSet { listenForSilence() }
    }

    /// Asked where to go when its user goes from one time to another, by key, control or command: to an interstitial that would be
    /// passed over, say (`Player.interstitialTimeRanges`). AVKit's delegate method `timeToSeekAfterUserNavigatedFrom:to:`. A hand on the bar
    /// is asked about when it lets go. nil goes where they want.
    public var timeToSeekAfterUserNavigated: ((_ oldTime: Duration, _ targetTime: Duration) -> Duration)?

    /// What the app draws over the picture in its window, from the lowest to the highest: `AVPlayerViewController.contentOverlayView`.
    /// Nothing of it is seen in Picture in Picture.
    public var contentOverlays: [ContentOverlay] {
        get { scene.windowScene.contentOverlays }
        set { scene.windowScene.contentOverlays = newValue }
    }

    /// What knows where overlays were left; nil, as it is first, lets each begin where the options or the contract say.
    public var overlayMemory: (any OverlayMemory)? {
        get { scene.overlay.memory }
        set { scene.overlay.memory = newValue }
    }

    let scene: PlayerScene
    /// The name asked for; the broker makes it unique.
    private let wish: PlayerIdentifier
    package weak var controller: PictureInPictureController? {
        didSet { if let controller, controller !== oldValue { state.persistence?.controller = controller } }
    }
    /// Everything that a view which succeeds this one takes over.
    var state = ViewState()

    /// What is made of it, which lives as long.
    var owner: AnyObject?
    /// The app's part, where it makes the frames and a controller has a delegate for them.
    var delegated: DelegatedPlayback?
    /// Nobody may skip or seek now.
    var requiresLinearPlayback: Bool

    /// Makes it known to the session; `show` shows it.
    /// - Throws: where the system refuses a descriptor, or the application has ended.
    public convenience init(
        player: Player, in application: Application, options: Options = Options()
    ) throws(StartError) {
        try self.init(player: player, in: application, appWindow: nil, options: options)
    }

    /// Makes it known to the session, without a window of its own: it is seen in Picture in Picture alone, and beyond that in
    /// the app's window, as the app likes.
    /// - Parameters:
    ///   - player: whose picture floats.
    ///   - application: keeps the view until it is closed.
    ///   - window: the app's, kept weakly; where it goes, restores are answered by nothing.
    ///   - options: its name above all; what concerns a window of Oriel's is of no effect.
    /// - Throws: where the system refuses a descriptor, or the application has ended.
    public convenience init(
        player: Player, in application: Application, window: any AppWindow, options: Options = Options()
    ) throws(StartError) {
        try self.init(player: player, in: application, appWindow: window, options: options)
    }

    init(
        player: Player, in application: Application, appWindow: (any AppWindow)?, options: Options
    ) throws(StartError) {
        guard !application.isClosed else { throw StartError("the application has ended") }
        self.application = application
        requiresLinearPlayback = options.requiresLinearPlayback
        let predecessor = application.views.first { $0.player === player }
        wish = predecessor?.wish ?? PlayerIdentifier(rawValue: options.name ?? player.source.description.name)
        scene =
            predecessor?.scene
            ?? PlayerScene(
                player: player, identifier: wish.rawValue, options: options, appWindow: appWindow,
                desktop: application.desktop, log: application.log)
        scene.delegate = self
        guard predecessor == nil else {
            scene.takeUp(options, appWindow)
            predecessor.map(succeed)
            return
        }
        do { try player.attach(to: application.loop) } catch { throw StartError(refused: error) }
        application.add(self)
        state.registration = application.broker.register(wish, handlers: handlers)
    }

    // MARK: Showing

    /// Shows it, where the window isn't the app's: at once, or as soon as its medium is open. A window that is there becomes full
    /// screen or a window again; a picture in Picture in Picture comes back as by its return button.
    public func show(_ mode: Mode = .window) {
        guard !isClosed, !scene.windowScene.hasAppWindow || scene.floating != nil else { return }
        isDismissed = false
        if controller?.isPictureInPictureActive == true {
            send(.openedAgain)
        } else if let window = scene.window {
            if window.isFullscreen != (mode == .fullScreen) { window.setFullscreen(mode == .fullScreen) }
        } else if scene.floating != nil {
            send(.openedAgain)
        } else if state.standing.isReady || player.isEmpty {
            // A hint is there at once.
            makeWindow(mode)
        } else {
            state.wantedMode = mode
            scene.windowScene.wasFullscreen = mode == .fullScreen
        }
    }

    /// Whether its window is full screen, or comes back so.
    public var isFullScreen: Bool { scene.window?.isFullscreen ?? scene.windowScene.wasFullscreen }

    /// Ends it: its Picture in Picture as by `closePictureInPicture`, its window, its player's medium, its place in the
    /// session. `onClose` and delegates are called from the loop. Nothing after the first call.
    public func close() {
        guard !isClosed else { return }
        state.wantedPlayer = nil
        for reply in state.commands.takeAll() { reply(.ended(identifier)) }
        if let engine = controller?.runner { engine.runAhead(endPictureInPicture) } else { endPictureInPicture() }
        endDelegation()
        isClosed = true
        endStatistics()
        state.opening?.finish()
        state.opening = nil
        state.standing.answer = state.standing.send
        state.standing.send = { _ in }
        scene.finish()
        state.registration?.unregister()
        state.registration = nil
        player.close()
        // Memory that frames keep is the app's again.
        if owner is SampleBufferView { player.removePicture() }
        application.remove(self)
        callLater {
            self.onClose()
            self.onClose = {}
            self.owner = nil
            (self.state.persistence, self.state.ready) = (nil, nil)
        }
    }

    private func endPictureInPicture() {
        send(.close)
        // What is on its way out is out with its surfaces.
        if state.standing.report?.state == .stopping {
            send(.surface(.overlayClosed(generation: state.standing.overlay)))
            send(.surface(.windowPresented(generation: state.standing.window)))
        }
        send(.sourceReady(false))
    }

    func makeWindow(_ mode: Mode) {
        scene.windowScene.wasFullscreen = mode == .fullScreen
        scene.windowScene.make(fullscreen: mode == .fullScreen ? PlayerWindow.Fullscreen(output: nil) : nil)
        send(.windowMode(scene.windowScene.windowMode))
    }

    /// The overlay's close button.
    func closeByUser() { send(.closeButton(generation: state.standing.overlay)) }

    /// The overlay's return button, which a double click stands for.
    func returnByUser(_ origin: SurfaceInput.Origin) {
        state.commands.requestTime = MonotonicClock.now
        let generation = state.standing.overlay
        guard scene.windowScene.hasAppWindow else { return send(.returnButton(generation: generation)) }
        // Another client's window raises itself by a token alone.
        let isAsked = application.desktop.globals.requestActivationToken(
            seat: origin.seat, serial: origin.serial, surface: scene.floating?.picture.surface, appID: application.id
        ) { [weak self] token in
            self?.scene.windowScene.returnToken = token
            self?.send(.returnButton(generation: generation))
        }
        if !isAsked { send(.returnButton(generation: generation)) }
    }

    /// Takes a swap back that lifts this picture out of its window, where that can still be done.
    /// - Returns: false where there is none: then the key means something else.
    func escapeSwap() -> Bool {
        guard let report = state.standing.report, report.state == .starting, report.transaction != nil else {
            return false
        }
        send(.escape)
        return true
    }

    // MARK: The session

    /// Some other picture is in Picture in Picture and may change places with this one.
    var isOtherInPictureInPicture: Bool { state.standing.slot.map { !$0.isFree && $0.isDisplaceable } ?? false }

    /// What the broker says of this player, whichever place in the session it has.
    var handlers: PlayerHandlers {
        PlayerHandlers(
            event: { [weak self] event in MainActor.assumeIsolated { self?.brokerSays(event) } },
            command: { [weak self] command, reply in
                MainActor.assumeIsolated { self?.perform(command, reply: reply) }
            },
            report: { [weak self] in MainActor.assumeIsolated { self?.report } ?? PlayerReport() },
            snapshot: { [weak self] in MainActor.assumeIsolated { self?.status.snapshot } ?? [] },
            gain: { [weak self] gain in MainActor.assumeIsolated { self?.player.setGain(gain) } },
            expected: { [weak self] mode in MainActor.assumeIsolated { self?.scene.windowScene.expectWindow(mode) } },
            offered: { [weak self] isOffered in MainActor.assumeIsolated { self?.swapOffered(isOffered) } },
            neighbours: { [weak self] places in MainActor.assumeIsolated { self?.scene.overlay.neighbours = places } },
            identified: { [weak self] name in MainActor.assumeIsolated { self?.scene.identifier = name.rawValue } })
    }

    /// Leaves the session and comes back under the same name, with nothing in Picture in Picture.
    func registerAnew() {
        guard let former = state.registration, !isClosed, !application.isClosed else { return }
        former.unregister()
        state.standing.slot = nil
        state.standing.report = nil
        state.registration = application.broker.register(former.identifier ?? wish, handlers: handlers)
    }

    func send(_ event: PictureInPictureSession.Event) { state.standing.send(event) }

    var identifier: PlayerIdentifier { state.registration?.identifier ?? wish }

    private var report: PlayerReport {
        PlayerReport(
            state.standing.report, window: scene.windowScene.windowMode,
            placement: scene.floating == nil ? nil : scene.overlay.placement,
            isFocused: state.standing.isFocused,
            focusTime: state.standing.focusTime, isAudible: player.wantsToBeHeard,
            ownsWindow: !scene.windowScene.hasAppWindow)
    }
}
