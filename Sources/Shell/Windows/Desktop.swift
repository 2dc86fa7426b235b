import Glibc
package import Logging
package import OrielPictureInPicture
package import OrielPlatform
package import OrielPlayer
package import OrielSceneHandoff
package import OrielSessionBus
package import OrielSurfaces
package import OrielWayland

/// The user's session as this process sees it: the loop, the connection to the compositor, and the session's settings.
@MainActor
package final class Desktop {
    package let loop: MainLoop
    /// The surfaces on the present connection and the presenter. It is replaced with its connection.
    package private(set) var stage: Stage
    /// The compositor has refused a Picture-in-Picture window, so another kind of surface is used on this connection.
    private var refusesPictureInPicture = false
    /// Objects that serve each connection's stage.
    package let resources: StageResources
    /// The app's connections, for pictures in its windows.
    package let shared: SharedSessions
    package let session: SessionWatch
    /// Pending calls of the app's delegates and handlers.
    package let calls: CallQueue
    let log: Logger
    package let services: DesktopServices
    let routes = InputRoutes()
    private let wantedRenderer: Renderer
    private let reconnector: Reconnector
    /// False from the loss of a connection until windows and overlays may be made on the next one.
    package private(set) var isConnected = true
    /// On a new connection whose outputs come one by one: names of those that something was shown on, and the host time
    /// after which any output will do.
    private var outputWait: (names: Set<String>, end: Duration)?
    private static let outputPatience = Duration.seconds(1)

    package var globals: Globals { stage.globals }
    package var connection: Connection { globals.connection }

    /// Connects to the compositor, and to the graphics driver if there is one to draw with.
    /// - Parameter reconnectLimit: time without a compositor after which the session counts as over; zero never
    ///   connects again.
    /// - Throws: `StartError` if there is no compositor or it lacks what is needed.
    package init(
        loop: MainLoop, applicationID: String, renderer: Renderer, reconnectLimit: Duration, log: Logger
    ) throws(StartError) {
        self.loop = loop
        self.log = log
        wantedRenderer = renderer
        reconnector = Reconnector(loop: loop, limit: reconnectLimit)
        calls = CallQueue(loop: loop)
        resources = StageResources(loop: loop, applicationID: applicationID, log: log)
        do {
            let globals = try Globals(Connection())
            StartTrace.mark("the compositor has said what it offers")
            stage = Self.makeStage(globals, renderer, resources, log)
        } catch { throw StartError(error.description) }
        shared = SharedSessions(renderer: renderer, resources: resources)
        session = SessionWatch()
        services = DesktopServices(loop: loop, applicationID: applicationID, log: log)
        do { try attach(connection) } catch { throw StartError(error.description) }
        serve(globals)
        reconnector.onConnected = { [weak self] in self?.connected($0) }
        reconnector.onGivenUp = { [weak self] in self?.gaveUp($0) }
        services.start(hasLayerShell: globals.hasLayerShell)
        services.onLock = { [weak self] isLocked in self?.session.isLocked = isLocked }
    }

    /// Chooses the renderer on a connection and makes the stage. EGL may wait for the compositor meanwhile.
    private static func makeStage(
        _ globals: Globals, _ renderer: Renderer, _ resources: StageResources, _ log: Logger
    ) -> Stage {
        let choice = PresenterChoice(renderer, globals.connection, globals)
        StartTrace.mark("there is something to draw with")
        log.info("drawing with \(choice.presenter.renderer.rawValue): \(choice.reason); by \(choice.presenter.summary)")
        return Stage(presenter: choice.presenter, substitute: choice.substitute, globals: globals, resources: resources)
    }

    /// Routes the input of a connection's seats and follows its outputs.
    private func serve(_ globals: Globals) {
        session.globals = globals
        for seat in globals.seats { routes.listen(to: seat) }
        for output in globals.outputs { watch(output) }
        globals.onOutputAdded = { [weak self] output in
            self?.watch(output)
            self?.outputCame(output)
        }
        globals.onOutputRemoved = { [weak self] output in
            self?.stage.usableAreas.forget(output)
            self?.onOutputRemoved(output)
        }
        globals.onSeatAdded = { [weak self] in self?.routes.listen(to: $0) }
        globals.onLayerShellChange = { [weak self] in self?.onLayerShellChange() }
        stage.usableAreas.onChange = { [weak self] in self?.onUsableAreaChange() }
    }

    // MARK: Loss

    private func attach(_ connection: Connection) throws(WaylandError) {
        try connection.attach(to: loop) { [weak self] in self?.lost($0) }
    }

    /// Ends everything on the connection, and begins to connect again.
    private func lost(_ error: WaylandError) {
        let path = connection.socketPath
        let wasConnected = isConnected
        isConnected = false
        outputWait = nil
        loss = error
        if error.code == .protocolError { log.error("\(error)") } else { log.info("\(error); connecting again") }
        if wasConnected { onLost() }
        session.connectionEnded()
        globals.endSeats()
        routes.focusMoved(to: nil)
        endConnection()
        guard let path else { return gaveUp(.noCompositor) }
        reconnector.connectAgain(
            after: error.code == .protocolError ? .protocolError : .closed, wasUsed: stage.hasShown, to: path)
    }

    /// Ends everything on the connection, in the order that EGL needs, and the connection. All surfaces must be
    /// finished before.
    private func endConnection() {
        stage.finish()
        connection.settle(within: .milliseconds(100))
        connection.disconnect()
    }

    private func gaveUp(_ end: Reconnection.End) {
        if let loss { onGivenUp(loss, end) }
    }

    private func connected(_ globals: Globals) {
        stage = Self.makeStage(globals, wantedRenderer, resources, log)
        refusesPictureInPicture = false
        serve(globals)
        do { try attach(globals.connection) } catch { return lost(error) }
        outputWait = (wantedOutputs(), MonotonicClock.now + Self.outputPatience)
        loop.after(Self.outputPatience) { [weak self] in self?.returnIfReady() }
        returnIfReady()
    }

    /// Lets everything return once its outputs are there.
    private func returnIfReady() {
        let outputs = globals.outputs.map(\.state.name)
        guard let wait = outputWait, !outputs.isEmpty,
            wait.names.isSubset(of: outputs) || MonotonicClock.now >= wait.end
        else { return }
        outputWait = nil
        isConnected = true
        log.info("connected to the compositor again")
        onRestored()
    }

    private func outputCame(_ output: Output) {
        if outputWait != nil { returnIfReady() } else if isConnected { onOutputAdded(output) }
    }

    /// Reason why the last connection was lost.
    private var loss: WaylandError?

    /// The renderer that draws now.
    package var renderer: Renderer { stage.presenter.renderer }

    /// Called when the compositor has ended the connection or crashed, before everything on the connection ends: the
    /// surfaces are to be finished.
    package var onLost: () -> Void = {}
    /// Called when surfaces may be made on a new connection.
    package var onRestored: () -> Void = {}
    /// Called once, when no further connection is attempted, with the reason of the last loss.
    package var onGivenUp: (WaylandError, Reconnection.End) -> Void = { _, _ in }
    /// Returns the names of the outputs that surfaces were on when the connection was lost.
    package var wantedOutputs: () -> Set<String> = { [] }
    /// Called when an output was added.
    package var onOutputAdded: (Output) -> Void = { _ in }
    /// Called with the surface that got the keyboard focus; nil if none of this process has it.
    package var onKeyboardFocus: (Surface?) -> Void {
        get { routes.onKeyboardFocus }
        set { routes.onKeyboardFocus = newValue }
    }
    /// Called when an output was removed. The compositor may close its surfaces before or after.
    package var onOutputRemoved: (Output) -> Void = { _ in }
    /// Called when the usable size of an output has changed.
    package var onUsableAreaChange: () -> Void = {}
    /// Called when the kinds of surfaces for overlays have changed: the layer shell has appeared or disappeared, or the
    /// compositor refused a Picture-in-Picture window.
    package var onLayerShellChange: () -> Void = {}

    /// Measures the usable area of an output, now and after each change of the output.
    private func watch(_ output: Output) {
        stage.usableAreas.ask(output)
        output.onChange = { [weak self] in self?.stage.usableAreas.ask($0) }
    }

    /// Connections to the message buses, for all parts of the application.
    package var buses: BusConnections { services.buses }

    /// Ends the connection and everything on it. All surfaces must be finished before.
    package func finish() {
        services.finish()
        reconnector.finish()
        session.connectionEnded()
        endConnection()
        shared.finish()
        resources.finish()
    }

    /// Frees what is kept for drawing a player.
    func forget(_ player: Player) {
        stage.forget(player)
        shared.forget(player)
    }

    /// Ends a turn of the loop, which an app's own loop may have begun: its code goes on with its graphics context.
    package func endTurn() {
        stage.endTurn()
        defer { stage.forgetLent() }
        guard !shared.isEmpty else { return }
        // Stages borrow from each other too, in any order.
        let stages = [stage] + shared.stages
        while stages.contains(where: { $0.endTurn() }) {}
        for stage in stages { stage.forgetLent() }
    }

    /// Makes this process's client of the session's broker. The client may come to host the broker.
    package func makeBrokerClient(sound: PictureInPictureSound, limit: Int) -> BrokerClient {
        var directory: RuntimeDirectory?
        do { directory = try RuntimeDirectory() } catch {
            log.warning("no other player and no command can reach this one: \(error)")
        }
        let display = getenv("WAYLAND_DISPLAY").map { String(cString: $0) } ?? ""
        var configuration = BrokerClient.Configuration(directory: directory, display: display)
        configuration.sound = sound
        configuration.slotLimit = max(1, limit)
        let client = BrokerClient(loop: loop.eventLoop, configuration: configuration)
        client.onProblem = { [log] problem in log.warning("\(problem)") }
        return client
    }

    /// Whether the compositor has a surface kind for Picture in Picture that the options allow.
    package func canFloat(_ options: PictureInPictureOptions) -> Bool {
        surfaceKind(options.surface) != .toplevel || options.allowsToplevel
    }

    /// The surface kind that Picture in Picture gets on this compositor.
    func surfaceKind(_ wanted: SurfaceKind) -> PictureInPictureSurfaceKind {
        PictureInPictureSurfaceKind(
            for: wanted, hasLayerShell: globals.hasLayerShell,
            hasPictureInPicture: globals.hasPictureInPictureShell && !refusesPictureInPicture)
    }

    /// The compositor closed a Picture-in-Picture window before it configured it: the next overlay is of another kind.
    func pictureInPictureRefused() {
        refusesPictureInPicture = true
        onLayerShellChange()
    }
}
