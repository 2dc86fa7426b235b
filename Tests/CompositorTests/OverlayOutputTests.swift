import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// The overlay on two outputs of different size and scale.
@Suite(.serialized) struct OverlayOutputTests {
    @Test(.needs(.sway)) func itGoesToTheOutputThatACommandNames() async throws {
        let program = try OrielProgram()
        let clip = try program.clip(.green, frames: 1800)
        try await withDesktop(program) { desktop in
            let session = desktop.session
            try session.play(
                ["--loop", "--id", "a", "--pip", "--output", DesktopSession.beside, clip], expecting: ["a": .pip])
            // A third of that output's width, not of the first one's.
            let first = try session.player("a")
            #expect(first.placement?.size == [160, 90] && first.output == DesktopSession.beside, "\(first)")
            try session.run("move", DesktopSession.main)
            try expect(on: DesktopSession.main, desktop)
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
            let lost = try desktop.compositor.launch(program.path, ["move", "DP-9"])
            #expect(lost.wait(.seconds(20)) == .code(1))
            let line = "oriel: move: DP-9 is no corner and no output; the outputs are HEADLESS-1, HEADLESS-2\n"
            #expect(lost.standardError == line)
        }
    }

    /// It is seen there, and nowhere else.
    private func expect(
        on output: String, _ desktop: DesktopSession, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        try desktop.session.wait(for: "a") { $0.output == output && $0.placement?.output == output }
        for name in [DesktopSession.main, DesktopSession.beside] {
            let isRight = try wait(.seconds(10)) {
                let picture = try Screenshot.take(of: desktop.compositor, output: name)
                return (StampReader.locate(in: picture).contains { $0.stream == .green }) == (name == output)
            }
            #expect(isRight, "on \(name)", sourceLocation: sourceLocation)
        }
    }
}
