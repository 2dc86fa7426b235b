import Foundation
import Glibc
import OrielGeometry
import OrielPlatform
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// The compositor is killed under its players, and another one starts in its place.
@Suite(.serialized) struct ReconnectTests {
    /// A frame of the clips.
    private static let frame = 1.0 / 30

    /// A status, and the time in which it was taken.
    private struct Reading {
        let status: PlayerStatus
        let begin: Duration
        let end: Duration

        init(_ name: String, in session: OrielSession) throws {
            begin = MonotonicClock.now
            status = try session.player(name)
            end = MonotonicClock.now
        }

        /// Seconds by which the position left the clock since an earlier reading; 0 within the times of the readings.
        func drift(since earlier: Reading) -> Double {
            let played = status.position - earlier.status.position
            let (least, most) = ((begin - earlier.end) / .seconds(1), (end - earlier.begin) / .seconds(1))
            return played < least ? played - least : max(0, played - most)
        }
    }

    private func clip(_ stream: StampColor) throws -> String {
        try StampedClip(stream: stream, size: Size(width: 640, height: 360), frames: 1800).file()
    }

    /// Whether a stream's picture is on the screen.
    private func isSeen(_ stream: StampColor, on compositor: HeadlessCompositor, output: String? = nil) -> Bool {
        wait(.seconds(5)) {
            guard let picture = try? Screenshot.take(of: compositor, output: output) else { return false }
            return StampReader.locate(in: picture).contains { $0.stream == stream }
        }
    }

    /// Waits until a player shows something again.
    private func waitForReturn(_ name: String, in session: OrielSession, _ mode: PlayerStatus.Mode) throws {
        try session.wait(for: name) { $0.connected == true && $0.mode == mode }
    }

