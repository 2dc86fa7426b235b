import Foundation
import Glibc
import OrielGeometry
import OrielPlatform
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// The desktop's media controls (MPRIS) with real clients, `playerctl` and `gdbus`, on a private bus.
@Suite(
    .serialized, .needs(.phoc), .needs(program: "dbus-daemon"), .needs(program: "playerctl"),
    .needs(program: "gdbus"))
struct MediaControlsTests {
    /// A session with a bus; players are seen by the clients on it.
    private final class Session {
        let oriel: OrielSession
        let bus: MessageBus

        init(_ compositor: HeadlessCompositor) throws {
            bus = try MessageBus()
            oriel = try OrielSession(compositor, environment: ["DBUS_SESSION_BUS_ADDRESS": bus.address])
        }

        deinit {
            oriel.stop()
            bus.stop()
        }

        /// Watches the signals of a player.
        func monitor(_ name: String = "org.mpris.MediaPlayer2.oriel") throws -> ChildProcess {
            let child = try ChildProcess("gdbus", ["monitor", "--address", bus.address, "--dest", name])
            #expect(child.waitForOutput(.seconds(10)) { $0.contains("is owned by") })
            return child
        }
    }

    private func eventually(_ isSo: () throws -> Bool) rethrows -> Bool {
        try wait(.seconds(10), every: .milliseconds(50), until: isSo)
    }

