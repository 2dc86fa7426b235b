import OrielCompositors

/// A real compositor without a display, and real time.
final class HeadlessHost: StageHost {
    let isVirtual = false
    private var compositor: HeadlessCompositor
    /// The former ones, whose folders the present one has.
    private var former: [HeadlessCompositor] = []
    private var isStopped = false
    /// There before the application is: windows get the focus of a keyboard that exists.
    private var keyboard: VirtualKeyboard?
    /// Covers all other windows while they are hidden.
    private var cover: CoverWindow?
    private var environment: StageEnvironment?

    init(_ name: String) throws {
        guard let kind = CompositorKind(rawValue: name), kind.isWlroots else {
            throw StageError("no stage on \(name): there are virtual, phoc, sway and labwc")
        }
        do {
            compositor = try HeadlessCompositor(.init(kind))
            keyboard = try VirtualKeyboard(socket: compositor.socket)
        } catch { throw StageError("\(error)") }
    }

    func begin() {
        environment = StageEnvironment(socket: compositor.socket, runtimeFolder: compositor.runtimeFolder)
    }

    func end() {
        (keyboard, cover) = (nil, nil)
        compositor.stop()
        for one in former { one.stop() }
        environment?.restore()
    }

    func answer() {}
    func refresh() {}

    func press(_ chord: String) throws {
        guard let keyboard else { throw StageError("there is no compositor") }
        try keyboard.press(chord)
    }

    func click(x: Int, y: Int, inWindowTitled title: String?) throws { throw Self.unknownPlace }
    func closeWindow(titled title: String?) throws { throw Self.unknownPlace }

    private static let unknownPlace = StageError("a real compositor tells no client where a window is")

    func setHidden(_ isHidden: Bool) throws {
        cover = nil
        guard isHidden else { return }
        do { cover = try CoverWindow(socket: compositor.socket) } catch { throw StageError("\(error)") }
    }

    func stop() {
        (keyboard, cover) = (nil, nil)
        isStopped = true
        compositor.kill()
    }

    func restart() throws {
        guard isStopped else { return }
        isStopped = false
        former.append(compositor)
        do {
            compositor = try compositor.restarted()
            keyboard = try VirtualKeyboard(socket: compositor.socket)
        } catch { throw StageError("\(error)") }
    }
}
