import OrielGeometry
import OrielPlatform
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Players on a workspace that is not shown: their compositor asks for no frame, and time goes on all the same.
@Suite(.serialized) struct HiddenPlayerTests {
    private static let rate = 30.0

    /// Runs `body` with a player of a stamped clip whose workspace was left.
    private func withHiddenPlayer(
        _ options: String..., frames: Int = 1800, size: Size = Size(width: 640, height: 360),
        _ body: (DesktopSession, ChildProcess) throws -> Void
    ) async throws {
        let clip = try OrielProgram.clip(.green, frames: frames, size: size)
        try await withDesktop { desktop in
            let player = try desktop.session.play(["--id", "a"] + options + [clip], expecting: ["a": .window])
            try desktop.show(.second)
            #expect(try !desktop.isVisible(windowOf: player))
            try body(desktop, player)
        }
    }

    @Test(.needs(.sway)) func aSeekIsAnsweredAndTimeGoesOnFromThere() async throws {
        try await withHiddenPlayer("--loop") { desktop, _ in
            try desktop.session.run("seek", "30")
            let landed = try desktop.session.player("a").position
            #expect(landed >= 30 && landed < 45)
            try desktop.session.run("seek", "+5")
            #expect(try desktop.session.player("a").position > landed + 4.9)
            try desktop.session.run("pause")
            let paused = try desktop.session.player("a")
            #expect(paused.paused)
            try desktop.session.run("seek", "10")
            #expect(try desktop.session.player("a").position == 10)
            try desktop.session.run("resume")
            try desktop.session.wait(for: "a") { $0.position > 10.5 }
        }
    }

    @Test(.needs(.sway)) func theEndComesAndThePlayerGoes() async throws {
        try await withHiddenPlayer(frames: 150) { _, player in
            #expect(player.wait(.seconds(20)) == .code(0))
        }
    }

    @Test(.needs(.sway)) func aLoopGoesOnAndNothingIsDecoded() async throws {
        try await withHiddenPlayer("--loop", frames: 150) { desktop, _ in
            // Frames that were on their way fill the queue first, which other programs may delay.
            var (decoded, count) = (-1, 0)
            try desktop.session.wait(for: "a") { status in
                count = status.frames.decoded == decoded ? count + 1 : 0
                decoded = status.frames.decoded
                return count == 10
            }
            var before = 0.0
            try desktop.session.wait(for: "a") { status in
                defer { before = status.position }
                return status.position < before
            }
            #expect(try desktop.session.player("a").frames.decoded == decoded)
        }
    }

    @Test(.needs(.sway)) func whatShowsAgainIsWhereTheClockIs() async throws {
        try await withHiddenPlayer("--loop") { desktop, _ in
            try desktop.session.run("seek", "20")
            try desktop.session.wait(for: "a") { $0.position > 24 }
            let decoded = try desktop.session.player("a").frames.decoded
            let capture = try ScreenCapture(socket: desktop.compositor.socket, output: DesktopSession.main)
            try desktop.show(.first)
            let position = try desktop.session.player("a").position
            #expect(
                capture.wait(.seconds(10)) { composition in
                    composition.index(of: .green).map { Double($0) / Self.rate > position - 0.2 } == true
                } != nil)
            // From the keyframe to there, once: it is 220 frames away.
            #expect(try desktop.session.player("a").frames.decoded < decoded + 400)
            try capture.stop()
            let timeline = StreamTimeline(of: .green, in: capture.compositions, present: .whileSeen)
            // The compositor's copy of the window comes first; from the first new picture on, none is older.
            let shown = timeline.shown.map { Double($0) / Self.rate }
            #expect(shown.dropFirst().allSatisfy { $0 > 19 }, "\(shown)")
        }
    }

    @Test(.needs(.sway)) func aStreamThatCannotBeSoughtInShowsWhenItIsLookedAt() async throws {
        let clip = try OrielProgram.clip(.green, frames: 1800, size: Size(width: 640, height: 360))
        try await withDesktop { desktop in
            let player = try desktop.compositor.launch(
                "sh", ["-c", "exec \"$0\" play --audio none --id a - <\"$1\"", desktop.session.program.path, clip])
            defer { player.stop(grace: .zero) }
            try desktop.session.wait(for: "a") { $0.frames.presented > 5 }
            try desktop.show(.second)
            let hidden = try desktop.session.player("a").position
            try desktop.session.wait(for: "a") { $0.position > hidden + 4 }
            let capture = try ScreenCapture(socket: desktop.compositor.socket, output: DesktopSession.main)
            try desktop.show(.first)
            let position = try desktop.session.player("a").position
            #expect(
                capture.wait(.seconds(10)) { composition in
                    composition.index(of: .green).map { Double($0) / Self.rate > position - 0.2 } == true
                } != nil)
            try capture.stop()
        }
    }
}
