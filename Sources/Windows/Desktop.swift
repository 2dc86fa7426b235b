import Glibc
package import Logging
package import OrielPictureInPicture
package import OrielPlatform
package import OrielPlayer
package import OrielSceneHandoff
import OrielSessionBus
package import OrielSurfaces
package import OrielWayland

/// The user's session as this process sees it: the loop, the compositor, what draws.
@MainActor
package final class Desktop {
    package let loop: MainLoop
    package let connection: Connection
    package let globals: Globals
    package let stage: Stage
    let exchanges: SceneExchanges
    package let session: SessionWatch
    /// Delegates and handlers of the app's that are to be called.
    package let calls: CallQueue
    let log: Logger
    private var settings: DesktopSettings?
    private var login: LoginSession?

    /// Connects to the compositor, and to the graphics driver where there is one to draw with.
    /// - Throws: `StartError` with one sentence.
    package init(loop: MainLoop, applicationID: String, renderer wanted: Renderer, log: Logger) throws(StartError) {
        self.loop = loop
        self.log = log
        calls = CallQueue(loop: loop)
        do {
            connection = try Connection()
            globals = try Globals(connection)
            StartTrace.mark("the compositor has said what it offers")
        } catch { throw StartError(error.description) }
        let choice = PresenterChoice(wanted, connection, globals)
        StartTrace.mark("there is something to draw with")
        stage = Stage(
            presenter: choice.presenter, substitute: choice.substitute, globals: globals, applicationID: applicationID,
            loop: loop, log: log)
        exchanges = SceneExchanges(stage: stage)
        session = SessionWatch(globals)
        log.info("drawing with \(renderer.rawValue): \(choice.reason); by \(choice.presenter.summary)")
        do { try connection.attach(to: loop.eventLoop) { [weak self] error in self?.onLost(error) } } catch {
            throw StartError("\(error)")
        }
        for seat in globals.seats { listen(to: seat) }
        for output in globals.outputs { watch(output) }
        globals.onOutputAdded = { [weak self] in self?.watch($0) }
        globals.onOutputRemoved = { [weak self] output in
            self?.stage.usableAreas.forget(output)
            self?.onOutputRemoved(output)
        }
        globals.onSeatAdded = { [weak self] in self?.listen(to: $0) }
        globals.onLayerShellChange = { [weak self] in self?.onLayerShellChange() }
        readSettings()
        watchLogin()
    }

    /// What draws now.
    package var renderer: Renderer { stage.presenter.renderer }

    /// The compositor is gone, or ended the connection: once.
    package var onLost: (WaylandError) -> Void = { _ in }
    /// The keyboard came to one of our surfaces, or left them.
    package var onKeyboardFocus: (Surface?) -> Void = { _ in }
    /// An output was unplugged; its surfaces may be closed, before or after.
    package var onOutputRemoved: (Output) -> Void = { _ in }
    /// The compositor brought what overlays are made of, or withdrew it.
    package var onLayerShellChange: () -> Void = {}
    private var inputs: [ObjectIdentifier: SurfaceInput] = [:]

    func register(_ input: SurfaceInput, for surface: Surface) { inputs[ObjectIdentifier(surface)] = input }
    func unregister(_ surface: Surface) { inputs[ObjectIdentifier(surface)] = nil }

    private func listen(to seat: Seat) {
        seat.onKey = { [weak self, unowned seat] event, surface in
            self?.inputs[ObjectIdentifier(surface)]?.key(event, seat)
        }
        seat.onPointer = { [weak self, unowned seat] frame in
            guard let surface = frame.surface else { return }
            self?.inputs[ObjectIdentifier(surface)]?.pointer(frame, seat)
        }
        seat.wantsDrop = { [weak self] surface in self?.inputs[ObjectIdentifier(surface)]?.onDrop != nil }
        seat.onDrop = { [weak self] text, surface in self?.inputs[ObjectIdentifier(surface)]?.onDrop?(text) }
        seat.onKeyboardFocus = { [weak self] surface in
            let focused = surface.map { ObjectIdentifier($0) }
            for (key, input) in self?.inputs ?? [:] where key != focused { input.keyboardLeft() }
            self?.onKeyboardFocus(surface)
        }
        // A finger belongs to the surface that it came down on until it goes.
        var touched: [Int: ObjectIdentifier] = [:]
        seat.onTouch = { [weak self, unowned seat] events in
            for event in events {
                switch event {
                case .down(let finger, let surface, let x, let y, let serial, let time):
                    guard let surface else { continue }
                    touched[finger] = ObjectIdentifier(surface)
                    self?.inputs[ObjectIdentifier(surface)]?
                        .fingerDown(finger, x: x, y: y, serial: serial, at: time, seat)
                case .motion(let finger, let x, let y, let time):
                    touched[finger].flatMap { self?.inputs[$0] }?.fingerMoved(finger, x: x, y: y, at: time, seat)
                case .up(let finger, _, let time):
                    touched.removeValue(forKey: finger).flatMap { self?.inputs[$0] }?.fingerUp(finger, at: time, seat)
                case .cancel:
                    for surface in Set(touched.values) { self?.inputs[surface]?.fingersCancelled(seat) }
                    touched = [:]
                }
            }
        }
    }

    /// Asks what panels leave of an output, at first and whenever it is another one than it was.
    private func watch(_ output: Output) {
        stage.usableAreas.ask(output)
        output.onChange = { [weak self] in self?.stage.usableAreas.ask($0) }
    }

    /// The user asked all programs to move less on screen.
    var reducesMotion: Bool { settings?.motion.isReduced ?? false }

    /// How large letters are that the user wants everywhere, 1 as usual.
    var textScale: Double { settings?.text.scale ?? 1 }

    /// Most sessions without a portal are as their users want them, so its absence is no more than noted.
    private func readSettings() {
        do throws(PlatformError) {
            let settings = try DesktopSettings(loop: loop.eventLoop)
            settings.onAnswer = { [log] error in if let error { log.debug("no desktop settings: \(error)") } }
            self.settings = settings
        } catch { log.debug("no desktop settings: \(error)") }
    }

    /// Where nobody tells, what can be seen tells all the same.
    private func watchLogin() {
        do throws(PlatformError) {
            let login = try LoginSession(
                loop: loop.eventLoop, identifier: getenv("XDG_SESSION_ID").map { String(cString: $0) })
            login.onChange = { [weak self] isLocked in MainActor.assumeIsolated { self?.session.isLocked = isLocked } }
            login.onFailure = { [log] error in log.debug("no session's lock: \(error)") }
            self.login = login
        } catch { log.debug("no session's lock: \(error)") }
    }

    /// Surfaces were finished before.
    package func finish() {
        settings = nil
        login = nil
        session.finish()
        stage.finish()
        connection.settle(within: .milliseconds(100))
        connection.disconnect()
    }

    /// This process's link to the session's broker, which it may come to host.
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

    /// Whether there is a surface for Picture in Picture that the options allow.
    package func canFloat(_ options: PictureInPictureOptions) -> Bool {
        surfaceKind(options.surface) == .layerShell || options.allowsToplevel
    }

    /// The kind of surface that Picture in Picture gets here.
    func surfaceKind(_ wanted: SurfaceKind) -> PictureInPictureSurfaceKind {
        switch wanted {
        case .toplevel: .toplevel
        case .auto, .layer: globals.hasLayerShell ? .layerShell : .toplevel
        }
    }
}
