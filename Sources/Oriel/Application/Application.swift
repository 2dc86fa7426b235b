import Glibc
import Logging
package import OrielPictureInPicture
package import OrielPlatform
import OrielSceneHandoff
import OrielWayland

/// A program that shows pictures: its run loop on the main thread, its connection to the compositor, and its place among
/// the players of the user's session, with which its pictures can change places.
///
///     let application = try Application(id: "org.example.Cinema")
///     let view = try PlayerView(player: Player("film.mkv"), in: application)
///     view.show()
///     try application.run()
///
/// One per process, made and run on the main thread, outside of any task: while `run` runs, the main actor's tasks run in
/// it. No `oriel` need be installed or running; among several programs that use this library one coordinates them, on a
/// thread of its own, and when it ends another takes over.
@MainActor
public final class Application {
    /// The name by which compositors, window rules and desktops know the program's windows: its desktop file's, without
    /// `.desktop` (`xdg_toplevel.set_app_id`).
    public let id: String
    /// Whether `run` returns when the last view has closed; else only `stop` ends it.
    public var stopsAfterLastView = true

    package let loop: EventLoop
    let desktop: Desktop
    let broker: BrokerClient
    let log = Logger(label: "oriel")
    private(set) var views: [PlayerView] = []
    private var isStopped = false
    private var loss: ConnectionLost?

    /// Connects to the compositor that `WAYLAND_DISPLAY` names, to EGL, and to the session's other players.
    ///
    /// SIGINT, SIGTERM and SIGHUP then end `run`. They are blocked in this thread and in those that it starts later, so
    /// make the application before any thread. SIGPIPE is ignored unless the program has a rule for it: a player whose
    /// output nobody reads any more plays on, and others' players may depend on its process.
    /// - Parameter id: see the property.
    /// - Throws: where there is no compositor, it lacks what every window needs, or nothing can be drawn on it.
    public convenience init(id: String) throws(StartError) { try self.init(id: id, renderer: .auto) }

    package init(
        id: String, renderer: Renderer, sound: PictureInPictureSound = .focus
    ) throws(StartError) {
        self.id = id
        BrokenPipes.ignore()
        do { loop = try EventLoop(drainsMainQueue: true) } catch { throw StartError(refused: error) }
        desktop = try Desktop(loop: loop, applicationID: id, renderer: renderer, log: log)
        broker = desktop.makeBrokerClient(sound: sound)
        do {
            try loop.handle(signals: [SIGINT, SIGTERM, SIGHUP]) { [weak self] _ in
                MainActor.assumeIsolated { self?.stop() }
            }
        } catch { throw StartError(refused: error) }
        desktop.onLost = { [weak self] error in self?.compositorLost(error) }
        desktop.onKeyboardFocus = { [weak self] surface in
            for view in self?.views ?? [] { view.keyboardFocusMoved(to: surface) }
        }
        desktop.onOutputRemoved = { [weak self] output in
            for view in self?.views ?? [] { view.outputRemoved(output) }
        }
        desktop.stage.usableAreas.onChange = { [weak self] in
            for view in self?.views ?? [] { view.scene.usableAreaChanged() }
        }
        desktop.session.onChange = { [weak self] in
            for view in self?.views ?? [] { view.sessionChanged() }
        }
        broker.start()
    }

    /// Shows, plays and answers until `stop`, the last view's end (see `stopsAfterLastView`) or a signal; then closes
    /// every view. Once per application.
    /// - Throws: where the compositor ended the connection.
    public func run() throws(ConnectionLost) {
        if !isStopped { loop.run() }
        for view in views { view.close() }
        broker.stop()
        desktop.finish()
        if let loss { throw loss }
    }

    /// Ends `run`, as soon as what is under way in this turn of the loop is done.
    public func stop() {
        isStopped = true
        loop.stop()
    }

    func add(_ view: PlayerView) { views.append(view) }

    func remove(_ view: PlayerView) {
        views.removeAll { $0 === view }
        if views.isEmpty && stopsAfterLastView { stop() }
    }

    private func compositorLost(_ error: WaylandError) {
        loss = ConnectionLost(description: error.description)
        stop()
    }
}
