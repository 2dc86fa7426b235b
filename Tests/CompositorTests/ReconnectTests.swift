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

    private func clip(_ stream: StampColor, frames: Int = 1800) throws -> String {
        let count = (frames + 1799) / 1800 * 1800
        return try StampedClip(stream: stream, size: Size(width: 640, height: 360), frames: count).file()
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

    /// Two processes over many losses: nothing of an ended connection is kept.
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func case128_manyLossesLeaveNothingBehind(kind: CompositorKind) async throws {
        let count = Counts.of("ORIEL_KILLS", default: kind == .sway ? 5 : 2)
        let program = try OrielProgram()
        let frames = ((count * 3 + 30) * 30 + 1799) / 1800 * 1800
        let (a, b) = (try soundingClip(frames: frames), try clip(.red, frames: frames))
        try await withCompositor(kind) { compositor in
            let session = OrielSession(compositor, program)
            let player = try session.play(["--id", "a", a], audio: "null", expecting: ["a": .window])
            try session.play(["--pip", "--id", "b", b], audio: "null", expecting: ["a": .window, "b": .pip])
            var present = compositor
            var (usages, drifts, times): ([ProcessUsage], [Double], [Duration]) = ([], [], [])
            var own: [Int] = []
            for _ in 0..<count {
                let before = try Reading("a", in: session)
                let next = try present.restarted()
                let begin = MonotonicClock.now
                if present !== compositor { present.stop() }
                present = next
                #expect(isSeen(.green, on: present) && isSeen(.red, on: present))
                times.append(MonotonicClock.now - begin)
                try waitForReturn("a", in: session, .window)
                try waitForReturn("b", in: session, .pip)
                let after = try Reading("a", in: session)
                drifts.append(abs(after.drift(since: before)))
                #expect(after.status.audio?.underruns == 0)
                own.append(try #require(ProcessUsage.ownBytes(of: player.pid)) / 1024)
                usages.append(try #require(ProcessUsage(of: player.pid)))
            }
            present.stop()
            let descriptors = usages.compactMap(\.descriptors)
            #expect(descriptors.count == count && (descriptors.max() ?? 0) - (descriptors.min() ?? 0) <= 1)
            #expect((drifts.max() ?? 1) <= Self.frame)
            // Every process that is measured takes the processor from what is measured.
            if isProving { #expect((times.max() ?? .zero) <= .seconds(1)) }
            let memory = own
            let grown = (memory.last ?? 0) - (memory.dropFirst(count / 3).first ?? 0)
            #expect(grown <= max(2048, count * 20), "\(memory)")
            print(
                "\(kind): \(count) losses; worst drift \(drifts.max() ?? 0) s, both seen at the latest after",
                "\((times.max() ?? .zero) / .milliseconds(1)) ms; descriptors \(descriptors.min() ?? 0) to",
                "\(descriptors.max() ?? 0), memory \(memory.first ?? 0) to \(memory.last ?? 0) kB")
        }
    }

    /// The sound server isn't the compositor's: no sample is missed.
    @Test(.needs(.sway), .enabled(if: Executable.isExpected("pulseaudio")))
    func case113_theSoundHasNoGap() async throws {
        try await withRecording(.sway) { session, _, recording in
            try session.play(["--id", "a", soundingClip()], audio: "auto", expecting: ["a": .window])
            try session.wait(for: "a") { $0.audio?.audible == true }
            let begin = try recording.heard(loud: true, after: .zero)
            let other = try session.compositor.restarted { try session.wait(for: "a") { $0.connected == false } }
            defer { other.stop() }
            try waitForReturn("a", in: session, .window)
            pause(.milliseconds(300), because: "sound after the return is measured too")
            let end = MonotonicClock.now
            #expect(recording.wait(until: end))
            #expect(recording.longestGap(from: begin, to: end) <= .milliseconds(5))
            #expect(try session.player("a").audio?.underruns == 0)
        }
    }

    /// An app hears of the loss and of the return, and Picture in Picture doesn't stop.
    @Test(.needs(.sway)) func case117_anAppIsTold() async throws {
        let program = try OrielProgram()
        try await withCompositor(.sway) { compositor in
            let face = try FaceApp(clip(.green), in: compositor, program)
            defer { face.app.stop(grace: .zero) }
            #expect(face.heard("possible: true"))
            try face.perform("start")
            #expect(face.heard("didStart(asked)"))
            let other = try compositor.restarted {
                #expect(face.heard("connectionLost") && face.heard("suspended: true"))
            }
            defer { other.stop() }
            #expect(face.heard("connectionRestored") && face.heard("suspended: false"))
            #expect(isSeen(.green, on: other))
            #expect(face.transitions == ["didStart(asked)"] && !face.lines.contains("restore"), "\(face.lines)")
        }
    }

    /// A program with its own loop waits for the same descriptor all the time.
    @Test(.needs(.sway)) func case113_aLoopOfTheAppsOwnGoesOn() async throws {
        let program = try OrielProgram()
        let lab = try program.copy("oriel-lab")
        try await withCompositor(.sway) { compositor in
            let app = try compositor.launch(lab, ["paced", "shm", "150"])
            defer { app.stop(grace: .zero) }
            let session = OrielSession(compositor, program)
            #expect(wait(.seconds(5)) { (try? session.status().first?.frames.presented) ?? 0 > 20 })
            let other = try compositor.restarted()
            defer { other.stop() }
            #expect(app.wait(.seconds(20)) == .code(0), "\(app.standardError)")
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

    @Test(.needs(.sway)) func case114_aFullScreenFollowsAnOutputThatComesLater() async throws {
        let program = try OrielProgram()
        try await withCompositor(HeadlessCompositor.Configuration(.sway, outputs: 2)) { compositor in
            let session = OrielSession(compositor, program)
            try compositor.swaymsg("focus", "output", "HEADLESS-2")
            try session.play(["--fullscreen", "--id", "a", clip(.green)], expecting: ["a": .fullscreen])
            #expect(try session.player("a").output == "HEADLESS-2")
            let other = try compositor.restarted(outputs: 1)
            defer { other.stop() }
            try waitForReturn("a", in: session, .fullscreen)
            try session.wait(for: "a") { $0.output == "HEADLESS-1" }
            try other.swaymsg("create_output")
            try session.wait(for: "a") { $0.output == "HEADLESS-2" && $0.mode == .fullscreen }
            #expect(isSeen(.green, on: other, output: "HEADLESS-2"))
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

    /// Killed at any moment of a swap of two processes: one floats and the other is in its window, whichever way it
    /// ended.
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func case119_lostInASwap(kind: CompositorKind) async throws {
        let count = Counts.of("ORIEL_SWAP_KILLS", default: 4)
        var dice = SeededGenerator(seed: 7)
        let program = try OrielProgram()
        try await withCompositor(kind) { compositor in
            let session = OrielSession(compositor, program)
            try session.play(["--loop", "--fullscreen", "--id", "a", clip(.green)], expecting: ["a": .fullscreen])
            try session.play(
                ["--loop", "--pip", "--id", "b", clip(.red)], expecting: ["a": .fullscreen, "b": .pip])
            var present = compositor
            for number in 0..<count {
                let swap = try compositor.launch(program.path, ["swap"])
                let delay = Int.random(in: 0..<60, using: &dice)
                pause(.milliseconds(delay), because: "the swap is somewhere on its way")
                let next = try present.restarted()
                if present !== compositor { present.stop() }
                present = next
                var players: [PlayerStatus] = []
                let isBack = try wait(.seconds(10)) {
                    players = try session.status()
                    return players.allSatisfy { $0.connected == true && !$0.pip.suspended }
                        && Set(players.map(\.mode)) == [.fullscreen, .pip]
                }
                #expect(isBack, "\(number), after \(delay) ms: \(players.map(\.mode))")
                #expect(isSeen(.green, on: present) && isSeen(.red, on: present), "\(number), after \(delay) ms")
                #expect(swap.wait(.seconds(10)) != nil, "the command is not answered")
            }
            present.stop()
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
                    pause(.milliseconds(200), because: "pace of the readings")
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
            pause(.milliseconds(500), because: "a hidden window gets no frames meanwhile")
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
