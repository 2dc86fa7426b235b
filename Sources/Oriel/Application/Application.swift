import Glibc
import Logging
package import OrielPictureInPicture
package import OrielPlatform
public import OrielPlayer
import OrielSceneHandoff
package import OrielSurfaces
import OrielWayland
import OrielWindows

/// A program that shows pictures: its run loop on the main thread, its connection to the compositor, and its place among
/// the players of the user's session, with which its pictures can change places.
///
///     let application = try Application(id: "org.example.Cinema")
///     let view = try PlayerView(player: Player("film.mkv"), in: application)
///     view.show()
///     try application.run()
///
/// One at a time in a process, made and run on the main thread, outside of any task: while `run` runs, the main actor's tasks run
/// in it. A program with a loop of its own serves the application from that instead of `run`:
///
///     while try application.dispatch() {
///         let limit = application.prepareToWait()
///         // Sleep until application.descriptor can be read, at most for the limit.
///     }
///     application.close()
///
/// No `oriel` need be installed or running; among several programs that use this library one coordinates them, on a
/// thread of its own, and when it ends another takes over.
@MainActor
public final class Application {
    /// The name by which compositors, window rules and desktops know the program's windows: its desktop file's, without
    /// `.desktop` (`xdg_toplevel.set_app_id`).
    public let id: String
    /// Whether `run` returns when the last view has closed; else only `stop` ends it.
    public var stopsAfterLastView = true

    package let loop: MainLoop
    let desktop: Desktop
    let broker: BrokerClient
    let log = Logger(label: "oriel")
    private(set) lazy var lists = ListReader(loop)
    private(set) var views: [PlayerView] = []
    private var isStopped = false
    /// A turn of the loop is under way.
    private var isTurning = false
    private var isToClose = false
    /// Whether it has ended: after `run`, or `close`. It shows nothing any more.
    public private(set) var isClosed = false
    private var loss: ConnectionLost?

    /// Connects to the compositor that `WAYLAND_DISPLAY` names, to EGL, and to the session's other players.
    ///
    /// SIGPIPE is ignored unless the program has a rule for it: a player whose output nobody reads any more plays on, and others'
    /// players may depend on its process.
    /// - Parameters:
    ///   - id: see the property.
    ///   - handlesSignals: SIGINT, SIGTERM and SIGHUP end `run` as `stop` does. Until the application's end they are blocked in this thread
    ///     and in those that it starts meanwhile, so make the application before any other thread. Else they are left as they are.
    /// - Throws: where there is no compositor, it lacks what every window needs, or nothing can be drawn on it.
    public convenience init(id: String, handlesSignals: Bool = false) throws(StartError) {
        try self.init(id: id, renderer: .auto, handlesSignals: handlesSignals)
    }

    /// As `init(id:handlesSignals:)`, with what else can be chosen.
    /// - Throws: where there is no compositor, it lacks what every window needs, or nothing can be drawn on it.
    public convenience init(id: String, options: Options) throws(StartError) {
        try self.init(
            id: id, renderer: options.renderer, sound: options.pictureInPictureSound,
            pictureInPictureLimit: options.pictureInPictureLimit, handlesSignals: options.handlesSignals)
    }

    package init(
        id: String, renderer: Renderer, sound: PictureInPictureSound = .focus, pictureInPictureLimit: Int = 1,
        handlesSignals: Bool
    ) throws(StartError) {
        self.id = id
        BrokenPipes.ignore()
        do { loop = try MainLoop() } catch { throw StartError(refused: error) }
        desktop = try Desktop(loop: loop, applicationID: id, renderer: renderer, log: log)
        // Without layer-shell a titled toplevel is left, so a floating surface always exists; a view's options may refuse it.
        PictureInPictureController.supportProbe = { true }
        broker = desktop.makeBrokerClient(sound: sound, limit: pictureInPictureLimit)
        if handlesSignals { try handleSignals() }
        desktop.onLost = { [weak self] error in self?.compositorLost(error) }
        desktop.onKeyboardFocus = { [weak self] surface in
            for view in self?.views ?? [] { view.keyboardFocusMoved(to: surface) }
        }
        desktop.onOutputRemoved = { [weak self] output in
            for view in self?.views ?? [] { view.outputRemoved(output) }
        }
        desktop.onLayerShellChange = { [weak self] in
            for view in self?.views ?? [] { view.tellSupport() }
        }
        desktop.stage.usableAreas.onChange = { [weak self] in
            for view in self?.views ?? [] { view.scene.overlay.usableAreaChanged() }
        }
        desktop.session.onChange = { [weak self] in
            for view in self?.views ?? [] { view.sessionChanged() }
        }
        broker.start()
    }

