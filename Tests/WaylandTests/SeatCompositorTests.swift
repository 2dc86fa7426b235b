import OrielGeometry
import OrielPlatform
import OrielTestSupport
import OrielWayland
import Testing

/// Real input from a virtual keyboard and pointer, through real compositors.
@Suite(.serialized) struct SeatCompositorTests {
    private static let runnable = CompositorKind.wlroots.filter(\.isExpected)

    @Test(arguments: runnable) func keysAndPointerReachTheWindow(_ kind: CompositorKind) async throws {
        try await withCompositor(kind) { compositor in
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            let pointer = try VirtualPointer(socket: compositor.socket)
            let session = try ClientSession(compositor)
            let seat = try #require(session.globals.seats.first)
            var keys: [KeyEvent] = []
            var input: [PointerEvent] = []
            var isOver = false
            seat.onKey = { event, _ in keys.append(event) }
            seat.onPointer = { frame in
                isOver = frame.surface != nil
                input += frame.events
            }

            let surface = Surface(session.globals)
            let window = Toplevel(surface, title: "t", appID: "oriel.test", wantsDecoration: false)
            window.setFullscreen()
            let buffer = try ShmBuffer(session.globals, size: Size(width: 1280, height: 720), format: .opaque)
            window.onConfigure = { _ in
                surface.attach(buffer)
                surface.damage()
                surface.commit()
            }
            surface.commit()
            #expect(session.turn { seat.keyboardFocus === surface })

            try keyboard.press("Shift+i")
            #expect(session.turn { keys.contains { $0.name == "I" && $0.phase == .released } })
            let pressed = keys.first { $0.name == "I" && $0.phase == .pressed }
            #expect(pressed?.baseName == "i" && pressed?.modifiers == .shift && pressed?.text == "I")

            try keyboard.hold("a")
            #expect(session.turn { keys.count { $0.name == "a" && $0.phase == .repeated } >= 2 })
            try keyboard.release()
            #expect(session.turn { keys.last?.name == "a" && keys.last?.phase == .released })

            try pointer.move(to: Point(x: 640, y: 360))
            #expect(session.turn { isOver })
            // The compositor accepts the theme's cursor images.
            for shape in [CursorShape.resize([.top, .left]), .hidden, .standard] {
                seat.cursor = shape
                try session.connection.roundtrip()
            }
            input = []
            try pointer.move(byX: 8, y: -4)
            try pointer.click(.middle)
            #expect(
                session.turn {
                    input.contains { if case .button(0x112, false, _, _) = $0 { true } else { false } }
                })
            #expect(input.contains { if case .motion(648, 356, _) = $0 { true } else { false } }, "\(input)")
            #expect(input.contains { if case .relativeMotion(8, -4, _) = $0 { true } else { false } }, "\(input)")
            #expect(session.losses.isEmpty)
        }
    }
}
