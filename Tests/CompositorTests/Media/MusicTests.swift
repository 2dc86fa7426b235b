import Foundation
import OrielGeometry
import OrielPlatform
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Music in a window and in Picture in Picture.
@Suite(.serialized) struct MusicTests {
    @Test(.needs(.sway)) func musicIsSeenByItsCoverAndEnds() async throws {
        let program = try OrielProgram()
        let path = program.folder.path + "/song.flac"
        let film = try StampedClip(stream: .green, size: Size(width: 640, height: 360), frames: 30).file()
        try ffmpeg([
            "-i", film, "-f", "lavfi", "-i", "sine=frequency=700:duration=30", "-map", "1", "-map", "0:v", "-frames:v",
            "1", "-c:v", "png", "-disposition:v", "attached_pic", path,
        ])
        chmod(path, 0o644)
        try await withSession(.sway, program) { session, compositor in
            let player = try session.play(["--id", "a", path], audio: "null", expecting: ["a": .window])
            let capture = try ScreenCapture(socket: compositor.socket)
            #expect(capture.wait(.seconds(20)) { $0.index(of: .green) == 0 } != nil)
            let status = try session.player("a")
            #expect(status.video?.codec == "png" && status.audio?.codec == "flac" && status.duration == 30)
            #expect(status.tracks.map(\.kind) == [.audio])
            try session.wait(for: "a") { $0.position > 1 }
            try session.run("toggle")
            try session.wait(for: "a") { $0.mode == .pip }
            #expect(capture.wait(.seconds(20)) { $0.index(of: .green) == 0 } != nil)
            try session.run("seek", "28.5")
            // The clock goes by the device, which plays a little later than it is given.
            #expect(try session.player("a").position >= 28.3)
            #expect(player.wait(.seconds(20)) == .code(0), "\(player.standardError)")
            try capture.stop()
        }
    }

    /// The page of a song without a cover has its title in light letters; nothing of it stays over the film that
    /// follows.
    @Test(.needs(.phoc)) func aSongsPageGoesWithTheSong() async throws {
        let program = try OrielProgram()
        let (song, film) = (program.folder.path + "/song.ogg", program.folder.path + "/film.mkv")
        for arguments in [
            ["-i", "sine=frequency=700:duration=60", "-metadata", "title=Morning", song],
            ["-i", "color=0x206080:s=1280x720:d=60", "-c:v", "mpeg4", film],
        ] {
            try ffmpeg(["-f", "lavfi"] + arguments)
            chmod(arguments[arguments.count - 1], 0o644)
        }
        try await withSession(.phoc, program) { session, compositor in
            func lightPixels() throws -> Int {
                try Screenshot.take(of: compositor).pixels.count { $0 & 0xFF > 0xC8 && $0 >> 8 & 0xFF > 0xC8 }
            }
            try session.play(
                ["--id", "a", "--fullscreen", "--list", song, film], audio: "null", expecting: ["a": .fullscreen])
            // The pointer's picture has a few.
            #expect(try wait(.seconds(20)) { try lightPixels() > 500 })
            try session.run("next")
            #expect(try wait(.seconds(20)) { try lightPixels() < 300 })
            try session.run("previous")
            #expect(try wait(.seconds(20)) { try lightPixels() > 500 })
        }
    }
}
