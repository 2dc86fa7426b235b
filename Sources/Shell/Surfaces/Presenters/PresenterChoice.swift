import Logging
package import OrielWayland

/// Makes the presenter that fits the machine and the user's choice, and the one that replaces it if it can't draw.
@MainActor
package struct PresenterChoice {
    package let presenter: any Presenter
    /// The reason for the choice, for logs.
    package let reason: String
    private let connection: Connection
    private let globals: Globals

    package init(_ wanted: Renderer, _ connection: Connection, _ globals: Globals, machine: GraphicsMachine = .current)
    {
        self.connection = connection
        self.globals = globals
        let choice = wanted.choice(on: machine)
        guard choice.renderer == .gles else {
            presenter = ShmPresenter(globals)
            reason = choice.reason
            return
        }
        do throws(PresenterFault) {
            let gles = try GLESPresenter(connection, globals)
            if wanted == .auto, gles.isSoftware {
                reason = "OpenGL ES would draw on the processor too, by \(gles.summary)"
                gles.finish()
                presenter = ShmPresenter(globals)
            } else {
                presenter = gles
                reason = choice.reason
            }
        } catch {
            presenter = ShmPresenter(globals)
            reason = "OpenGL ES can't be started: \(error)"
        }
    }

    /// Makes the other presenter, for use if the first can't draw.
    package func substitute() throws(PresenterFault) -> any Presenter {
        guard presenter.renderer == .shm else { return ShmPresenter(globals) }
        return try GLESPresenter(connection, globals)
    }
}
