import OrielGeometry
import OrielMedia
import OrielStamps
import OrielTestSupport
import Testing

/// Sizes that come from outside.
@Suite struct WindowSizeTests {
    private let clips = (
        a: StampedClip(stream: .green, size: Size(width: 640, height: 360), frames: 900),
        b: StampedClip(stream: .red, size: Size(width: 640, height: 360), frames: 900)
    )

    /// A compositor's wish is obeyed, with no larger buffer than the driver can draw; a peer's window that is handed over
    /// in a swap becomes no larger than the screen.
    @Test func aWindowBeyondAllBoundsIsDrawnAndHandedOverWithinThem() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let oriel = try Executable.built("oriel")
        let play = ["play", "--audio", "none", "--loop"]
        let a = try fake.launch(oriel, play + ["--id", "a", clips.a.file()])
        defer { a.stop(grace: .zero) }
        try #require(fake.wait(.seconds(20)) { surfaces, _ in surfaces.contains { $0.stream == .green } })
        let window = try #require(fake.surfaces.first { $0.stream == .green })
        let b = try fake.launch(oriel, play + ["--id", "b", "--pip", clips.b.file()])
        defer { b.stop(grace: .zero) }
        try #require(fake.wait(.seconds(20)) { surfaces, _ in surfaces.contains { $0.stream == .red } })

        let wide = Size(width: 40_000, height: 16)
        fake.configure(window.number, size: wide)
        #expect(
            fake.wait(.seconds(20)) { surfaces, _ in
                surfaces.contains { $0.number == window.number && $0.size == wide && $0.bufferSize.width <= 16_384 }
            }, "\(fake.surfaces) \(a.standardError)")
        let swap = try fake.launch(oriel, ["swap"])
        #expect(swap.wait(.seconds(20)) == .code(0), "\(swap.standardError) \(a.standardError) \(b.standardError)")
        let successor = try #require(fake.surfaces.first { $0.role == .toplevel && $0.isMapped })
        #expect(successor.size.width <= 1280 && successor.size.height <= 720, "\(successor)")
    }
}
