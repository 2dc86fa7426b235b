import OrielGeometry
import OrielTestSupport
import OrielWayland
import Testing

/// The windows that real compositors list, and raise.
@Suite(.serialized) struct ToplevelListTests {
    private static let runnable = CompositorKind.wlroots.filter(\.isExpected)

    @Test(arguments: runnable) func windowsAreListedAndRaised(_ kind: CompositorKind) async throws {
        try await withCompositor(kind) { compositor in
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            func window(_ title: String) throws -> TestSurface {
                try TestSurface(
                    .window, size: Size(width: 400, height: 300), title: title, socket: compositor.socket
                ) { _ in .plain(0x336699) }
            }
            let first = try window("first")
            defer { first.stop() }
            #expect(first.waitForEvents(.seconds(10)) { $0.contains(.keyboardEntered) })
            let session = try ClientSession(compositor)
            var list = ToplevelList(session.globals)
            func titles() -> [String] { (list?.windows ?? []).compactMap(\.title) }
            let hasFirst = session.turn { titles() == ["first"] }
            #expect(hasFirst)
            let second = try window("second")
            #expect(second.waitForEvents(.seconds(10)) { $0.contains(.keyboardEntered) })
            let hasSecond = session.turn { titles() == ["first", "second"] }
            #expect(hasSecond)
            let seat = try #require(session.globals.seats.first)
            list?.windows.first?.activate(seat: seat)
            try session.connection.roundtrip()
            #expect(first.waitForEvents(.seconds(10)) { $0.count { $0 == .keyboardEntered } == 2 })
            second.stop()
            let isGone = session.turn { titles() == ["first"] }
            #expect(isGone)
            // Objects of a list that has ended are destroyed in order.
            list = nil
            try session.connection.roundtrip()
            #expect(session.losses.isEmpty)
            withExtendedLifetime(keyboard) {}
        }
    }
}
