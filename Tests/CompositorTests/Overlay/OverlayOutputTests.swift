import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// The overlay on two outputs of different size and scale.
@Suite(.serialized) struct OverlayOutputTests {
    @Test(.needs(.sway)) func itGoesToTheOutputThatACommandNames() async throws {
        let clip = try OrielProgram.clip(.green, frames: 1800)
        try await withDesktop { desktop in
            let session = desktop.session
            try session.play(
                ["--loop", "--id", "a", "--pip", "--output", DesktopSession.beside, clip], expecting: ["a": .pip])
            // A third of that output's width, not of the first one's.
            let first = try session.player("a")
            #expect(first.placement?.size == [160, 90] && first.output == DesktopSession.beside, "\(first)")
            try session.run("move", DesktopSession.main)
            try expect(on: DesktopSession.main, leaving: DesktopSession.beside, desktop)
            #expect(try session.player("a").placement?.corner == .bottomRight)
            try session.run("lock")
            try session.run("move", DesktopSession.beside)
            try expect(on: DesktopSession.beside, desktop)
            #expect(try session.player("a").pip.locked)
            try session.run("stash")
            // The other output is to the left of this one.
            let away = try session.player("a")
            #expect(away.pip.stashed && away.rect?.x == 480 - 44, "\(away)")
            try session.run("move", DesktopSession.main)
            #expect(try !session.player("a").pip.stashed)
            let lost = try desktop.compositor.launch(desktop.session.program.path, ["move", "DP-9"])
            #expect(lost.wait(.seconds(20)) == .code(1))
            let line = "oriel: move: DP-9 is neither a corner nor an output; the outputs are HEADLESS-1, HEADLESS-2\n"
            #expect(lost.standardError == line)
        }
    }

    /// The picture goes along with the pointer, which holds the surface that it had.
    @Test(.needs(.sway)) func aHandTakesItToTheOtherOutput() async throws {
        let clip = try OrielProgram.clip(.green, frames: 1800)
        try await withDesktop { desktop in
            let (session, mouse) = (desktop.session, desktop.pointer)
            try session.play(
                ["--loop", "--id", "a", "--pip", "--output", DesktopSession.main, "--size", "320x180", clip],
                expecting: ["a": .pip])
            // By its left part, above the controls: the pointer comes to 100, 660 of the other output.
            try mouse.drag(from: Point(x: 1000, y: 540), to: Point(x: 1380, y: 660), steps: 20) { point in
                guard point.x == 1380 else { return }
                try expect(on: DesktopSession.beside, desktop)
            }
            try expect(on: DesktopSession.beside, desktop)
            // 60 pixels of the picture are left of the hand, 20 above it; the bars' sizes are unknown.
            try session.wait(for: "a") { status in
                status.rect.map { abs($0.x - 40 + 48) <= 48 && abs($0.y - 640 + 40) <= 40 && $0.width == 320 } ?? false
            }
            try mouse.drag(from: Point(x: 1380, y: 660), to: Point(x: 400, y: 300), steps: 20)
            // sway 1.7 leaves what moves on an output that isn't at the layout's origin standing where it was.
            try expect(on: DesktopSession.main, leaving: nil, desktop)
        }
    }

    /// It is seen there, and nowhere else.
    private func expect(
        on output: String, leaving other: String? = DesktopSession.main, _ desktop: DesktopSession,
        sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try desktop.session.wait(for: "a") { $0.output == output && $0.placement?.output == output }
        for name in [output, other].compactMap(\.self) {
            let isRight = try wait(.seconds(10)) {
                let picture = try Screenshot.take(of: desktop.compositor, output: name)
                return (StampReader.locate(in: picture).contains { $0.stream == .green }) == (name == output)
            }
            #expect(isRight, "on \(name)", sourceLocation: sourceLocation)
        }
    }
}
