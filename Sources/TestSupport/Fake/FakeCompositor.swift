package import OrielGeometry
import OrielPlatform
import OrielWaylandProtocols

/// A compositor without a screen or a picture that does what a test tells it, for what no real one does on command: late
/// configures, feedback discarded or withheld, frame callbacks that don't come, surfaces closed at any step, outputs that
/// go, touch. Whole programs run on it, EGL included, and their shared-memory buffers are read for stamps.
///
/// It runs on a thread of its own; every method may be called from any other thread.
package final class FakeCompositor: Sendable {
    package enum Touch: Hashable, Sendable {
        case down(finger: Int, x: Double, y: Double)
        case moved(finger: Int, x: Double, y: Double)
        case up(finger: Int)
        case cancelled
    }

    /// What another program drags.
    package struct Dragged: Hashable, Sendable {
        package var kinds = ["text/plain", "text/uri-list"]
        package var text: String
        /// Its source says that this was all.
        package var ends = true

        package init(_ text: String) { self.text = text }
    }

    private let board: FakeBoard
    private let server: ServerThread<FakeScene>
    private let folder: TemporaryFolder

    package init(_ offer: FakeOffer = FakeOffer(), rules: FakeRules = FakeRules()) throws {
        let board = try FakeBoard(rules)
        self.board = board
        folder = try TemporaryFolder()
        server = try ServerThread { try FakeScene($0, board, offer) }
    }

    /// The socket's absolute path.
    package var socket: String { server.socket }

    /// Starts a program as its client.
    package func launch(
        _ program: String, _ arguments: [String] = [], environment extra: [String: String] = [:]
    ) throws -> ChildProcess {
        var environment = Executable.environment
        for name in ["DISPLAY", "WAYLAND_SOCKET", "SWAYSOCK", "DBUS_SESSION_BUS_ADDRESS", "XDG_STATE_HOME"] {
            environment[name] = nil
        }
        environment.merge(extra) { $1 }
        environment["WAYLAND_DISPLAY"] = socket
        environment["XDG_RUNTIME_DIR"] = try folder.subfolder("run")
        environment["HOME"] = try folder.subfolder("home")
        return try ChildProcess(program, arguments, environment: environment)
    }

    // MARK: What is seen

    /// The surfaces that live, oldest first.
    package var surfaces: [FakeSurface] { board.surfaces }
    /// All that happened, oldest first.
    package var events: [FakeEvent] { board.events }

    /// Waits until surfaces and events satisfy `condition`; false when `limit` passed before. One caller at a time.
    package func wait(_ limit: Duration, until condition: ([FakeSurface], [FakeEvent]) -> Bool) -> Bool {
        board.wait(limit, until: condition)
    }

    // MARK: What it does

    /// Changes the rules, at once.
    package func setRules(_ change: (inout FakeRules) -> Void) {
        board.setRules(change)
        perform { $0.arm() }
    }

    /// Shows what was committed, once, as `FakeRules.Refresh.manual` needs it.
    package func refresh() { perform { $0.refresh() } }

    /// Sends a configure to a surface, of the size that its role calls for unless told.
    package func configure(_ number: Int, size: Size? = nil) {
        perform(number) { scene, surface in scene.configure(surface, size: size) }
    }

    /// Asks a surface to close, or says that it is closed, as its role has it.
    package func close(_ number: Int) {
        perform(number) { scene, surface in scene.close(surface) }
    }

    package func addOutput(_ output: FakeOffer.Output) { perform { $0.addOutput(output) } }
    package func removeOutput(_ name: String) { perform { $0.removeOutput(name) } }
    package func offerLayerShell() { perform { $0.offerLayerShell() } }
    package func withdrawLayerShell() { perform { $0.withdrawLayerShell() } }

    /// Gives a surface the keyboard; nil takes it away.
    package func focusKeyboard(on number: Int?) {
        perform { scene in scene.seat.focusKeyboard(on: number.flatMap { scene.surface($0)?.object }) }
    }

    /// Presses and releases a key of the US keymap on the focused surface; modifiers by their names in the keymap.
    package func press(_ key: String, modifiers: [String] = []) {
        perform { $0.seat.press(key, modifiers: modifiers) }
    }

    /// Holds modifiers, by their names in the keymap; the client under the pointer is told.
    package func hold(modifiers: [String]) { perform { $0.seat.hold(modifiers: modifiers) } }

    /// Moves the pointer to a place of a surface; nil moves it away.
    package func movePointer(over number: Int?, x: Double = 0, y: Double = 0) {
        perform { scene in
            scene.seat.movePointer(over: number.flatMap { scene.surface($0)?.object }, x: x, y: y)
        }
    }

    /// Presses or releases a button where the pointer is.
    package func button(_ button: VirtualPointer.Button, pressed: Bool) {
        perform { $0.seat.button(button.rawValue, pressed: pressed) }
    }

    /// Takes the seat's devices away, without a word of what they were on.
    package func unplugSeat() { perform { $0.seat.unplug() } }

    /// A finger on a surface.
    package func touch(_ number: Int, _ event: Touch) {
        perform(number) { scene, surface in scene.seat.touch(event, on: surface.object) }
    }

    /// Drags something over a surface. What its client says of it is an event of the surface: `accept KIND`, `finish`, `forget`.
    package func drag(_ content: Dragged, over number: Int) {
        perform(number) { scene, surface in
            let serial = scene.display.nextSerial()
            scene.drag.enter(surface.object, content, serial: serial) { [weak surface] word in
                scene.note(.asked(word), surface)
            }
        }
    }

    /// Lets go of it there.
    package func drop() { perform { $0.drag.drop() } }

    /// Drags it elsewhere.
    package func dragAway() { perform { $0.drag.leave() } }

    /// Ends every client's connection, as its own death does.
    package func disconnectClients() {
        _ = server.perform { display, _ in display.disconnectClients() }
    }

    /// Ends it.
    package func stop() {
        server.stop()
        folder.remove()
    }

    /// Runs on the compositor's thread, after what clients have sent so far.
    private func perform(_ body: @escaping @Sendable (FakeScene) -> Void) {
        _ = server.perform { _, scene in body(scene) }
    }

    private func perform(_ number: Int, _ body: @escaping @Sendable (FakeScene, FakeClientSurface) -> Void) {
        perform { scene in
            if let surface = scene.surface(number) { body(scene, surface) }
        }
    }
}
