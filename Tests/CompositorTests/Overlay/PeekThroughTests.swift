import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// An overlay that fades on compositors that don't help with it.
@Suite(.serialized) struct PeekThroughTests {
    /// On old compositors, without the compositor's help: what lies below shines through.
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots, ["shm", "gles"])
    func oldCompositorsShowWhatLiesBelow(kind: CompositorKind, renderer: String) async throws {
        let clip = try OrielProgram.clip(.green, frames: 900)
        try await withCompositor(kind) { compositor in
            let below = try TestSurface(
                .window, size: Size(width: 1280, height: 720), title: "below", socket: compositor.socket
            ) { $0 == 0 ? .plain(0xFF0000) : nil }
            defer { below.stop() }
            let session = try OrielSession(compositor)
            try session.play(
                ["--id", "a", "--renderer", renderer, "--no-controls", "--pip", "--paused", clip],
                expecting: ["a": .pip])
            let place = try #require(try session.player("a").rect)
            let middle = Point(x: place.x + place.width / 2, y: place.y + place.height / 2)
            func red() throws -> UInt32 { try Screenshot.take(of: compositor)[middle.x, middle.y] >> 16 & 0xFF }
            let before = try red()
            try session.run("peek", "on")
            #expect(try wait(.seconds(10)) { try red() > 190 }, "\(before)")
            try session.run("peek", "off")
            #expect(try wait(.seconds(10)) { try red() == before })
        }
    }
}
