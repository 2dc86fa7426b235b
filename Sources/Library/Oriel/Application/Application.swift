import Glibc
import Logging
public import OrielPictureInPicture
package import OrielPlatform
public import OrielPlayer
import OrielSceneHandoff
package import OrielSurfaces
import OrielWindows

/// Run loop of a program that shows views, on the main thread, with its connection to the compositor and its
/// registration among the players of the user's session.
///
///     let application = try Application(id: "org.example.Cinema")
///     let view = try PlayerView(player: Player("film.mkv"), in: application)
///     view.show()
///     view.player.play()
///     try application.run()
///
/// A process has at most one application at a time. It is made and run on the main thread, outside of any task; while
/// `run` runs, it also executes the main actor's tasks. A program with its own loop serves the application from that
/// instead of `run`:
///
///     while try application.dispatch() {
///         let limit = application.prepareToWait()
///         // Sleep until application.descriptor can be read, at most for the limit.
///     }
///     application.close()
///
/// The `oriel` program need not be installed or running. One of the programs that use this library is the session's
/// broker, on a thread of its own; when it ends, another takes over.
@MainActor
public final class Application {
    /// Application id for compositors, window rules and desktops: the name of the program's desktop file without
    /// `.desktop` (`xdg_toplevel.set_app_id`).
    public let id: String
    /// Whether `run` returns when the last view has closed; otherwise only `stop` ends it.
    public var stopsAfterLastView = true
    /// Called from the loop after the connection to the compositor was lost: the views show nothing, playback goes on,
    /// and the application connects again. Picture in Picture is suspended and doesn't stop.
    public var onConnectionLost: () -> Void = {}
    /// Called from the loop once the views return on a new connection.
    public var onConnectionRestored: () -> Void = {}
    /// Policy for the sound of several players in Picture in Picture, of all programs of the session. It applies where
    /// this program is the session's broker.
    public var pictureInPictureSound: PictureInPictureSound {
        get { broker.sound }
        set { if newValue != broker.sound { broker.sound = newValue } }
    }
    /// Whether there is a connection to a compositor.
    public var isConnected: Bool { desktop.isConnected }

    package let loop: MainLoop
    let desktop: Desktop
    let exchanges = SceneExchanges()
    let broker: BrokerClient
    let log = Logger(label: "oriel")
    private(set) lazy var lists = ListReader(loop)
    /// The desktop's media controls; nil if the program wants none.
    var mediaControls: (any ApplicationMediaControls)?
    /// The elements of the views for screen readers.
    private(set) var accessibility: Accessibility?
    /// The desktop's global shortcuts; nil if the program wants none.
    var shortcuts: ShortcutHolder?
    private(set) var views: [any ApplicationView] = []
    private var isStopped = false
    /// Whether a turn of the loop is in progress.
    private var isTurning = false
    private var isToClose = false
    /// Whether the application has ended, by `run` or `close`; nothing of it is shown then.
    public private(set) var isClosed = false
    var loss: ConnectionLost?
    /// Whether playback pauses while there is no compositor; by default it goes on.
    public var pausesWhenDisconnected = false

    /// Connects to the compositor that `WAYLAND_DISPLAY` names, to EGL, and to the session's other players.
    ///
    /// SIGPIPE is ignored, unless the program has a handler for it: a player whose output pipe is closed continues to
    /// play, and other programs' players may depend on its process.
    /// - Parameters:
    ///   - id: see the property.
    ///   - handlesSignals: whether SIGINT, SIGTERM and SIGHUP end `run` as `stop` does. Until the application's end
    ///     they are blocked in the calling thread and in the threads that it starts meanwhile, so make the application
    ///     before any other thread.
    /// - Throws: `StartError` if there is no compositor, if it lacks an interface that every window needs, or if
    ///   nothing can be drawn on it.
    public convenience init(id: String, handlesSignals: Bool = false) throws(StartError) {
        try self.init(id: id, renderer: .auto, handlesSignals: handlesSignals)
    }

    /// Does the same as `init(id:handlesSignals:)`, with further options.
    /// - Throws: `StartError` if there is no compositor, if it lacks an interface that every window needs, or if
    ///   nothing can be drawn on it.
    public convenience init(id: String, options: Options) throws(StartError) {
        try self.init(
            id: id, renderer: options.renderer, sound: options.pictureInPictureSound,
            pictureInPictureLimit: options.pictureInPictureLimit, handlesSignals: options.handlesSignals,
            reconnectTimeout: options.reconnectTimeout)
        pausesWhenDisconnected = options.pausesWhenDisconnected
    }

