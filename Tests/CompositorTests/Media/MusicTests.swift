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
        let child = try ChildProcess(
            "ffmpeg",
            [
                "-nostdin", "-v", "error", "-i", film, "-f", "lavfi", "-i", "sine=frequency=700:duration=30", "-map",
                "1", "-map", "0:v", "-frames:v", "1", "-c:v", "png", "-disposition:v", "attached_pic", path,
            ])
        #expect(child.wait(.seconds(60)) == .code(0), "\(child.standardError)")
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
}
