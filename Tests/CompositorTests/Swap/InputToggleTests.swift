import OrielGeometry
import OrielMedia
import OrielPlatform
import OrielStamps
import OrielTestSupport
import Testing

/// The player on real compositors, with real input, watched composition by composition.
@Suite struct InputToggleTests {
    /// Nothing here depends on how fast the machine is: a slow one skips frames, but may never lose, repeat or tear
    /// one.
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func noCompositionLosesTheStreamWhileItGoesOutAndBack(kind: CompositorKind) async throws {
        let path = try StampedClip(stream: .green, size: Size(width: 1280, height: 720), frames: 1800).file()
        let program = try OrielProgram()
        try await withCompositor(kind) { compositor in
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            let pointer = try VirtualPointer(socket: compositor.socket)
            // Controls would cover what is read of the overlay.
            let player = try compositor.launch(
                program.path, ["play", "--audio", "none", "--no-controls", "--fullscreen", path])
            defer { player.stop() }
            let capture = try await ProvenCapture(of: compositor) { capture in
                var place = try settle(capture, player, atMost: 1280, atLeast: 1200)
                let start = MonotonicClock.now
                for _ in 0..<3 {
                    try keyboard.press("i")
                    place = try settle(capture, player, atMost: 500, atLeast: 100)
                    try pointer.move(to: Point(x: place.x + place.width / 2, y: place.y + place.height / 2))
                    try pointer.click(count: 2)
                    place = try settle(capture, player, atMost: 1280, atLeast: 1200)
                }
                return start
            }
            let line = StreamTimeline(of: .green, in: capture.compositions, present: .from(capture.result))
            print(
                "\(kind): 3 times out and back in \(line.samples.count) compositions, \(line.shown.count) frames shown, "
                    + "\(line.skipped.count) skipped")
            #expect(line.isSteady, "\(line)")
        }
    }

    /// Waits until the stream has stood at one place of the wanted width for twenty compositions.
    private func settle(
        _ capture: ScreenCapture, _ player: ChildProcess, atMost: Int, atLeast: Int
    ) throws -> Rect {
        var steady = 0
        let found = capture.wait(.seconds(20), from: capture.count) { composition in
            let places = composition.places(of: .green)
            steady = places.count == 1 && (atLeast...atMost + 4).contains(places[0].width) ? steady + 1 : 0
            return steady == 20
        }
        return try #require(found?.places(of: .green).first, "\(player.standardError)")
    }
}
