package import Logging
import OrielControls
package import OrielGeometry
import OrielMedia
import OrielPictureInPicture
import OrielPlatform
package import OrielPlayer
package import OrielSurfaces
import OrielWayland

/// One player on the screen: its stream, its window while it has one, its floating surface while it is in Picture in
/// Picture. It offers the steps from which a transition is made; which step comes when is the lifecycle's decision.
@MainActor
package final class PlayerScene {
    /// Another one by `change(to:)`.
    package var player: Player
    /// Whose picture is still seen, until there is one of `player`.
    var outgoing: Player?
    package let desktop: Desktop
    package let log: Logger
    /// The name other commands use; set by the broker's registration.
    package var identifier: String
    package var options: PlayerViewOptions

    package private(set) var window: PlayerWindow?
    /// The app's, in the place of one of ours.
    package private(set) weak var appWindow: (any AppWindow)?
    /// Whether the window is the app's business, whatever became of it.
    package private(set) var hasAppWindow: Bool
    /// The app's window was asked to show itself.
    package var isAppWindowShown = true
    /// With which a window of the app's may raise itself when the picture comes back.
    package var returnToken: String?
    package var floating: (any FloatingSurface)? {
        didSet { if floating !== oldValue { watchOverlay() } }
    }
    /// What is being said on the picture, or was last.
    package var saying: Saying?
    /// What was drawn of a window that is to come, or may be.
    var draft: WindowDraft?
    /// The window's size and mode, kept while it is gone.
    private(set) var windowSize: Size?
    package var wasFullscreen = false
    /// Where Picture in Picture is, or was last; kept while it is off.
    package var overlayPlace: OverlayPlace?
    /// Where it begins by what was known of the output when it was made, until it is revealed; nil where a place was wanted or left.
    var unseenFirstPlace: Placement?
    /// Where the overlay was put while the shape of its picture wasn't known; nil once it is, and for any other place.
    var blindPlace: Placement?
    /// What else floats, of which a new overlay keeps clear.
    package var neighbours: [Placement] = []
    /// The overlay asked for the keyboard, and had it.
    var overlayKeyboard = OverlayKeyboard.none
    package var overlayMemory: (any OverlayMemory)?
    /// The shape of the picture that was seen last.
    var overlayShape: Double?
    /// Gets out of the pointer's way, where that is wanted.
    package var dodge = Dodge()

    /// Receives what happens to the scene: the view that shows it.
    package weak var delegate: (any PlayerSceneDelegate)?
    /// What lies over the picture in its window.
    package let sublayers = Sublayers()
    /// What the app draws over the picture in its window.
    package var contentOverlays: [ContentOverlay] = [] {
        didSet { showWindowSublayers() }
    }
    /// What is seen of a call in Picture in Picture, in the picture's place.
    package private(set) var callContent: VideoCallContent?
    /// Where that is seen in a window of a size, before it floats; nil for where the picture is.
    private(set) var callFrame: ((Size) -> Rect)?
    /// Runs when the user closes the window. While a swap is under way, the transition hears of it too.
    var onWindowCloseRequest: () -> Void = {}
    /// Runs when the compositor closes the floating surface.
    var onFloatingClosed: () -> Void = {}

    package private(set) var windowInput: SurfaceInput?
    /// Finds out whether the window can be seen.
    package var windowWatch: WindowWatch?
    /// The window's picture left it by itself, or the window stays whenever it does.
    package var isCovered = false
    /// The window stays while its picture floats.
    package var keepsWindow = false
    /// What stands in such a window; nil for what is usual.
    package var placeholderText: String? {
        didSet { if placeholderText != oldValue { changeCover() } }
    }
    /// Whether it matters at once that the window is seen no longer.
    package var hearsSilence = false {
        didSet { windowWatch?.hearsSilence = hearsSilence }
    }
    /// Finds out whether the overlay can be seen, where somebody wants to know.
    var overlayWatch: WindowWatch?
    /// Whether the overlay is seen matters: what is heard with it must not be heard alone.
    package var watchesOverlay = false {
        didSet { if watchesOverlay != oldValue { watchOverlay() } }
    }
    var floatingInput: SurfaceInput?
    /// The floating surface on another output that is to take this one's place.
    package var arrival: OverlayArrival?
    /// The floating surface that fades away.
    var departure: OverlayDeparture?
    var grip: OverlayGrip?
    /// Transitions were made ready for.
    var hasRehearsed = false
    private var inhibitor: IdleInhibitor?
    /// Of what is played, for its controls.
    private lazy var thumbnails = Thumbnails(desktop.loop) { [weak self] in self?.player.source.file }

    package init(
        player: Player, identifier: String, options: PlayerViewOptions, appWindow: (any AppWindow)?, desktop: Desktop,
        log: Logger
    ) {
        self.player = player
        self.appWindow = appWindow
        hasAppWindow = appWindow != nil
        self.identifier = identifier
        self.options = options
        self.desktop = desktop
        self.log = log
        follow(player)
        onWindowCloseRequest = { [weak self] in self?.delegate?.windowClosedByUser() }
        sublayers.onChange = { [weak self] in self?.showWindowSublayers() }
    }

    package func setKeys(_ keys: KeyBindings) {
        options.keys = keys
        windowInput?.keys = keys
        floatingInput?.keys = keys
    }

    /// Something else than the picture is to be seen in Picture in Picture.
    package func setCallContent(_ content: VideoCallContent?, from frame: ((Size) -> Rect)? = nil) {
        callContent = content
        callFrame = frame
        content?.sublayers.onChange = { [weak self] in self?.showOverlaySublayers() }
        content?.onResize = { [weak self] in self?.callContentChanged() }
    }

    /// Another view shows it from now on. What is on the screen stays as it is.
    package func takeUp(_ options: PlayerViewOptions, _ appWindow: (any AppWindow)?) {
        self.options = options
        if appWindow != nil { removeWindow() }
        hasAppWindow = appWindow != nil
        self.appWindow = appWindow
    }

    /// Unmaps everything of this player.
    package func finish() {
        removeFloating()
        endDeparture()
        removeWindow()
        dropDraft()
        thumbnails.finish()
        endOutgoing()
        desktop.stage.forget(player)
    }

    // MARK: Window

    /// Makes the window. It is drawn and shown when it is configured.
    /// - Parameter presented: its first frame was presented.
    package func makeWindow(
        fullscreen: PlayerWindow.Fullscreen?, size: Size? = nil,
        presented: @escaping (Duration) -> Void = { _ in }
    ) {
        guard window == nil else { return }
        let window = PlayerWindow(
            stage: desktop.stage, title: title,
            size: size ?? lastWindowSize, fullscreen: fullscreen, draft: draft)
        draft = nil
        window.picture.onNextCommit { [weak self] in self?.floating?.picture.freeze() }
        window.picture.onNextPresentation(presented)
        take(window)
    }

    /// Makes a window this player's: new, or the one that another player of this process leaves in a swap.
    private func take(_ window: PlayerWindow) {
        self.window = window
        window.picture.player = player
        window.picture.textScale = textScale
        showWindowSublayers()
        rehearseOnce(window.picture)
        let picture = window.picture
        picture.onNextCommit { [weak self, weak picture] in if let picture { self?.repeatSaying(on: picture) } }
        picture.onNextPresentation { [weak self, weak window] _ in
            if let window, self?.window === window { self?.delegate?.windowSeen() }
        }
        window.onCloseRequest = { [weak self] in self?.onWindowCloseRequest() }
        window.onStateChange = { [weak self] in self?.windowStateChanged() }
        window.onActivationChange = { [weak self] in self?.delegate?.windowActivationChanged(isActivated: $0) }
        if window.isActivated { delegate?.windowActivationChanged(isActivated: true) }
        windowInput = SurfaceInput(
            picture: window.picture, desktop: desktop, keys: options.keys,
            controls: makeControls(on: window.picture) { [weak window] in
                window?.isFullscreen == true ? .fullScreen : .window
            }, hidesCursor: true,
            resizes: { [weak window] in window?.isFloating == true },
            onAction: { [weak self] in self?.delegate?.perform($0, $1) },
            onIntent: { [weak self] in self?.windowIntent($0, $1) },
            onControl: { [weak self] in self?.delegate?.perform($0, $1) },
            onScroll: { [weak self] in self?.delegate?.scroll($0) })
        windowInput?.onHold = { [weak self] in self?.delegate?.handMoved(isDown: $0) }
        windowInput?.onVolume = { [weak self] in self?.delegate?.scroll(-$0) }
        if options.opensFiles { windowInput?.onDrop = { [weak self] in self?.delegate?.dropped($0) } }
        watch(window)
        updateInhibitor()
    }

    /// Takes over another player's window, which goes on showing that one's picture until the exchange is drawn.
    func adopt(_ window: PlayerWindow, generation: UInt32) {
        let shown = window.picture.player
        take(window)
        window.picture.player = shown
        window.toplevel.setTitle(title)
        onWindowCloseRequest = { [weak self] in
            self?.delegate?.surfaceEvent(.windowClosed(generation: generation))
            self?.delegate?.windowClosedByUser()
        }
    }

    /// Lets the window go to another player.
    func releaseWindow() {
        guard let window else { return }
        uncoverWindow()
        endWatch()
        window.picture.stack.hideMessage()
        windowSize = window.windowSize
        wasFullscreen = window.isFullscreen
        if window.isActivated { delegate?.windowActivationChanged(isActivated: false) }
        windowInput?.finish()
        windowInput = nil
        self.window = nil
        updateInhibitor()
    }

    func removeWindow() {
        guard let window else { return }
        isCovered = false
        endWatch()
        windowSize = window.windowSize
        wasFullscreen = window.isFullscreen
        if window.isActivated { delegate?.windowActivationChanged(isActivated: false) }
        windowInput?.finish()
        windowInput = nil
        window.finish()
        self.window = nil
        floating?.picture.unfreeze()
        (floating as? LayerFloatingSurface)?.letGo()
        updateInhibitor()
    }

    private func windowStateChanged() {
        if let window {
            wasFullscreen = window.isFullscreen
            windowWatch?.suspended(window.isSuspended)
        }
        refreshControls()
        delegate?.windowStateChanged()
    }

    private func windowIntent(_ intent: PointerGestures.Intent, _ event: SurfaceInput.Origin) {
        guard let window else { return }
        switch intent {
        case .beginMove where !window.isFullscreen: window.toplevel.move(event.seat, serial: event.serial)
        case .beginResize(let edges): window.toplevel.resize(event.seat, serial: event.serial, edges: edges)
        case .doubleClick: delegate?.perform(.toggleFullscreen, event)
        case .click where player.isEmpty: delegate?.perform(.open, event)
        default: break
        }
    }

    // MARK: Controls

    /// How large letters are: as the app wants it, else as the desktop's settings say.
    var textScale: () -> Double {
        { [desktop, options] in options.textScale ?? desktop.textScale }
    }

    func makeControls(
        on picture: PictureSurface, form: @escaping () -> ControlsForm
    ) -> SurfaceControls? {
        guard desktop.globals.hasSubsurfaces else { return nil }
        return SurfaceControls(
            picture, desktop.stage, thumbnails: thumbnails, textScale: textScale,
            isWanted: { [weak self] in self?.wantsControls(form()) ?? false }
        ) { [weak self] in
            self?.delegate?.controlsState(form()) ?? ControlsState(form())
        }
    }

    // MARK: Idle

    private var seenWindow: PlayerWindow? { windowWatch?.state ?? .visible == .visible && !isCovered ? window : nil }

    /// The screen stays on while a picture moves on it; the inhibitor sits on the surface that shows it.
    package func updateInhibitor() {
        inhibitor?.destroy()
        inhibitor = nil
        guard !player.isPaused, !player.isSoundOnly, !player.isEmpty, overlayPlace?.stash == nil,
            !desktop.session.isHidden, let picture = floating?.picture ?? seenWindow?.picture
        else { return }
        inhibitor = IdleInhibitor(picture.surface)
    }
}
