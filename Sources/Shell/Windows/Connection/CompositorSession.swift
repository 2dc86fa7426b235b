import OrielPlatform
package import OrielSurfaces
package import OrielWayland

/// One connection to a compositor with everything that exists only on it: the globals with their seats and outputs,
/// the presenter, and the stage with its surfaces.
///
/// `Desktop` replaces it as a whole. After `end` it is inert: its objects send no requests, its stage draws nothing.
@MainActor
package final class CompositorSession {
    package let connection: Connection
    package let globals: Globals
    package let stage: Stage
    /// The compositor has refused a Picture-in-Picture window, so another kind of surface is used on this connection.
    var refusesPictureInPicture = false
    /// The choice of the renderer, for logs.
    let summary: String

    /// Chooses the renderer and makes the stage. EGL may wait for the compositor meanwhile.
    init(_ globals: Globals, renderer wanted: Renderer, resources: StageResources) {
        self.globals = globals
        connection = globals.connection
        let choice = PresenterChoice(wanted, connection, globals)
        StartTrace.mark("there is something to draw with")
        stage = Stage(
            presenter: choice.presenter, substitute: choice.substitute, globals: globals, resources: resources)
        summary = "\(choice.presenter.renderer.rawValue): \(choice.reason); by \(choice.presenter.summary)"
    }

    /// Ends everything on the connection, in the order that EGL needs, and the connection. All surfaces must be
    /// finished before.
    func end() {
        stage.finish()
        connection.settle(within: .milliseconds(100))
        connection.disconnect()
    }
}
