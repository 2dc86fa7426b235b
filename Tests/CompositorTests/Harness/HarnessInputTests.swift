import Glibc
import OrielGeometry
import OrielTestSupport
import Testing

/// Real input through virtual devices.
@Suite struct HarnessInputTests {
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func aFocusedClientHearsKeysAndModifiers(kind: CompositorKind) async throws {
        try await withCompositor(kind) { compositor in
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            let surface = try TestSurface(.window, size: Size(width: 400, height: 300), socket: compositor.socket) {
                _ in
                .plain(0x336699)
            }
            defer { surface.stop() }
            #expect(surface.waitForEvents(.seconds(5)) { $0.contains(.keyboardEntered) })
            try keyboard.press("i")
            try keyboard.press("Ctrl+Right")
            // KEY_I 23, KEY_LEFTCTRL 29, KEY_RIGHT 106.
            let heard: [InputEvent] = [
                .key(code: 23, pressed: true), .key(code: 23, pressed: false), .key(code: 29, pressed: true),
                .key(code: 106, pressed: true), .key(code: 106, pressed: false), .key(code: 29, pressed: false),
            ]
            let arrived = surface.waitForEvents(.seconds(5)) { events in
                events.filter { if case .key = $0 { true } else { false } } == heard
            }
            #expect(arrived, "\(surface.events)")
            #expect(surface.events.contains(.modifiers(depressed: 4)))
            #expect(throws: TestSupportError.self) { try keyboard.press("Hyper+i") }
            #expect(throws: TestSupportError.self) { try keyboard.press("NoSuchKey") }
        }
    }

    @Test(.needs(.sway)) func aBoundChordRunsItsCommand() async throws {
        let text = """
            bindsym Mod4+i exec touch $XDG_RUNTIME_DIR/toggled
            bindsym Mod4+Shift+i exec touch $XDG_RUNTIME_DIR/swapped
            """
        let configuration = HeadlessCompositor.Configuration(.sway, text: text, isLiteral: true)
        try await withCompositor(configuration) { compositor in
            let surface = try TestSurface(.window, size: Size(width: 400, height: 300), socket: compositor.socket) {
                _ in
                .plain(0x336699)
            }
            defer { surface.stop() }
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            try keyboard.press("Super+i")
            #expect(wait(.seconds(5)) { access("\(compositor.runtimeFolder)/toggled", F_OK) == 0 })
            #expect(access("\(compositor.runtimeFolder)/swapped", F_OK) != 0)
            try keyboard.press("Super+Shift+i")
            #expect(wait(.seconds(5)) { access("\(compositor.runtimeFolder)/swapped", F_OK) == 0 })
        }
    }

    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func thePointerMovesClicksDragsAndScrolls(kind: CompositorKind) async throws {
        try await withCompositor(kind) { compositor in
            let pointer = try VirtualPointer(socket: compositor.socket)
            let surface = try TestSurface(.fullScreen, size: .zero, socket: compositor.socket) { _ in .plain(0x336699) }
            defer { surface.stop() }
            try pointer.move(to: Point(x: 100, y: 50))
            try pointer.move(to: Point(x: 640, y: 360))
            let near = { (x: Double, y: Double) in abs(x - 640) < 1 && abs(y - 360) < 1 }
            #expect(
                surface.waitForEvents(.seconds(5)) { events in
                    events.contains {
                        switch $0 {
                        case .pointerMoved(let x, let y), .pointerEntered(let x, let y): near(x, y)
                        default: false
                        }
                    }
                }, "\(surface.events)")
            try pointer.click(count: 2)
            try pointer.click(.middle)
            try pointer.drag(from: Point(x: 200, y: 200), to: Point(x: 300, y: 250), steps: 4)
            try pointer.scroll(y: 1)
            let codes = [0x110, 0x110, 0x112, 0x110]
            let arrived = surface.waitForEvents(.seconds(5)) { events in
                let buttons = events.filter { if case .button = $0 { true } else { false } }
                let scrolled = events.contains { if case .scrolled(_, let y) = $0 { y > 0 } else { false } }
                return scrolled
                    && buttons
                        == codes.flatMap { [.button(code: $0, pressed: true), .button(code: $0, pressed: false)] }
            }
            #expect(arrived, "\(surface.events)")
        }
    }
}
