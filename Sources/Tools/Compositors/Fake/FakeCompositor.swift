package import OrielGeometry
import OrielPlatform
import OrielWaylandProtocols

/// A compositor without display that tests control, for behaviour that no real one shows on request: late configures,
/// discarded or withheld feedback, missing frame callbacks, closed surfaces, removed outputs, touch. Whole programs run
/// on it, EGL included; it reads marks from shared-memory buffers.
///
/// It runs on its own thread; all methods may be called from any other thread.
package final class FakeCompositor: Sendable {
    package enum Touch: Hashable, Sendable {
        case down(finger: Int, x: Double, y: Double)
        case moved(finger: Int, x: Double, y: Double)
        case up(finger: Int)
        case cancelled
    }

    /// The contents of a drag from another program.
    package struct Dragged: Hashable, Sendable {
        package var kinds = ["text/plain", "text/uri-list"]
        package var text: String
        /// Whether the source closes its end.
        package var ends = true

        package init(_ text: String) { self.text = text }
    }

    private let board: FakeBoard
    private let server: ServerThread<FakeScene>
    private let folder: TemporaryFolder

    /// - Parameters:
    ///   - socket: absolute path of the socket; nil for one in a folder of its own.
    ///   - reader: reads the marks in buffers.
    package init(
        _ offer: FakeOffer, rules: FakeRules, socket: String? = nil, reader: @escaping FakeMark.Reader
    ) throws {
        let board = try FakeBoard(rules)
        self.board = board
        folder = try TemporaryFolder()
        server = try ServerThread(at: socket) { try FakeScene($0, board, offer, reader) }
    }

    /// Absolute path of the socket.
    package var socket: String { server.socket }
    /// `XDG_RUNTIME_DIR` of its clients.
    package var runtimeFolder: String { get throws { try folder.subfolder("run") } }

    /// Starts a program as a client.
    package func launch(
        _ program: String, _ arguments: [String] = [], environment extra: [String: String] = [:]
    ) throws -> ChildProcess {
        var environment = Executable.environment
        for name in [
            "DISPLAY", "WAYLAND_SOCKET", "SWAYSOCK", "DBUS_SESSION_BUS_ADDRESS", "XDG_STATE_HOME",
            "XDG_CACHE_HOME",
        ] {
            environment[name] = nil
        }
        environment.merge(extra) { $1 }
        environment["WAYLAND_DISPLAY"] = socket
        environment["XDG_RUNTIME_DIR"] = try runtimeFolder
        environment["HOME"] = try folder.subfolder("home")
        return try ChildProcess(program, arguments, environment: environment)
    }

    // MARK: Observations

    /// The existing surfaces, oldest first.
    package var surfaces: [FakeSurface] { board.surfaces }
    /// All events, oldest first.
    package var events: [FakeEvent] { board.events }

    /// Waits until surfaces and events satisfy `condition`; false if `limit` passes before. One caller at a time.
    package func wait(_ limit: Duration, until condition: ([FakeSurface], [FakeEvent]) -> Bool) -> Bool {
        board.wait(limit, until: condition)
    }

    // MARK: Actions

    /// Changes the rules, with immediate effect.
    package func setRules(_ change: (inout FakeRules) -> Void) {
        board.setRules(change)
        perform { $0.arm() }
    }

    /// Answers all requests that clients have sent so far.
    package func answer() { perform { _ in } }

    /// Performs one refresh, for `FakeRules.Refresh.manual`.
    package func refresh() { perform { $0.refresh() } }

    /// Sends a configure to a surface; by default with the size for its role.
    package func configure(_ number: Int, size: Size? = nil) {
        perform(number) { scene, surface in scene.configure(surface, size: size) }
    }

    /// Sends a close request or a closed event to a surface, according to its role.
    package func close(_ number: Int) {
        perform(number) { scene, surface in scene.close(surface) }
    }

    /// Maximises a window, or restores it, as its user would.
    package func maximize(_ number: Int, _ isMaximized: Bool = true) {
        perform(number) { scene, surface in
            surface.state.isMaximized = isMaximized
            scene.reconfigure(surface)
        }
    }

    package func addOutput(_ output: FakeOffer.Output) { perform { $0.addOutput(output) } }
    package func removeOutput(_ name: String) { perform { $0.removeOutput(name) } }
    /// Sends the handles of exported toplevels, for `FakeRules.sendsHandles`.
    package func sendHandles() { perform { $0.sendHandles() } }
    package func offerLayerShell() { perform { $0.offerLayerShell() } }
    package func withdrawLayerShell() { perform { $0.withdrawLayerShell() } }

    /// Gives a surface keyboard focus; nil removes it.
    package func focusKeyboard(on number: Int?) {
        perform { scene in scene.seat.focusKeyboard(on: number.flatMap { scene.surface($0)?.object }) }
    }

    /// Presses and releases a key of the US keymap on the focused surface; modifiers are named as in the keymap.
    package func press(_ key: String, modifiers: [String] = []) {
        perform { $0.seat.press(key, modifiers: modifiers) }
    }

    /// Holds modifiers, named as in the keymap; the client under the pointer is notified.
    package func hold(modifiers: [String]) { perform { $0.seat.hold(modifiers: modifiers) } }

    /// Moves the pointer to a surface-local position; nil moves it away.
    package func movePointer(over number: Int?, x: Double = 0, y: Double = 0) {
        perform { scene in
            let surface = number.flatMap { scene.surface($0) }
            scene.seat.movePointer(over: surface?.object, x: x, y: y)
            scene.focus(surface, among: scene.board.rules.layerFocus.onHover)
        }
    }

    /// Presses or releases a button at the pointer's position.
    package func button(_ button: VirtualPointer.Button, pressed: Bool) {
        perform { scene in
            if pressed { scene.focus(scene.pointedSurface, among: scene.board.rules.layerFocus.onClick) }
            scene.seat.button(button.rawValue, pressed: pressed)
        }
    }

    /// Moves the hand that moves or resizes a Picture-in-Picture window for its user, until the button or the finger is
    /// up.
    package func dragGrabbed(dx: Int, dy: Int) { perform { $0.dragGrabbed(dx: dx, dy: dy) } }

    /// Removes the seat's devices, without leave or release events.
    package func unplugSeat() { perform { $0.seat.unplug() } }

    /// Sends a touch event to a surface.
    package func touch(_ number: Int, _ event: Touch) {
        perform(number) { scene, surface in scene.seat.touch(event, on: surface.object) }
    }

    /// Drags an object over a surface. The client's replies become events of the surface: `accept KIND`, `finish`,
    /// `forget`.
    package func drag(_ content: Dragged, over number: Int) {
        perform(number) { scene, surface in
            let serial = scene.display.nextSerial()
            scene.drag.enter(surface.object, content, serial: serial) { [weak surface] word in
                scene.note(.asked(word), surface)
            }
        }
    }

    /// Puts an object into the clipboard that the surface's client sees; nil empties it. The client's replies become
    /// events of the surface: `paste KIND`, `forget`.
    package func copy(_ content: Dragged?, for number: Int) {
        perform(number) { scene, surface in
            scene.drag.select(content, for: surface.object) { [weak surface] word in scene.note(.asked(word), surface) }
        }
    }

    /// Writes into the field on the focused surface as an input method. What clients say of their fields are events:
    /// `text-input enable …`.
    package func write(_ text: String? = nil, preedit: String? = nil, deleting: (UInt32, UInt32) = (0, 0)) {
        perform { $0.textInput.write(text, preedit: preedit, deleting: deleting) }
    }

    /// Drops the object on the surface.
    package func drop() { perform { $0.drag.drop() } }

    /// Drags the object off the surface.
    package func dragAway() { perform { $0.drag.leave() } }

    /// Ends all clients' connections, as at the compositor's death.
    /// - Parameter gone: name of an output that is not there for the next connections.
    package func disconnectClients(without gone: String? = nil) {
        _ = server.perform { display, scene in
            display.disconnectClients()
            if let gone { scene.removeOutput(gone) }
        }
    }

    /// Ends all clients' connections, and accepts none for a time: the socket listens meanwhile, as one that a
    /// supervisor keeps for the next compositor. Returns at once.
    package func disconnectClients(answeringAfter time: Duration) {
        server.begin { display, _ in
            display.disconnectClients()
            pause(time, because: "the next compositor starts")
        }
    }

    /// Ends the connection of a surface's client with a protocol error.
    package func refuse(_ number: Int) {
        perform(number) { _, surface in surface.object.postError(1, "refused by the test") }
    }

    /// Ends the compositor.
    package func stop() {
        server.stop()
        folder.remove()
    }

    /// Runs on the compositor's thread, after all requests that clients have sent so far.
    private func perform(_ body: @escaping @Sendable (FakeScene) -> Void) {
        _ = server.perform { _, scene in body(scene) }
    }

    private func perform(_ number: Int, _ body: @escaping @Sendable (FakeScene, FakeClientSurface) -> Void) {
        perform { scene in
            if let surface = scene.surface(number) { body(scene, surface) }
        }
    }
}
