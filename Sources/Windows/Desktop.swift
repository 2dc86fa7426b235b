import Glibc
package import Logging
package import OrielPictureInPicture
package import OrielPlatform
package import OrielPlayer
package import OrielSceneHandoff
import OrielSessionBus
package import OrielSurfaces
package import OrielWayland

/// The user's session as this process sees it: the loop, the compositor, the renderer and the session's settings.
@MainActor
package final class Desktop {
    package let loop: MainLoop
    package let connection: Connection
    package let globals: Globals
    package let stage: Stage
    let exchanges: SceneExchanges
    package let session: SessionWatch
    /// Pending calls of the app's delegates and handlers.
    package let calls: CallQueue
    let log: Logger
    private var settings: DesktopSettings?
    private var login: LoginSession?

    /// Connects to the compositor, and to the graphics driver if there is one to draw with.
    /// - Throws: `StartError` if there is no compositor or it lacks what is needed.
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

    /// The renderer that draws now.
    package var renderer: Renderer { stage.presenter.renderer }

    /// Called once, when the compositor has ended the connection or crashed.
    package var onLost: (WaylandError) -> Void = { _ in }
    /// Called with the surface that got the keyboard focus; nil if none of this process has it.
    package var onKeyboardFocus: (Surface?) -> Void = { _ in }
    /// Called when an output was removed. The compositor may close its surfaces before or after.
    package var onOutputRemoved: (Output) -> Void = { _ in }
    /// Whether the machine is about to sleep, or sleeps.
    package private(set) var isAsleep = false
    /// Called when `isAsleep` has changed.
    package var onSleep: () -> Void = {}
    /// Called when the compositor's layer shell has appeared or disappeared.
    package var onLayerShellChange: () -> Void = {}
    private var inputs: [ObjectIdentifier: SurfaceInput] = [:]

    /// Routes the seats' events for a surface to `input`.
    func register(_ input: SurfaceInput, for surface: Surface) { inputs[ObjectIdentifier(surface)] = input }
    func unregister(_ surface: Surface) { inputs[ObjectIdentifier(surface)] = nil }

    /// Routes a seat's keyboard, pointer, touch and drop events to the surfaces' inputs.
    private func listen(to seat: Seat) {
        seat.onKey = { [weak self, unowned seat] event, surface in
            self?.inputs[ObjectIdentifier(surface)]?.key(event, seat)
        }
        seat.onPointer = { [weak self, unowned seat] frame in
            guard let surface = frame.surface else { return }
            self?.inputs[ObjectIdentifier(surface)]?.pointer(frame, seat)
        }
        seat.wantsDrop = { [weak self] surface in self?.inputs[ObjectIdentifier(surface)]?.acceptsDrops == true }
        seat.onDrop = { [weak self] text, surface in self?.inputs[ObjectIdentifier(surface)]?.dropped(text) }
        seat.onKeyboardFocus = { [weak self] surface in
            let focused = surface.map { ObjectIdentifier($0) }
            for (key, input) in self?.inputs ?? [:] where key != focused { input.keyboardLeft() }
            self?.onKeyboardFocus(surface)
        }
        // A finger belongs to the surface that it touched first, until it is lifted.
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

    /// Measures the usable area of an output, now and after each change of the output.
    private func watch(_ output: Output) {
        stage.usableAreas.ask(output)
        output.onChange = { [weak self] in self?.stage.usableAreas.ask($0) }
    }

    /// The user wants reduced motion in all programs.
    var reducesMotion: Bool { settings?.motion.isReduced ?? false }

    /// The user's factor for text size in all programs; 1 is the usual size.
    var textScale: Double { settings?.text.scale ?? 1 }

    /// Reads the desktop's settings. Without a portal the defaults hold, which is only logged, because such sessions
    /// are common.
    private func readSettings() {
        do throws(PlatformError) {
            let settings = try DesktopSettings(loop: loop.eventLoop, applicationID: stage.applicationID)
            settings.onAnswer = { [log] error in if let error { log.debug("no desktop settings: \(error)") } }
            self.settings = settings
        } catch { log.debug("no desktop settings: \(error)") }
    }

    /// Watches whether the session is locked. If logind is missing, `SessionWatch` still detects a lock by the outputs.
    private func watchLogin() {
        do throws(PlatformError) {
            let login = try LoginSession(
                loop: loop.eventLoop, identifier: getenv("XDG_SESSION_ID").map { String(cString: $0) })
            login.onChange = { [weak self] isLocked in MainActor.assumeIsolated { self?.session.isLocked = isLocked } }
            login.onSleep = { [weak self] isAsleep in
                MainActor.assumeIsolated {
                    self?.isAsleep = isAsleep
                    self?.onSleep()
                }
            }
            login.onFailure = { [log] error in log.debug("no session's lock: \(error)") }
            self.login = login
        } catch { log.debug("no session's lock: \(error)") }
    }

    /// Ends the stage and the connection. All surfaces must be finished before.
    package func finish() {
        settings = nil
        login = nil
        session.finish()
        stage.finish()
        connection.settle(within: .milliseconds(100))
        connection.disconnect()
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
        surfaceKind(options.surface) == .layerShell || options.allowsToplevel
    }

    /// The surface kind that Picture in Picture gets on this compositor.
    func surfaceKind(_ wanted: SurfaceKind) -> PictureInPictureSurfaceKind {
        switch wanted {
        case .toplevel: .toplevel
        case .auto, .layer: globals.hasLayerShell ? .layerShell : .toplevel
        }
    }
}
