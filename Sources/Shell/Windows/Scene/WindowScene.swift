import OrielControls
import OrielGeometry
package import OrielPictureInPicture
package import OrielSurfaces
import OrielWayland

/// The window of one player, or the app's window in its place.
///
/// It has the surface and its input, the placeholder in it while the picture floats, and the size and mode that are
/// kept while it is gone.
@MainActor
package final class WindowScene {
    unowned let scene: PlayerScene

    package private(set) var window: PlayerWindow?
    /// The app's window, in the place of one of Oriel's.
    package private(set) weak var appWindow: (any AppWindow)?
    /// The picture in a surface of the app's; nil if the view isn't made for one.
    package private(set) var inline: InlinePicture?
    /// Whether the window is the app's; true also after the app has released it.
    package private(set) var hasAppWindow = false
    /// Whether the app's window was asked to show itself.
    package var isAppWindowShown = true
    /// The activation token by which the app's window may raise itself when the picture comes back.
    package var returnToken: String?
    /// The window that the picture has left, while it shows that.
    let departure = Departure()
    /// The first frame of a window that a swap is likely to ask for.
    var draft: WindowDraft?
    /// The window to make once there is a compositor, and whether a placeholder stands in it, since its picture floats;
    /// nil if none is wanted.
    var awaited: (mode: WindowMode, isCovered: Bool)?
    /// Name of the output that the full-screen window was on and that the new compositor has not; the window goes there
    /// when it comes.
    var missedOutput: String?
    /// The window's size when it was not full screen, kept while it is gone.
    private(set) var windowSize: Size?
    /// The size of a window that was maximised when it no longer is; nil if it wasn't.
    private var restoredSize: Size?
    package var wasFullscreen = false
    /// Whether a window that is gone was neither full screen nor tiled nor maximised.
    private(set) var wasFloating = false
    /// Layers over the picture in the window.
    package let sublayers = Sublayers()
    /// The app's drawings over the picture, lowest first, in the window or in the overlay.
    package var contentOverlays: [ContentOverlay] = [] {
        didSet {
            showSublayers()
            scene.overlay.showContentOverlays()
        }
    }
    /// Panels over the app's drawings.
    package var panels: [ContentOverlay] = [] {
        didSet { showSublayers() }
    }
    /// Runs when the user closes the window. While a swap is under way, the transition hears of it too.
    var onCloseRequest: () -> Void = {}
    package private(set) var input: SurfaceInput?
    /// Follows whether the window can be seen.
    package private(set) var watch: WindowWatch?
    /// The picture left the window, and a placeholder stands in it.
    package var isCovered = false
    /// Whether the window stays while its picture floats.
    package var keepsWindow = false
    /// The placeholder's text in such a window; nil for the default.
    package var placeholderText: String? {
        didSet { if placeholderText != oldValue { changeCover() } }
    }
    /// Whether the watch reports at once that the window can't be seen any more.
    package var hearsSilence = false {
        didSet { watch?.hearsSilence = hearsSilence }
    }

    var floating: FloatingSurface? { scene.floating }

    init(_ scene: PlayerScene) {
        self.scene = scene
        onCloseRequest = { [weak scene] in scene?.delegate?.windowClosedByUser() }
        sublayers.onChange = { [weak self] in self?.showSublayers() }
    }

    /// Uses another window from now on. A window of Oriel's goes if the app has one, and so does a former inline
    /// picture.
    func use(_ choice: WindowChoice) {
        let former = inline
        inline = nil
        switch choice {
        case .own: appWindow = nil
        case .app(let window): appWindow = window
        case .inline(let picture):
            inline = picture
            appWindow = picture
            picture.host = self
            // On a connection that another view has used, it was made at once.
            if former !== picture, let made = picture.picture { begin(made) }
        }
        if former !== inline { former?.end() }
        hasAppWindow = appWindow != nil
        if hasAppWindow { remove() }
    }

    /// Creates the window. It is drawn and shown when the compositor has configured it.
    /// - Parameter presented: Receives the time at which its first frame was presented.
    package func make(_ mode: WindowMode, presented: @escaping (Duration) -> Void = { _ in }) {
        guard window == nil else { return }
        departure.end()
        let size = size(of: mode)
        guard desktop.isConnected else {
            windowSize = size ?? windowSize
            // One of this mode that was lost returns on its output.
            if awaited?.mode.isFullScreen != mode.isFullScreen { awaited = (mode, false) }
            return
        }
        let window = PlayerWindow(
            stage: desktop.stage, title: scene.title, mode, size: size ?? lastWindowSize,
            maximizedFrom: size == nil || size == windowSize ? restoredSize : nil, draft: draft)
        draft = nil
        window.picture.onNextCommit { [weak self] in self?.floating?.picture.freeze() }
        window.picture.onNextPresentation(presented)
        take(window)
    }

    /// Makes a window this player's: a new one, or the one that another player of this process gives up in a swap.
    private func take(_ window: PlayerWindow) {
        self.window = window
        window.picture.player = player
        window.picture.textScale = scene.textScale
        showSublayers()
        scene.rehearseOnce(window.picture)
        let picture = window.picture
        picture.onNextCommit { [weak self, weak picture] in if let picture { self?.scene.repeatSaying(on: picture) } }
        picture.onNextPresentation { [weak self, weak window] _ in
            if let window, self?.window === window { self?.delegate?.windowSeen() }
        }
        window.onCloseRequest = { [weak self] in self?.onCloseRequest() }
        window.onStateChange = { [weak self] in self?.windowStateChanged() }
        window.onActivationChange = { [weak self] in self?.delegate?.windowActivationChanged(isActivated: $0) }
        if window.isActivated { delegate?.windowActivationChanged(isActivated: true) }
        input = SurfaceInput(
            picture: window.picture, routes: desktop.routes, keys: options.keys,
            controls: scene.makeControls(on: window.picture) { [weak window] in
                window?.isFullscreen == true ? .fullScreen : .window
            }, hidesCursor: true, delegate: self)
        watch(window)
        scene.updateInhibitor()
    }

    /// Takes over another player's window. It shows the other player's picture until the exchange is drawn.
    func adopt(_ window: PlayerWindow, generation: UInt32) {
        let shown = window.picture.player
        take(window)
        window.picture.player = shown
        window.toplevel.setTitle(scene.title)
        onCloseRequest = { [weak self] in
            self?.delegate?.surfaceEvent(.windowClosed(generation: generation))
            self?.delegate?.windowClosedByUser()
        }
    }

    /// Gives the window up to another player.
    func release() {
        guard let window else { return }
        uncover()
        window.picture.stack.hideMessage()
        letGo(of: window)
        scene.updateInhibitor()
    }

    /// Destroys the window.
    /// - Parameter lifts: Whether a picture that fades into an overlay is first seen to leave it.
    func remove(lifts: Bool = false) {
        awaited = nil
        missedOutput = nil
        guard let window else { return }
        let lifts = lifts && isLifted(window)
        isCovered = false
        letGo(of: window)
        if lifts { depart(window) } else { window.finish() }
        floating?.picture.unfreeze()
        floating?.letGo()
        scene.updateInhibitor()
    }

    /// Ends what the scene has with a window that goes, and keeps its size and mode.
    private func letGo(of window: PlayerWindow) {
        endWatch()
        if window.isActivated { delegate?.windowActivationChanged(isActivated: false) }
        input?.finish()
        input = nil
        self.window = nil
        windowSize = window.windowSize
        restoredSize = window.isMaximized ? window.restoredSize : nil
        wasFullscreen = window.isMeantFullscreen
        wasFloating = window.isFloating
    }

    // MARK: Reconnection

    /// Whether there is a window, or one is made on the next connection.
    package var isWindowWanted: Bool { window != nil || awaited != nil }

    /// The compositor is gone: ends the window, and keeps how it returns.
    func connectionLost() {
        dropDraft()
        departure.end()
        guard let window else { return }
        let output = missedOutput ?? window.picture.output?.state.name
        let wasCovered = isCovered
        remove()
        awaited = (wasFullscreen ? .fullScreen(output: output) : .window(nil), wasCovered)
    }

    /// Makes the awaited window on the new connection.
    func connectionRestored() {
        guard let awaited else { return }
        self.awaited = nil
        make(awaited.mode)
        if case .fullScreen(let name?) = awaited.mode, desktop.globals.output(named: name) == nil {
            missedOutput = name
        }
        if awaited.isCovered { cover() }
    }

    private func windowStateChanged() {
        if let window {
            wasFullscreen = window.isFullscreen
            watch?.suspended(window.isSuspended)
        }
        scene.refreshControls()
        delegate?.windowStateChanged()
    }

    var seenWindow: PlayerWindow? { watch?.state ?? .visible == .visible && !isCovered ? window : nil }

    /// The picture in the window, if it can be seen there.
    var seenPicture: PictureSurface? {
        seenWindow?.picture ?? inline?.picture.flatMap { $0.isResting ? nil : $0 }
    }

    // MARK: Visibility

    /// Follows the visibility of a window that became this player's.
    func watch(_ window: PlayerWindow) {
        let watch = WindowWatch(window.picture, session: desktop.session)
        watch.onChange = { [weak self] in self?.visibilityChanged($0) }
        watch.hearsSilence = hearsSilence
        watch.suspended(window.isSuspended)
        self.watch = watch
        delegate?.windowVisibilityChanged(.visible)
    }

    func endWatch() {
        watch?.finish()
        watch = nil
    }
}
