import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Both that draw, also where the machine would choose the other; what most tests run with is what it chooses.
@Suite(.serialized) struct PresenterTests {
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots, ["gles", "shm"])
    func eachKeepsThePictureInEveryComposition(kind: CompositorKind, renderer: String) async throws {
        let a = try OrielProgram.clip(.green, frames: 1500)
        let b = try OrielProgram.clip(.red, frames: 1500)
        try await withSession(kind) { session, compositor in
            try session.play(
                ["--renderer", renderer, "--fullscreen", "--id", "a", "--id", "b", a, b],
                expecting: ["a": .fullscreen, "b": .pip])
            #expect(try session.status().map(\.video?.renderer) == [renderer, renderer])
            try await expectSteady(.green, .red, on: compositor) { capture in
                for _ in 0..<2 {
                    try session.run("swap")
                    try capture.pass(10)
                }
            }
            try session.run("quit", "--player", "b")
            try await expectSteady(.green, on: compositor, coversOutput: true) { capture in
                for _ in 0..<4 {
                    try session.run("toggle", "--player", "a")
                    try capture.pass(8)
                }
            }
        }
    }

    /// Its light is converted without a driver, for the window and for a file.
    @Test(.needs(.phoc)) func aVideoInPQIsDrawnWithoutADriver() async throws {
        let colors = ["-colorspace", "bt2020nc", "-color_primaries", "bt2020", "-color_trc", "smpte2084"]
        let clip = StampedClip(
            stream: .green, size: Size(width: 640, height: 360), frames: 300, pixelFormat: "yuv420p10le", extra: colors)
        try await withSession(.phoc, environment: ["LIBGL_ALWAYS_SOFTWARE": "1"]) { session, _ in
            let player = try session.play(
                ["--paused", "--start", "2", "--id", "a", clip.file()], expecting: ["a": .window])
            #expect(try session.player("a").video?.renderer == "shm")
            let file = "\(session.program.folder.path)/seen.png"
            try session.run("screenshot", file)
            let picture = try PNGFile.read(file)
            let stamp = try #require(StampReader.locate(in: picture).first)
            #expect(stamp.index == 60 && picture.size == clip.size)
            #expect(player.standardError.isEmpty, "\(player.standardError)")
        }
    }
}
