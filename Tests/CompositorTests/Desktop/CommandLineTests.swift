import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Words of the command line whose effect is on the screen or on all players.
@Suite(.serialized) struct CommandLineTests {
    /// The first size is the one that `oriel resize` gives: with the video's shape, within the named size.
    @Test(.needs(.phoc), arguments: [("400x400", 400, 225), ("900x90", 160, 90)])
    func theInitialSizeIsTheLargestWithin(size: String, width: Int, height: Int) async throws {
        try await withSession(.phoc) { session, _ in
            let child = try session.play(
                ["--paused", "--id", "a", "--pip", "--size", size, "--output", "NOPE", try smallClip(frames: 300)],
                expecting: ["a": .pip])
            let rect = try #require(session.player("a").rect)
            #expect(rect.width == width && rect.height == height, "\(rect)")
            try session.run("resize", size)
            #expect(try session.player("a").rect == rect)
            // Once, although the place is computed often.
            let warnings = child.standardError.split(separator: "\n").filter { $0.contains("NOPE") }
            #expect(
                warnings.count == 1 && warnings.first?.contains("the outputs are HEADLESS-1") == true, "\(warnings)")
        }
    }

    @Test(.needs(.phoc)) func aMediumAloneIsPlayedAndAllAreQuitAtOnce() async throws {
        try await withSession(.phoc) { session, compositor in
            let clip = try smallClip(frames: 300)
            // The first one's name is its file's.
            var children = [
                try compositor.launch(session.program.path, [clip, "--audio", "none", "--paused", "--id", "a"])
            ]
            try session.wait(for: ["a": .window])
            children.append(
                try session.play(["--paused", "--id", "b", "--id", "c", clip, clip], expecting: ["b": .window]))
            try session.run("quit", "--all")
            for child in children { #expect(child.wait(.seconds(10)) == .code(0), "\(child.standardError)") }
            #expect(try session.status().isEmpty)
            let again = try compositor.launch(session.program.path, ["quit", "--all"])
            #expect(again.wait(.seconds(20)) == .code(1))
            #expect(again.standardError.hasPrefix("oriel: quit: no player is running"), "\(again.standardError)")
        }
    }

    /// Shell completion by the installed program.
    @Test(.needs(.phoc)) func shellsCompletePlayersPlacesAndTracks() async throws {
        try await withSession(.phoc) { session, _ in
            try session.play(["--paused", "--id", "film", try smallClip(frames: 300)], expecting: ["film": .window])
            func words(_ arguments: String...) throws -> [String] {
                try session.run(["---completion"] + arguments).split(separator: "\n").map { String($0) }
            }
            #expect(try words("quit", "--", "--player", "0", "0", "oriel", "quit", "--player", "") == ["film"])
            let places = try words("move", "--", "positional@0", "0", "0", "oriel", "move", "")
            #expect(places == ["top-left", "top-right", "bottom-left", "bottom-right", "HEADLESS-1"])
            let tracks = try words("track", "--", "positional@1", "0", "0", "oriel", "track", "video", "")
            #expect(tracks == ["next", "off", "1"])
        }
    }
}
