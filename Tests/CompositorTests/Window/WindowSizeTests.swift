import OrielGeometry
import OrielMedia
import OrielStamps
import OrielTestSupport
import Testing

/// Sizes and states that come from outside.
@Suite struct WindowSizeTests {
    private let clips = (
        a: StampedClip(stream: .green, size: Size(width: 640, height: 360), frames: 900),
        b: StampedClip(stream: .red, size: Size(width: 640, height: 360), frames: 900)
    )

    @Test func aFullScreenThatTheCompositorForgetsIsAskedForAgain() throws {
        let session = try FakeSession(
            ["--fullscreen"], media: [clips.a.file()], rules: FakeRules { $0.keepsEarlyFullScreen = false })
        defer { session.stop() }
        let fake = session.fake
        try #require(fake.shows { $0.isMapped })
        let window = try #require(fake.surfaces.first { $0.isMapped })
        // It tells the window that it is the one in use.
        fake.configure(window.number)
        #expect(
            fake.wait(.seconds(20)) { _, events in
                // Asked for again, and told that it is so.
                let last = events.last { $0.surface == window.number && $0.kind == .asked("set_fullscreen") }
                guard events.count(where: { $0.kind == .asked("set_fullscreen") }) == 2, let last else { return false }
                return events.contains { event in
                    if case .acknowledged = event.kind {
                        event.surface == window.number && event.time > last.time
                    } else {
                        false
                    }
                }
            }, "\(fake.events)")
        fake.focusKeyboard(on: window.number)
        // A window that leaves full screen by its user's wish isn't made full screen again.
        fake.press("f")
        #expect(
            fake.wait(.seconds(20)) { _, events in
                events.count { $0.surface == window.number && $0.kind == .asked("unset_fullscreen") } == 2
            })
        fake.configure(window.number)
        #expect(fake.events.count { $0.kind == .asked("set_fullscreen") } == 2)
    }

    /// A compositor's wish is obeyed, with no larger buffer than the driver can draw; a peer's window that is handed
    /// over in a swap becomes no larger than the screen.
    @Test func aWindowBeyondAllBoundsIsDrawnAndHandedOverWithinThem() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let oriel = try Executable.built("oriel")
        let play = ["play", "--audio", "none", "--loop"]
        let a = try fake.launch(oriel, play + ["--id", "a", clips.a.file()])
        defer { a.stop(grace: .zero) }
        try #require(fake.shows { $0.stream == .green })
        let window = try #require(fake.surfaces.first { $0.stream == .green })
        let b = try fake.launch(oriel, play + ["--id", "b", "--pip", clips.b.file()])
        defer { b.stop(grace: .zero) }
        try #require(fake.shows { $0.stream == .red })

        let wide = Size(width: 40_000, height: 16)
        fake.configure(window.number, size: wide)
        #expect(
            fake.shows { $0.number == window.number && $0.size == wide && $0.bufferSize.width <= 16_384 },
            "\(fake.surfaces) \(a.standardError)")
        // The overlay is seen before its transition is over, in which a swap is refused.
        var swap = try fake.launch(oriel, ["swap"])
        _ = try wait(.seconds(20)) {
            guard swap.wait(.seconds(20)) == .code(1), swap.standardError.contains("under way") else { return true }
            swap = try fake.launch(oriel, ["swap"])
            return false
        }
        #expect(swap.wait(.seconds(20)) == .code(0), "\(swap.standardError) \(a.standardError) \(b.standardError)")
        let successor = try #require(
            // The one before may go a moment later.
            fake.surfaces.first { $0.role == .toplevel && $0.isMapped && $0.number != window.number })
        #expect(successor.size.width <= 1280 && successor.size.height <= 720, "\(successor)")
    }
}
