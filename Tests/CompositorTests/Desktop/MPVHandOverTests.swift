import Foundation
import Glibc
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// mpv's script, which hands mpv's video over to `oriel play` and takes it back.
@Suite(.serialized, .needs(.phoc), .needs(program: "mpv"))
struct MPVHandOverTests {
    /// mpv with the script, and commands for the player that it starts.
    private final class Session {
        let oriel: OrielSession
        let mpv: MPVPlayer
        /// The name of the player that mpv starts.
        var name: String { "mpv-\(mpv.child.pid)" }

        init(
            _ compositor: HeadlessCompositor, _ media: [String], program: String? = nil, _ arguments: [String] = []
        ) throws {
            oriel = try OrielSession(compositor)
            let script = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
                .deletingLastPathComponent().deletingLastPathComponent().appending(path: "packaging/mpv/oriel.lua")
            let options = [
                "--ao=null", "--script=\(script.path)", "--script-opts=oriel-program=\(program ?? oriel.program.path)",
            ]
            mpv = try MPVPlayer(in: compositor, options + arguments + media)
            try wait("mpv plays") { try self.number("time-pos") ?? 0 > 0.1 }
        }

        deinit {
            if let players = try? oriel.status(), !players.isEmpty { _ = try? oriel.run("quit", "--player", name) }
        }

        func press() throws { try mpv.send("keypress", "ctrl+p") }

        func number(_ property: String) throws -> Double? { try mpv.property(property).flatMap { Double($0) } }

        var isPaused: Bool { get throws { try mpv.property("pause") == "true" } }

        /// Returns from Picture in Picture. The command fails, because the player ends.
        func restore() { _ = try? oriel.run("restore") }

        /// Presses the key and waits until the player shows the video in Picture in Picture.
        func handOver() throws {
            try press()
            try oriel.wait(for: [name: .pip])
        }

        func wait(_ what: String, until isSo: () throws -> Bool) throws {
            guard try OrielTestSupport.wait(.seconds(10), every: .milliseconds(50), until: isSo) else {
                throw TestSupportError("not so: \(what); mpv says \(mpv.child.standardError)")
            }
        }

        /// Waits until the player is gone, and mpv has a position.
        func expect(position: Double, isPaused: Bool) throws {
            try wait("the player ends") { try oriel.status().isEmpty }
            try wait("mpv is at \(position) s, \(isPaused ? "paused" : "playing")") {
                let time = try number("time-pos") ?? -1
                return try self.isPaused == isPaused && (position - 0.05...position + (isPaused ? 0.05 : 2)) ~= time
            }
        }
    }

    @Test func theVideoGoesThereAndComesBackWithItsState() async throws {
        let clip = try smallClip(.green)
        try await withCompositor(.phoc) { compositor in
            let session = try Session(
                compositor, [clip], ["--start=5", "--speed=0.5", "--volume=60", "--mute=yes"])
            try session.handOver()
            #expect(try session.isPaused)
            let time = try #require(try session.number("time-pos"))
            let player = try session.oriel.player(session.name)
            #expect((time - 0.05...time + 2) ~= player.position, "\(player.position) for \(time)")
            #expect(!player.paused && player.speed == 0.5 && player.volume == 60 && player.muted)
            // The return button, the key and the command do the same.
            try session.oriel.run("seek", "12")
            try session.oriel.run("volume", "40")
            try session.oriel.run("mute")
            session.restore()
            try session.expect(position: 12, isPaused: false)
            #expect(try session.number("volume") == 40)
            #expect(try session.mpv.property("mute") == "false")
            #expect(try session.number("speed") == 0.5)
            // Paused, it comes back paused; the key itself brings it back.
            try session.handOver()
            try session.oriel.run("pause")
            try session.oriel.run("seek", "3")
            try session.press()
            try session.expect(position: 3, isPaused: true)
        }
    }

    @Test func aClosedOverlayLeavesMPVPausedThere() async throws {
        let clips = [try smallClip(.green), try smallClip(.red)]
        try await withCompositor(.phoc) { compositor in
            let session = try Session(compositor, clips)
            try session.handOver()
            #expect(try session.oriel.player(session.name).list?.count == 2)
            try session.oriel.run("seek", "7")
            try session.oriel.run("pause")
            try session.oriel.run("close")
            try session.expect(position: 7, isPaused: true)
            // An item further on comes back as mpv's own.
            try session.mpv.send("set", "pause", "no")
            try session.handOver()
            try session.oriel.run("next")
            try session.oriel.wait(for: session.name) { $0.list?.index == 2 }
            try session.oriel.run("seek", "4")
            session.restore()
            try session.wait("mpv plays the second file") { try session.number("playlist-pos") == 1 }
            try session.expect(position: 4, isPaused: false)
        }
    }

    @Test(arguments: ["/nowhere/oriel", "/bin/false"])
    func withoutAPlayerMPVGoesOn(program: String) async throws {
        let clip = try smallClip(.green)
        try await withCompositor(.phoc) { compositor in
            let session = try Session(compositor, [clip], program: program)
            try session.press()
            let time = try #require(try session.number("time-pos"))
            try session.wait("mpv goes on") { try !session.isPaused && session.number("time-pos") ?? 0 > time + 0.2 }
        }
    }

    @Test func aPlayerOutlivesMPV() async throws {
        let clip = try smallClip(.green)
        try await withCompositor(.phoc) { compositor in
            let session = try Session(compositor, [clip])
            try session.handOver()
            let name = session.name
            try session.mpv.send("quit")
            #expect(session.mpv.child.wait(.seconds(10)) != nil, "mpv doesn't wait for the player")
            let position = try session.oriel.player(name).position
            try session.oriel.wait(for: name) { $0.mode == .pip && $0.position > position + 0.2 }
            // Nothing else could take the video back.
            session.restore()
            try session.oriel.wait(for: name) { $0.mode == .window }
        }
    }

    /// Tracks are chosen by their numbers, and files given by their names.
    @Test func tracksAndSubtitleFilesGoWithIt() async throws {
        let folder = try TemporaryFolder()
        chmod(folder.path, 0o755)
        let film = "\(folder.path)/film.mkv"
        let subtitles = "\(folder.path)/other.srt"
        try Data("1\n00:00:00,000 --> 00:01:00,000\nHello\n".utf8).write(to: URL(filePath: subtitles))
        let sine = ["-f", "lavfi", "-i", "sine=frequency=300:duration=20"]
        try ffmpeg(
            ["-i", smallClip(.green)] + sine + sine + [
                "-map", "0:v", "-map", "1:a", "-map", "2:a", "-c:v", "copy", "-c:a", "pcm_s16le", "-t", "20", film,
            ])
        try await withCompositor(.phoc) { compositor in
            let session = try Session(compositor, [film], ["--aid=2", "--sub-file=\(subtitles)"])
            try session.handOver()
            try session.oriel.wait(for: session.name) { player in
                player.tracks.contains { $0.kind == .audio && $0.number == 2 && $0.selected }
                    && player.tracks.contains { $0.kind == .subtitle && $0.file == "other.srt" && $0.selected }
            }
            try session.oriel.run("track", "audio", "1")
            try session.oriel.run("track", "subtitle", "off")
            try session.oriel.wait(for: session.name) { player in
                player.tracks.contains { $0.kind == .audio && $0.number == 1 && $0.selected }
            }
            session.restore()
            try session.wait("mpv has the tracks") {
                try session.mpv.property("aid") == "1" && session.mpv.property("sid") == "false"
            }
        }
    }
}
