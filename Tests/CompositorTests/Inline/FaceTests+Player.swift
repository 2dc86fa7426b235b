import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Another player in a view, and another view for a player.
extension FaceTests {
    /// Each player of the view tells of its own loss: the first, and the one that replaces it.
    @Test(.needs(.phoc)) func aLossOfAnotherPlayerIsTold() async throws {
        let program = try OrielProgram()
        let plain = try OrielProgram.clip(.green, frames: 300, size: Size(width: 320, height: 180))
        let ordered = try Self.withOrderedChapters(plain, in: program)
        try await withSession(.phoc, program) { session, compositor in
            let face = try FaceApp(plain, in: session)
            defer { face.app.stop(grace: .zero) }
            try session.wait(for: ["a": .window])
            let watch = try compositor.launch(session.program.path, ["watch", "--json"])
            defer { watch.stop(grace: .zero) }
            try #require(watch.waitForOutput(.seconds(20)) { $0.contains("snapshot") })
            try face.type("play \(ordered)")
            #expect(
                watch.waitForOutput(.seconds(20)) { $0.contains(#""error""#) && $0.contains("chapters") },
                "\(watch.standardOutput) \(face.app.standardError)")
        }
    }

    /// `PlayerView.player` is set while a start is under way, and another view takes over at once: it has that player
    /// then.
    @Test(.needs(.phoc)) func aViewThatSucceedsAnotherTakesUpThePlayerThatWasWanted() async throws {
        let (first, second) = (
            try OrielProgram.clip(.green, frames: 300, size: Size(width: 320, height: 180)),
            try OrielProgram.clip(.red, frames: 300, size: Size(width: 320, height: 180))
        )
        try await withSession(.phoc) { session, compositor in
            let face = try FaceApp(first, in: session)
            defer { face.app.stop(grace: .zero) }
            try session.wait(for: ["a": .window])
            // One write, which the app reads within one turn of its loop.
            try face.type("start\nplay \(second)\nsucceed")
            try session.wait(for: ["a": .pip])
            try session.wait(for: "a") { $0.media == second }
        }
    }

    /// Returns a copy of a clip whose edition of chapters is ordered, which the player reports.
    private static func withOrderedChapters(_ clip: String, in program: OrielProgram) throws -> String {
        let (list, film) = (program.folder.path + "/chapters.txt", program.folder.path + "/ordered.mkv")
        let text = ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=200\n"
        try Data(text.utf8).write(to: URL(fileURLWithPath: list))
        try ffmpeg(["-i", clip, "-i", list, "-map_chapters", "1", "-c", "copy", film])
        var bytes = try Data(contentsOf: URL(fileURLWithPath: film))
        // The default edition's flag becomes the ordered edition's.
        let flag = try #require(bytes.range(of: Data([0x45, 0xDB, 0x81, 0x01])))
        bytes[flag.lowerBound + 1] = 0xDD
        try bytes.write(to: URL(fileURLWithPath: film))
        return film
    }
}