    private func descriptors(of child: ChildProcess) throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(child.pid)/fd").count
    }

    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func case113_aWindowReturnsAndPlaybackGoesOn(kind: CompositorKind) async throws {
        let program = try OrielProgram()
        try await withCompositor(kind) { compositor in
            let session = OrielSession(compositor, program)
            try session.play(["--id", "a", clip(.green)], audio: "null", expecting: ["a": .window])
            let before = try Reading("a", in: session)
            #expect(before.status.connected == true)
            let other = try compositor.restarted {
                try session.wait(for: "a") { $0.connected == false }
                let meanwhile = try Reading("a", in: session)
                #expect(meanwhile.status.mode == .hidden && meanwhile.status.surface == .none)
                #expect(!meanwhile.status.paused && abs(meanwhile.drift(since: before)) <= Self.frame)
                try session.run("volume", "80")
            }
            defer { other.stop() }
            try waitForReturn("a", in: session, .window)
            #expect(isSeen(.green, on: other))
            let after = try Reading("a", in: session)
            #expect(abs(after.drift(since: before)) <= Self.frame)
            #expect(after.status.volume == 80 && !after.status.paused)
            #expect(after.status.frames.presented > before.status.frames.presented)
        }
    }

    /// Nothing of an ended connection is kept.
    @Test(.needs(.sway)) func case128_aPlayerHoldsNothingOfItsFormerConnections() async throws {
        let program = try OrielProgram()
        try await withCompositor(.sway) { compositor in
            let session = OrielSession(compositor, program)
            let player = try session.play(["--id", "a", "--loop", clip(.green)], expecting: ["a": .window])
            var present = compositor
            var counts: [Int] = []
            for _ in 0..<Counts.of("ORIEL_KILLS", default: 5) {
                let next = try present.restarted()
                if present !== compositor { present.stop() }
                present = next
                try waitForReturn("a", in: session, .window)
                #expect(isSeen(.green, on: present))
                counts.append(try descriptors(of: player))
            }
            #expect((counts.max() ?? 0) - (counts.first ?? 0) <= 1, "\(counts)")
            present.stop()
        }
    }

    @Test(.needs(.sway)) func case114_aPausedFullScreenReturnsOnItsOutput() async throws {
        let program = try OrielProgram()
        try await withCompositor(HeadlessCompositor.Configuration(.sway, outputs: 2)) { compositor in
            let session = OrielSession(compositor, program)
            try compositor.swaymsg("focus", "output", "HEADLESS-2")
            try session.play(["--fullscreen", "--id", "a", clip(.green)], expecting: ["a": .fullscreen])
            try session.run("pause")
            let before = try session.player("a")
            #expect(before.output == "HEADLESS-2")
            let other = try compositor.restarted { try session.wait(for: "a") { $0.connected == false } }
            defer { other.stop() }
            try waitForReturn("a", in: session, .fullscreen)
            try session.wait(for: "a") { $0.output == "HEADLESS-2" }
            #expect(isSeen(.green, on: other, output: "HEADLESS-2"))
            let after = try session.player("a")
            #expect(after.paused && after.position == before.position)
        }
    }

    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func case115_anOverlayReturnsAtItsPlace(kind: CompositorKind) async throws {
        let program = try OrielProgram()
        try await withCompositor(kind) { compositor in
            let session = OrielSession(compositor, program)
            try session.play(["--pip", "--id", "a", clip(.green)], expecting: ["a": .pip])
            try session.run("resize", "400x225")
            try session.run("move", "top-left")
            try session.run("lock")
            let before = try session.player("a")
            #expect(before.pip.locked && before.placement?.corner == .topLeft)
            let other = try compositor.restarted {
                try session.wait(for: "a") { $0.connected == false }
                let meanwhile = try session.player("a")
                #expect(meanwhile.mode == .hidden && meanwhile.pip.active && meanwhile.pip.suspended)
                #expect(!meanwhile.paused)
            }
            defer { other.stop() }
            try waitForReturn("a", in: session, .pip)
            #expect(isSeen(.green, on: other))
            try session.wait(for: "a") { !$0.pip.suspended }
            let after = try session.player("a")
            #expect(after.placement == before.placement)
            #expect(after.pip.locked && after.pip.active && !after.paused)
            try session.run("restore")
            #expect(try session.player("a").mode == .window)
            #expect(isSeen(.green, on: other))
        }
    }

    @Test(.needs(.sway)) func case115_aStashedOverlayReturnsStashed() async throws {
        let program = try OrielProgram()
        try await withCompositor(.sway) { compositor in
            let session = OrielSession(compositor, program)
            try session.play(["--pip", "--id", "a", clip(.green)], expecting: ["a": .pip])
            try session.run("stash")
            let before = try session.player("a")
            #expect(before.pip.stashed)
            let other = try compositor.restarted { try session.wait(for: "a") { $0.connected == false } }
            defer { other.stop() }
            try waitForReturn("a", in: session, .pip)
            let after = try session.player("a")
            #expect(after.pip.stashed && after.placement == before.placement)
            try session.run("unstash")
            #expect(try !session.player("a").pip.stashed)
            #expect(isSeen(.green, on: other))
        }
    }

    /// Two processes, of which one hosts the broker, still know each other.
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func case116_twoPlayersSwapAfterTheyReturned(kind: CompositorKind) async throws {
        let program = try OrielProgram()
        try await withCompositor(kind) { compositor in
            let session = OrielSession(compositor, program)
            try session.play(["--fullscreen", "--id", "a", clip(.green)], expecting: ["a": .fullscreen])
            try session.play(["--pip", "--id", "b", clip(.red)], expecting: ["a": .fullscreen, "b": .pip])
            let other = try compositor.restarted {
                try session.wait(for: "a") { $0.connected == false }
                try session.wait(for: "b") { $0.connected == false }
            }
            defer { other.stop() }
            try waitForReturn("a", in: session, .fullscreen)
            try waitForReturn("b", in: session, .pip)
            #expect(isSeen(.green, on: other) && isSeen(.red, on: other))
            try session.run("swap")
            #expect(try session.player("a").mode == .pip)
            #expect(try session.player("b").mode == .fullscreen)
        }
    }

    /// A socket on which a service manager listens accepts connections before a compositor runs.
    @Test(.needs(.sway)) func case121_anAnswerThatTakesSecondsIsWaitedFor() async throws {
        let program = try OrielProgram()
        try await withCompositor(.sway) { compositor in
            let session = OrielSession(compositor, program)
            try session.play(["--id", "a", clip(.green)], expecting: ["a": .window])
            let before = try Reading("a", in: session)
            let other = try compositor.restarted {
                unlink(compositor.socket)
                let listener = try #require(Listener(at: compositor.socket, for: compositor.user))
                let end = MonotonicClock.now + .seconds(3)
                while MonotonicClock.now < end {
                    let meanwhile = try Reading("a", in: session)
                    #expect(meanwhile.status.connected == false)
                    #expect(meanwhile.end - meanwhile.begin < .seconds(1), "the player blocks")
                    usleep(200_000)
                }
                listener.close()
            }
            defer { other.stop() }
            try waitForReturn("a", in: session, .window)
            #expect(isSeen(.green, on: other))
            #expect(abs(try Reading("a", in: session).drift(since: before)) <= Self.frame)
        }
    }

    @Test(.needs(.sway)) func case122_anotherSocketNameIsFound() async throws {
        let program = try OrielProgram()
        try await withCompositor(.sway) { compositor in
            let session = OrielSession(compositor, program)
            try session.play(["--fullscreen", "--id", "a", clip(.green)], expecting: ["a": .fullscreen])
            try session.play(["--pip", "--id", "b", clip(.red)], expecting: ["b": .pip])
            // The old name stays taken, as by a compositor that hangs.
            let lock = open("\(compositor.socket).lock", O_RDWR)
            defer { close(lock) }
            let other = try compositor.restarted {
                #expect(flock(lock, LOCK_EX | LOCK_NB) == 0)
                unlink(compositor.socket)
            }
            defer { other.stop() }
            #expect(other.socket != compositor.socket)
            let there = OrielSession(other, program)
            let isThere = try wait(.seconds(10)) { Set(try there.status().map(\.id)) == ["a", "b"] }
            #expect(isThere)
            try waitForReturn("a", in: there, .fullscreen)
            try waitForReturn("b", in: there, .pip)
            #expect(isSeen(.green, on: other) && isSeen(.red, on: other))
            try there.run("swap")
            #expect(try there.player("b").mode == .fullscreen)
        }
    }

    /// A window that isn't seen returns too, and nothing starts by itself.
    @Test(.needs(.sway)) func case124_aHiddenWindowReturns() async throws {
        let program = try OrielProgram()
        try await withCompositor(.sway) { compositor in
            let session = OrielSession(compositor, program)
            try session.play(["--id", "a", clip(.green)], audio: "null", expecting: ["a": .window])
            let before = try Reading("a", in: session)
            try compositor.swaymsg("workspace", "2")
            usleep(500_000)
            let other = try compositor.restarted { try session.wait(for: "a") { $0.connected == false } }
            defer { other.stop() }
            try waitForReturn("a", in: session, .window)
            #expect(isSeen(.green, on: other))
            let after = try Reading("a", in: session)
            #expect(!after.status.paused && !after.status.pip.active)
            #expect(abs(after.drift(since: before)) <= Self.frame)
        }
    }

    @Test(.needs(.sway)) func case125_playbackPausesIfTheUserWantsThat() async throws {
        let program = try OrielProgram()
        let home = try program.configurationHome(with: "[session]\non-disconnect = \"pause\"\n")
        try await withCompositor(.sway) { compositor in
            let session = OrielSession(compositor, program, environment: ["XDG_CONFIG_HOME": home])
            try session.play(["--id", "a", clip(.green)], expecting: ["a": .window])
            let other = try compositor.restarted {
                try session.wait(for: "a") { $0.connected == false && $0.paused }
            }
            defer { other.stop() }
            try waitForReturn("a", in: session, .window)
            try session.wait(for: "a") { !$0.paused }
            #expect(isSeen(.green, on: other))
        }
    }

    @Test(.needs(.sway)) func case123_withoutACompositorThePlayerLeavesItsPositionAndEnds() async throws {
        let program = try OrielProgram()
        let home = try program.configurationHome(with: "[session]\nreconnect-timeout = 1\n")
        try await withCompositor(.sway) { compositor in
            let session = OrielSession(compositor, program, environment: ["XDG_CONFIG_HOME": home])
            let film = try clip(.green)
            let player = try session.play(["--resume", "--id", "a", film], expecting: ["a": .window])
            try session.run("pause")
            try session.run("seek", "20")
            compositor.kill()
            #expect(player.wait(.seconds(5)) == .code(0), "\(player.standardError)")
            let lines = player.standardError.split(separator: "\n")
            #expect(lines.count == 1 && lines.first?.contains("the player ends") == true, "\(lines)")
            let state = try #require(compositor.environment["XDG_STATE_HOME"])
            let positions = try String(contentsOfFile: "\(state)/oriel/positions.json", encoding: .utf8)
            #expect(positions.contains(film), "\(positions)")
        }
    }
}

/// A socket that listens and never accepts.
private final class Listener {
    private var descriptor: CInt

    init?(at path: String, for user: ChildProcess.User?) {
        descriptor = socket(AF_UNIX, CInt(SOCK_STREAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
        let status = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        guard status == 0, listen(descriptor, 8) == 0 else { return nil }
        chmod(path, 0o777)
        if let user { chown(path, user.uid, user.gid) }
    }

    func close() {
        Glibc.close(descriptor)
        descriptor = -1
    }
}