    @Test func mediaKeysPlayPauseSeekAndGoOn() async throws {
        let clips = [try smallClip(.green), try smallClip(.red)]
        try await withCompositor(.phoc) { compositor in
            let session = try Session(compositor)
            try session.oriel.play(["--list", "--id", "a"] + clips, expecting: ["a": .window])
            #expect(try eventually { try session.bus.playerctl("status") == "Playing" })
            let duration = try #require(try session.oriel.player("a").duration)
            let length = try #require(try session.bus.playerctl("metadata", "mpris:length").flatMap { Double($0) })
            #expect(abs(length / 1e6 - duration) < 0.001)
            let url = try session.bus.playerctl("metadata", "xesam:url")
            #expect(url == URL(filePath: clips[0]).absoluteString)
            #expect(try session.bus.playerctl("pause") != nil)
            try session.oriel.wait(for: "a") { $0.paused }
            #expect(try eventually { try session.bus.playerctl("status") == "Paused" })
            // A relative seek, and a position within the item.
            #expect(try session.bus.playerctl("position", "5") != nil)
            try session.oriel.wait(for: "a") { abs($0.position - 5) < 0.05 }
            #expect(try session.bus.playerctl("position", "2-") != nil)
            try session.oriel.wait(for: "a") { abs($0.position - 3) < 0.05 }
            #expect(
                try eventually {
                    try session.bus.playerctl("position")?.hasPrefix("3.0") == true
                })
            let first = try #require(try session.bus.playerctl("metadata", "mpris:trackid"))
            #expect(try session.bus.playerctl("next") != nil)
            try session.oriel.wait(for: "a") { $0.list?.index == 2 && $0.paused }
            #expect(
                try eventually {
                    try session.bus.playerctl("metadata", "mpris:trackid") ?? first != first
                })
            #expect(try session.bus.playerctl("previous") != nil)
            try session.oriel.wait(for: "a") { $0.list?.index == 1 }
            // An item keeps its identity.
            #expect(
                try eventually {
                    try session.bus.playerctl("metadata", "mpris:trackid") == first
                })
            #expect(try session.bus.playerctl("play") != nil)
            try session.oriel.wait(for: "a") { !$0.paused }
            #expect(try session.bus.playerctl("loop", "Playlist") != nil)
            try session.oriel.wait(for: "a") { $0.list?.loop == true }
            #expect(try session.bus.playerctl("volume", "0.5") != nil)
            try session.oriel.wait(for: "a") { $0.volume == 50 }
        }
    }

    @Test func everyJumpAndChangeIsSignalled() async throws {
        let clip = try smallClip(.green)
        try await withCompositor(.phoc) { compositor in
            let session = try Session(compositor)
            try session.oriel.play(["--id", "a", clip], expecting: ["a": .window])
            #expect(try eventually { try session.bus.playerctl("status") == "Playing" })
            let monitor = try session.monitor()
            defer { monitor.stop() }
            try session.oriel.run("pause")
            #expect(monitor.waitForOutput(.seconds(10)) { $0.contains("'PlaybackStatus': <'Paused'>") })
            try session.oriel.run("seek", "8")
            #expect(monitor.waitForOutput(.seconds(10)) { $0.contains("Seeked (int64 8") })
            try session.oriel.run("volume", "50")
            #expect(monitor.waitForOutput(.seconds(10)) { $0.contains("'Volume': <0.5>") })
            // Nothing more is sent while nothing happens.
            let before = monitor.standardOutput
            #expect(!monitor.waitForOutput(.milliseconds(500)) { $0 != before })
        }
    }

    @Test func coverArtIsAFileThatDesktopsCanRead() async throws {
        let clip = try smallClip(.green)
        try await withCompositor(.phoc) { compositor in
            let session = try Session(compositor)
            let player = try session.oriel.play(["--id", "a", clip], expecting: ["a": .window])
            #expect(
                try eventually {
                    try session.bus.playerctl("metadata", "mpris:artUrl")?.isEmpty == false
                })
            let url = try #require(try session.bus.playerctl("metadata", "mpris:artUrl"))
            let path = try #require(URL(string: url)?.path)
            let data = try Data(contentsOf: URL(filePath: path))
            #expect(data.starts(with: [0x89, 0x50, 0x4E, 0x47]))
            // Width in the PNG's header, in big-endian bytes.
            #expect(Array(data[16..<20]) == [0, 0, 2, 0])
            try session.oriel.run("quit")
            #expect(player.wait(.seconds(10)) == .code(0))
            #expect(!FileManager.default.fileExists(atPath: path))
            #expect(!FileManager.default.fileExists(atPath: (path as NSString).deletingLastPathComponent))
        }
    }

    @Test func aFilmThatBeginsInBlackHasItsPictureFromALaterFrame() async throws {
        let folder = try TemporaryFolder()
        let film = folder.path + "/film.mkv"
        try ffmpeg(["-f", "lavfi", "-i", "testsrc2=s=320x180:d=8,fade=in:st=0.5:d=0.4", "-c:v", "mpeg4", film])
        try await withCompositor(.phoc) { compositor in
            let session = try Session(compositor)
            try session.oriel.play(["--id", "a", film], expecting: ["a": .window])
            #expect(try eventually { try session.bus.playerctl("metadata", "mpris:artUrl")?.isEmpty == false })
            let url = try #require(try session.bus.playerctl("metadata", "mpris:artUrl"))
            let picture = try PNGFile.read(try #require(URL(string: url)?.path))
            #expect(picture.pixels.contains { $0 & 0xFF > 200 } && picture.pixels.contains { $0 >> 8 & 0xFF > 200 })
        }
    }

    @Test func thePictureOfAKilledPlayerIsRemovedByTheNext() async throws {
        let clip = try smallClip(.green)
        try await withCompositor(.phoc) { compositor in
            let session = try Session(compositor)
            var folders: [String] = []
            for name in ["a", "b"] {
                let player = try session.oriel.play(["--id", name, clip], expecting: [name: .window])
                #expect(try eventually { try session.bus.playerctl("metadata", "mpris:artUrl")?.isEmpty == false })
                folders = try FileManager.default.contentsOfDirectory(atPath: compositor.runtimeFolder)
                    .filter { $0.hasPrefix("oriel-art-") }
                #expect(folders.count == 1, "\(folders)")
                player.send(SIGKILL)
                #expect(player.wait(.seconds(10)) == .signal(SIGKILL))
            }
        }
    }

    @Test func aSecondPlayerHasItsOwnNameAndQuitEndsIt() async throws {
        let clips = [try smallClip(.green), try smallClip(.red)]
        try await withCompositor(.phoc) { compositor in
            let session = try Session(compositor)
            let first = try session.oriel.play(["--id", "a", clips[0]], expecting: ["a": .window])
            #expect(try eventually { try session.bus.playerctl("--list-all") == "oriel" })
            let second = try session.oriel.play(["--id", "b", clips[1]], expecting: ["b": .window])
            #expect(
                try eventually {
                    try session.bus.playerctl("--list-all")?.contains("oriel.instance") == true
                })
            let names = try #require(try session.bus.playerctl("--list-all")).split(separator: "\n").map { String($0) }
            let other = try #require(names.first { $0 != "oriel" })
            let address = try session.bus.playerctl("-p", other, "metadata", "xesam:url")
            #expect(address == URL(filePath: clips[1]).absoluteString)
            let quit = try gdbus(
                call: "org.mpris.MediaPlayer2.Quit", of: "org.mpris.MediaPlayer2.\(other)",
                at: "/org/mpris/MediaPlayer2", on: session.bus.address)
            #expect(quit.wait(.seconds(10)) == .code(0))
            #expect(second.wait(.seconds(10)) == .code(0) && first.isRunning)
        }
    }

    @Test func withoutMediaControlsNoPlayerIsOnTheBus() async throws {
        let clip = try smallClip(.green)
        try await withCompositor(.phoc) { compositor in
            let session = try Session(compositor)
            try session.oriel.play(["--no-mpris", "--id", "a", clip], expecting: ["a": .window])
            #expect(try session.bus.playerctl("--list-all") ?? "" == "")
        }
    }

    @Test func aFilmThatIsPlayedLinearlyCanNotBeSoughtIn() async throws {
        let clip = try smallClip(.green)
        try await withCompositor(.phoc) { compositor in
            let session = try Session(compositor)
            try session.oriel.play(["--linear", "--paused", "--id", "a", clip], expecting: ["a": .window])
            #expect(try eventually { try session.bus.playerctl("status") == "Paused" })
            _ = try session.bus.playerctl("position", "5")
            try session.oriel.watch("a", for: .milliseconds(500), because: "a paused player seeks within 100 ms") {
                $0.position < 0.1
            }
        }
    }

    /// After the end of its bus, a player is on the next one, with its name and its state.
    @Test func aPlayerReturnsToABusThatReturns() async throws {
        let clip = try smallClip(.green)
        try await withCompositor(.phoc) { compositor in
            let session = try Session(compositor)
            try session.oriel.play(["--id", "a", clip], expecting: ["a": .window])
            #expect(try eventually { try session.bus.playerctl("status") == "Playing" })
            for isPaused in [true, false] {
                session.bus.kill()
                try session.oriel.run(isPaused ? "pause" : "resume")
                try session.bus.restart()
                // It waits for a second after the first end, for two after one that follows at once.
                let status = isPaused ? "Paused" : "Playing"
                #expect(try eventually { try session.bus.playerctl("status") == status }, "\(status)")
                #expect(try session.bus.playerctl("--list-all") == "oriel")
                #expect(try session.bus.playerctl("metadata", "xesam:url") == URL(filePath: clip).absoluteString)
            }
            #expect(try session.bus.playerctl("pause") != nil)
            try session.oriel.wait(for: "a") { $0.paused }
        }
    }

    /// A bus that doesn't answer holds nothing up, and what it was told late is true then.
    @Test func aBusThatStandsStillHoldsNothingUp() async throws {
        let clip = try smallClip(.green)
        try await withCompositor(.phoc) { compositor in
            let session = try Session(compositor)
            try session.oriel.play(["--id", "a", clip], expecting: ["a": .window])
            #expect(try eventually { try session.bus.playerctl("status") == "Playing" })
            session.bus.setStopped(true)
            let frames = try session.oriel.player("a").frames.presented
            for _ in 0..<20 { try session.oriel.run("volume", "-1") }
            try session.oriel.wait(for: "a") { $0.frames.presented > frames + 10 && $0.volume == 80 }
            try session.oriel.run("pause")
            session.bus.setStopped(false)
            #expect(try eventually { try session.bus.playerctl("status") == "Paused" })
            #expect(try session.bus.playerctl("volume")?.hasPrefix("0.8") == true)
        }
    }

    /// A bus that ends takes nothing with it.
    @Test func aPlayerOutlivesItsBus() async throws {
        let clip = try smallClip(.green)
        try await withCompositor(.phoc) { compositor in
            let session = try Session(compositor)
            try session.oriel.play(["--id", "a", clip], expecting: ["a": .window])
            #expect(try eventually { try session.bus.playerctl("status") == "Playing" })
            session.bus.stop()
            try session.oriel.run("pause")
            try session.oriel.run("seek", "8")
            try session.oriel.wait(for: "a") { $0.paused && abs($0.position - 8) < 0.1 }
        }
    }
}
