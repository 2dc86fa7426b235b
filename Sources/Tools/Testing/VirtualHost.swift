import OrielCompositors
import OrielPlatform

/// A compositor inside this process, which shows a frame when the stage says so, and a held clock.
final class VirtualHost: StageHost {
    let isVirtual = true
    private let runtimeFolder: String
    private var socket: String { runtimeFolder + "/wayland-0" }
    private var compositor: FakeCompositor?
    private var environment: StageEnvironment?
    /// Host time at which the last stage ended: time doesn't go back for the next one.
    private static var lastTime = Duration.zero

    init(in runtimeFolder: String) throws {
        self.runtimeFolder = runtimeFolder
        try restart()
    }

    func begin() {
        environment = StageEnvironment(socket: socket, runtimeFolder: runtimeFolder)
        MonotonicClock.held = max(MonotonicClock.now, Self.lastTime)
    }

    func end() {
        stop()
        Self.lastTime = MonotonicClock.now
        MonotonicClock.held = nil
        environment?.restore()
    }

    func answer() { compositor?.answer() }
    func refresh() { compositor?.refresh() }

    func press(_ chord: String) throws {
        let (modifiers, key) = try VirtualKeyboard.parts(of: chord)
        compositor?.focusKeyboard(on: try window(titled: nil).number)
        compositor?.press(key, modifiers: modifiers.map(\.keymapName))
    }

    func click(x: Int, y: Int, inWindowTitled title: String?) throws {
        let window = try window(titled: title).number
        compositor?.movePointer(over: window, x: Double(x), y: Double(y))
        for isPressed in [true, false] { compositor?.button(.left, pressed: isPressed) }
    }

    func closeWindow(titled title: String?) throws { compositor?.close(try window(titled: title).number) }

    /// The newest window with a title.
    private func window(titled title: String?) throws -> FakeSurface {
        let windows = compositor?.surfaces.filter { $0.role == .toplevel && $0.isMapped } ?? []
        guard let window = windows.last(where: { title == nil || $0.name == title }) else {
            throw StageError("no such window: there are \(windows.map(\.name))")
        }
        return window
    }

    func setHidden(_ isHidden: Bool) {
        compositor?.setRules {
            $0.frames = { !isHidden || $0.role != .toplevel }
            $0.feedback = { !isHidden || $0.role != .toplevel ? .presented : .withheld }
        }
    }

    func stop() {
        compositor?.stop()
        compositor = nil
    }

    func restart() throws {
        guard compositor == nil else { return }
        let offer = FakeOffer { $0.hasSubcompositor = true }
        let rules = FakeRules { $0.refresh = .manual }
        compositor = try FakeCompositor(offer, rules: rules, socket: socket) { _, _, _ in [] }
    }
}