    package init(
        id: String, renderer: Renderer, sound: PictureInPictureSound = .focus, pictureInPictureLimit: Int = 1,
        handlesSignals: Bool, reconnectTimeout: Duration = Options().reconnectTimeout
    ) throws(StartError) {
        self.id = id
        BrokenPipes.ignore()
        do { loop = try MainLoop() } catch { throw StartError(refused: error) }
        desktop = try Desktop(
            loop: loop, applicationID: id, renderer: renderer, reconnectLimit: max(.zero, reconnectTimeout), log: log)
        broker = desktop.makeBrokerClient(sound: sound, limit: pictureInPictureLimit)
        if handlesSignals { try handleSignals() }
        followConnection()
        desktop.onKeyboardFocus = { [weak self] surface in self?.views.forEach { $0.keyboardFocusMoved(to: surface) } }
        desktop.onOutputRemoved = { [weak self] output in self?.views.forEach { $0.outputRemoved(output) } }
        desktop.onLayerShellChange = { [weak self] in self?.views.forEach { $0.layerShellChanged() } }
        desktop.onUsableAreaChange = { [weak self] in self?.views.forEach { $0.scene.overlay.usableAreaChanged() } }
        desktop.services.onSettings = { [weak self] in self?.views.forEach { $0.scene.refreshControls() } }
        desktop.session.onChange = { [weak self] in self?.views.forEach { $0.sessionChanged() } }
        desktop.services.onSleep = { [weak self] in self?.views.forEach { $0.sleepChanged() } }
        broker.onHostingChange = { [weak self] in MainActor.assumeIsolated { self?.shortcuts?.updateLater() } }
        broker.start()
        accessibility = Accessibility(loop: loop, buses: desktop.buses, program: shortName, log: log) { [weak self] in
            self?.views ?? []
        }
        Self.openCount += 1
    }

    /// Number of applications of this process that are not closed.
    private(set) static var openCount = 0

    /// Gives up the keyboard of the overlays: a dialogue of the desktop may need it, and could lie below them.
    func yieldKeyboard() { for view in views { view.scene.overlay.setKeyboard(false) } }

    private func handleSignals() throws(StartError) {
        do {
            try loop.handle(signals: [SIGINT, SIGTERM, SIGHUP]) { [weak self] _ in self?.stop() }
        } catch { throw StartError(refused: error) }
    }

    // MARK: Running

    /// Runs until `stop`, the end of the last view (see `stopsAfterLastView`) or a handled signal, then closes every
    /// view. Once per application.
    /// - Throws: `ConnectionLost` if the connection to the compositor was lost for good.
    public func run() throws(ConnectionLost) {
        isTurning = true
        if !isStopped { loop.eventLoop.run() }
        isTurning = false
        close()
        if let loss { throw loss }
    }

    /// Ends `run` at the end of the present turn of the loop; `dispatch` returns false from then on.
    public func stop() {
        isStopped = true
        loop.eventLoop.stop()
    }

    /// Closes every view, leaves the session, disconnects from the compositor and releases everything; another
    /// application may be made then.
    ///
    /// Delegates receive the remaining callbacks inside this call, since no turn of the loop follows. Called inside a
    /// callback, it takes effect at the end of that turn, and delegates may receive more callbacks until then. Later
    /// calls do nothing.
    public func close() {
        guard !isClosed else { return }
        stop()
        guard !isTurning else { return isToClose = true }
        isClosed = true
        for view in views { view.send(.backgrounded(.quitting)) }
        for view in views { view.close() }
        desktop.calls.finish()
        mediaControls?.finish()
        mediaControls = nil
        accessibility?.finish()
        accessibility = nil
        shortcuts?.finish()
        shortcuts = nil
        broker.stop()
        loop.eventLoop.stopHandlingSignals()
        Self.openCount -= 1
        desktop.finish()
    }

    // MARK: The program's own loop

    /// File descriptor for the program's own loop, an epoll descriptor for `poll`, `select`, GLib or libuv. It is
    /// readable when there is something to `dispatch`, timers included. It stays the same until the application's end,
    /// and must not be read, written or closed.
    public var descriptor: CInt { loop.eventLoop.descriptor }

    /// Draws the views and flushes the requests to the compositor; call it right before each wait, as the last step of
    /// a turn. No lock is held and no read is announced while the program waits.
    /// - Returns: the longest time to wait, zero for none; nil to wait until `descriptor` is readable.
    public func prepareToWait() -> Duration? {
        guard !isClosed, !isTurning else { return nil }
        return turning { loop.eventLoop.prepareForWait() }
    }

    /// Reads events and makes the callbacks; call it after each wait, whatever ended it. It doesn't wait. Inside a
    /// callback it does nothing.
    /// - Returns: false once `stop` was called or the last view has closed (see `stopsAfterLastView`); `close` remains
    ///   to be called.
    /// - Throws: `ConnectionLost` if the connection to the compositor was lost for good.
    public func dispatch() throws(ConnectionLost) -> Bool {
        guard !isTurning else { return !isStopped }
        guard !isClosed else { return false }
        turning { loop.eventLoop.turn(limit: .zero) }
        if let loss { throw loss }
        return !isStopped
    }

    private func turning<Result>(_ body: () -> Result) -> Result {
        isTurning = true
        let result = body()
        desktop.endTurn()
        isTurning = false
        if isToClose { close() }
        return result
    }

    /// Default name of the application's views: the last part of its id.
    var shortName: String { id.split(separator: ".").last.map(String.init) ?? id }

    func add(_ view: any ApplicationView) {
        views.append(view)
        mediaControls?.noteChange()
    }

    /// Replaces a view by one that succeeds it.
    func replace(_ view: any ApplicationView, with other: any ApplicationView) {
        views = views.map { $0 === view ? other : $0 }
        mediaControls?.noteChange()
    }

    func remove(_ view: any ApplicationView) {
        views.removeAll { $0 === view }
        mediaControls?.noteChange()
        accessibility?.noteChange()
        if views.isEmpty && stopsAfterLastView { stop() }
    }
}
