import Glibc
import OrielGeometry
import OrielPlatform
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Input to a film, in a random order and as fast as it can be sent: after each act the picture is where the player
/// says it is, moves, and what is heard goes on. Few acts in a test run, many in `scripts/prove acts`.
@Suite(.serialized, .enabled(if: Executable.isExpected("pulseaudio"))) struct RandomActsTests {
    /// A film to play. Keyframe interval, length and packets decide how long a player waits.
    struct Film: CustomTestStringConvertible, Sendable {
        var frames: Int
        var keyInterval: Int
        var container: String
        var sound: String
        var testDescription: String { "\(frames / 30) s, a keyframe every \(keyInterval / 30), \(sound)" }

        func file() throws -> String {
            try StampedClip(
                stream: .green, size: .init(width: 640, height: 360), frames: frames, container: container,
                keyInterval: keyInterval, sound: ClipSound(codec: sound, isSteady: true)
            ).file()
        }
    }

    static let films = [
        Film(frames: 120, keyInterval: 60, container: "matroska", sound: "flac"),
        Film(frames: 9000, keyInterval: 600, container: "mp4", sound: "aac"),
    ]

    private static let count = Counts.of("ORIEL_ACTS", default: 8)

    enum Act: CaseIterable { case seek, pause, speed, toggle, hide, mute }

    /// One player in a session, and what is seen and heard of it.
    private struct Stage {
        let session: OrielSession
        let player: ChildProcess
        let keyboard: VirtualKeyboard
        let capture: ScreenCapture
        let recording: SoundRecording
        let length: Double
        var isOut = false
        var speed = 1.0
        var workspace = 1

        mutating func perform(_ act: Act, _ dice: inout SeededGenerator) throws {
            switch act {
            case .seek:
                // Behind the end as well, and twice at once.
                for _ in 0..<Int.random(in: 1...2, using: &dice) {
                    let place = Double.random(in: 0...length * 1.2, using: &dice)
                    try session.run("seek", "\((place * 100).rounded() / 100)")
                }
            case .pause:
                try session.run("pause")
                pause(
                    .zero..<(.milliseconds(1500)), by: &dice, because: "a person pauses for a moment")
                try session.run("resume")
            case .speed:
                // Only a window has the keyboard.
                if isOut { try toggle() }
                if speed == 1 {
                    let isFaster = Bool.random(using: &dice)
                    for _ in 0..<4 { try keyboard.press(isFaster ? "bracketright" : "bracketleft") }
                    try session.wait(for: "a") { abs($0.speed - 1) > 0.3 }
                } else {
                    try keyboard.press("BackSpace")
                    try session.wait(for: "a") { $0.speed == 1 }
                }
                speed = try session.player("a").speed
            case .toggle: try toggle()
            case .hide:
                try leave()
                pause(
                    .zero..<(.seconds(5)), by: &dice, because: "a hidden player drops frames after a while, or not yet")
                try expectHeard("hidden")
                try leave()
            case .mute:
                try session.run("mute")
                pause(
                    .zero..<(.milliseconds(500)), by: &dice, because: "a person mutes for a moment")
                try session.run("mute")
            }
        }

        private mutating func toggle() throws {
            try session.run("toggle")
            isOut.toggle()
        }

        /// Goes to the other workspace.
        private mutating func leave() throws {
            workspace = 3 - workspace
            try session.compositor.swaymsg("workspace", "\(workspace)")
        }

        /// Longest time in which the player may wait for anything but a core until an act is seen and heard.
        private static let patience = Duration.seconds(1)
        /// Longest time on a machine that is busy with other things.
        private static let limit: Duration = isProving ? .seconds(2) : .seconds(6)

        /// Counts the time in which the player stands still. It depends on the compositor, on this process, and on
        /// those between it and what is recorded.
        private var idleTime: IdleTime {
            IdleTime(of: player.pid, beside: [session.compositor.pid, getpid()] + recording.pids)
        }

        /// It is heard in time.
        func expectHeard(_ words: String) throws {
            let deadline = MonotonicClock.now + Self.limit
            let idle = idleTime
            while MonotonicClock.now < deadline, idle.elapsed < Self.patience {
                let first = MonotonicClock.now
                let last = first + .milliseconds(200)
                try #require(recording.wait(until: last), "the recorder stands still")
                if !recording.onsets(from: first, to: last, bridging: 20).isEmpty { return }
            }
            print(try session.run("status", "--json"))
            Issue.record("\(words): nothing is heard for \(idle.elapsed) of idle time")
        }

        /// In time two pictures in a row are where the player says it is.
        func expectSeen(_ words: String) throws {
            var last = -1
            var account: [String] = []
            let idle = idleTime
            var isSeen = false
            _ = try wait(Self.limit, every: .milliseconds(50)) {
                let before = try session.player("a").position
                let seen = capture.compositions.last?.index(of: .green)
                let after = try session.player("a").position
                if let seen {
                    let time = Double(seen) / 30
                    let isThere =
                        before > after
                        ? time > before - 0.2 || time < after + 0.2 : time > before - 0.2 && time < after + 0.2
                    if isThere, last >= 0, seen != last {
                        isSeen = true
                        return true
                    }
                    last = isThere ? seen : -1
                    account.append("\(time) at \(before)")
                } else {
                    account.append("nothing")
                }
                // One look says nothing of two pictures in a row, and on a busy machine takes as long.
                return idle.elapsed >= Self.patience && account.count > 1
            }
            if isSeen { return }
            print(try session.run("status", "--json"))
            Issue.record("\(words): \(account.suffix(8)) in \(idle.elapsed) of idle time")
        }
    }

    @Test(.needs(.sway), arguments: films) func whatIsSeenAndHeardGoesOn(_ film: Film) async throws {
        let clip = try film.file()
        let seed = Counts.of("ORIEL_ACTS_SEED", default: 20_261_125)
        print("ORIEL_ACTS_SEED=\(seed)")
        var dice = SeededGenerator(seed: UInt64(seed))
        try await withRecording(.sway) { session, _, recording in
            let capture = try ScreenCapture(socket: session.compositor.socket)
            let player = try session.play(
                ["--id", "a", "--loop", clip], audio: "auto", expecting: ["a": .window])
            try session.wait(for: "a") { $0.audio?.audible == true }
            var stage = Stage(
                session: session, player: player, keyboard: try VirtualKeyboard(socket: session.compositor.socket),
                capture: capture,
                recording: recording, length: Double(film.frames) / 30)
            var acts: [Act] = []
            for number in 0..<Self.count {
                if acts.isEmpty { acts = Act.allCases.shuffled(using: &dice) }
                let act = acts.removeLast()
                try stage.perform(act, &dice)
                // At once, since a standstill begins with the act, and again, since it may come later.
                try stage.expectSeen("\(number): \(act)")
                pause(
                    .zero..<(.milliseconds(600)), by: &dice, because: "it is looked at some time after the act")
                try stage.expectSeen("\(number): some time after \(act)")
                try stage.expectHeard("\(number): \(act)")
            }
            let status = try session.player("a")
            print(
                "\(Self.count) acts; frames presented \(status.frames.presented), dropped \(status.frames.dropped), underruns \(status.audio?.underruns ?? -1)"
            )
            try capture.stop()
        }
    }
}
