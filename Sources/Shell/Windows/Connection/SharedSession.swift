import OrielPlatform
import OrielSurfaces
import OrielWayland

/// An app's own connection to the compositor, with what draws pictures into the app's surfaces. One serves all views
/// on that connection.
///
/// The app serves and ends the connection; here it is only used. It begins without blocking: `whenReady` tells when
/// the compositor has said what it offers.
@MainActor
final class SharedSession {
    let connection: Connection
    /// Nil before the session is ready, and after its loss.
    private(set) var stage: Stage?
    /// Reason of the connection's loss; nil while it lives.
    private(set) var loss: WaylandError?
    let inhibitors = ToplevelInhibitors()
    private var waiting: [() -> Void] = []
    /// Called once, when the connection was lost or the app has disconnected it. Its objects are inert from then on.
    let onLost = HandlerList<WaylandError>()

    /// - Parameter display: the app's `wl_display`.
    /// - Throws: `WaylandError` if the display isn't connected, or if the system refuses a descriptor.
    init(
        _ display: OpaquePointer, renderer: Renderer, resources: StageResources
    ) throws(WaylandError) {
        connection = try Connection(sharing: display)
        try connection.attach(to: resources.loop) { [weak self] in self?.lost($0) }
        Globals.read(on: connection) { [weak self] result in
            MainActor.assumeIsolated { self?.answered(result, renderer, resources) }
        }
    }

    private func answered(
        _ result: Result<Globals, WaylandError>, _ renderer: Renderer, _ resources: StageResources
    ) {
        let globals: Globals
        do throws(WaylandError) { globals = try result.get() } catch { return lost(error) }
        let choice = PresenterChoice(renderer, connection, globals)
        stage = Stage(
            presenter: choice.presenter, substitute: choice.substitute, globals: globals, resources: resources)
        let waiting = waiting
        self.waiting = []
        for body in waiting { body() }
    }

    /// Runs `body` once pictures can be made on the connection, or now if they can; never after a loss.
    func whenReady(_ body: @escaping () -> Void) {
        if stage != nil { body() } else if loss == nil { waiting.append(body) }
    }

    private func lost(_ error: WaylandError) {
        guard loss == nil else { return }
        loss = error
        waiting = []
        onLost(error)
        finish()
    }

    /// Ends everything of ours on the connection. All pictures must be finished before.
    func finish() {
        inhibitors.finish()
        stage?.finish()
        stage = nil
        waiting = []
        connection.disconnect()
    }
}