    private func handleSignals() throws(StartError) {
        do {
            try loop.handle(signals: [SIGINT, SIGTERM, SIGHUP]) { [weak self] _ in self?.stop() }
        } catch { throw StartError(refused: error) }
    }

    // MARK: Running

    /// Shows, plays and answers until `stop`, the last view's end (see `stopsAfterLastView`) or a signal that it handles; then
    /// closes every view. Once per application.
    /// - Throws: where the compositor ended the connection.
    public func run() throws(ConnectionLost) {
        isTurning = true
        if !isStopped { loop.eventLoop.run() }
        isTurning = false
        close()
        if let loss { throw loss }
    }

    /// Ends `run`, as soon as what is under way in this turn of the loop is done; `dispatch` answers false from then on.
    public func stop() {
        isStopped = true
        loop.eventLoop.stop()
    }

    /// Closes every view, leaves the session and the compositor, and gives back everything: another application may be made
    /// then. Delegates hear inside this call of what ends by it, for no loop turns after it. Inside a callback it happens at the end of that
    /// turn of the loop, of which delegates may hear more until then. Nothing after the first call.
    public func close() {
        guard !isClosed else { return }
        stop()
        guard !isTurning else { return isToClose = true }
        isClosed = true
        for view in views { view.send(.backgrounded(.quitting)) }
        for view in views { view.close() }
        desktop.calls.finish()
        broker.stop()
        loop.eventLoop.stopHandlingSignals()
        PictureInPictureController.supportProbe = { false }
        desktop.finish()
    }

    // MARK: In a loop of the program's own

    /// What the program's loop waits for: it can be read when there is something to `dispatch`, timers included (an epoll
    /// descriptor, which `poll`, `select`, GLib and libuv take as any other). The same until the application's end; not to be
    /// read, written or closed.
    public var descriptor: CInt { loop.eventLoop.descriptor }

    /// To be called right before each wait, after all else that the program does in a turn: draws what is to be drawn and sends
    /// what was asked. No lock is held and no read announced while the program waits.
    /// - Returns: how long it may wait, zero for not at all; nil for until `descriptor` can be read.
    public func prepareToWait() -> Duration? {
        guard !isClosed, !isTurning else { return nil }
        return turning { loop.eventLoop.prepareForWait() }
    }

    /// To be called after each wait, whatever ended it: takes in what has come, and calls whom it concerns. It doesn't wait itself. From
    /// inside a callback it does nothing.
    /// - Returns: false once `stop` was called, by whomever, or the last view has closed (see `stopsAfterLastView`): `close` is what
    ///   remains to be done.
    /// - Throws: where the compositor ended the connection.
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
        isTurning = false
        if isToClose { close() }
        return result
    }

    /// What it is called where nothing says another name: the last part of its id.
    var shortName: String { id.split(separator: ".").last.map(String.init) ?? id }

    func add(_ view: PlayerView) { views.append(view) }

    /// A view for the same player.
    func replace(_ view: PlayerView, with other: PlayerView) {
        views = views.map { $0 === view ? other : $0 }
    }

    func remove(_ view: PlayerView) {
        views.removeAll { $0 === view }
        if views.isEmpty && stopsAfterLastView { stop() }
    }

    private func compositorLost(_ error: WaylandError) {
        loss = ConnectionLost(description: error.description)
        stop()
    }
}
