import Foundation
import Glibc
import OrielGeometry
import OrielPlatform
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Flash and beep over a long time: for `scripts/prove`, on a machine that does nothing else. `SoundTests` has the
/// short of it.
@Suite(
    .serialized, .enabled(if: Executable.isExpected("pulseaudio")),
    .enabled(if: isProving || Counts.of("ORIEL_SOUND_SECONDS", default: 0) > 0, "long; ORIEL_SOUND_SECONDS=60 runs it"))
struct SoundInStepTests {
    private static let seconds = Counts.of("ORIEL_SOUND_SECONDS", default: 600)
    private static let actions = min(84, max(10, seconds / 12))
    /// Until what was asked for is heard alone.
    private static let margin = Duration.milliseconds(100)

    /// Compares a player's captured frames with its recorded sound.
    private struct Watch {
        let recording: SoundRecording
        let capture: ScreenCapture

        /// Lets the start pass: the player's clock follows the device only once the server has reported the device's
        /// time, and no status says that it has.
        func settle() { pause(.milliseconds(1500), because: "the start of a sound is not measured") }

        /// The flashes of some seconds from now on, each with its beep.
        func listen(for seconds: Double, to stream: StampColor = .green, speed: Double = 1) throws -> FlashAndBeep {
            let margin = SoundInStepTests.margin
            let first = MonotonicClock.now + margin
            let last = first + .seconds(seconds)
            try #require(recording.wait(until: last + margin * 3), "the recorder stands still")
            let samples = StreamTimeline(
                of: stream, in: capture.compositions, present: .between(first - margin * 2, last + margin)
            ).samples
            let flashes = FlashAndBeep.flashes(in: samples, framesPerSecond: 30, speed: speed)
                .filter { $0 > first && $0 < last }
            return FlashAndBeep(
                flashes: flashes,
                beeps: recording.onsets(from: first - margin * 3, to: last + margin * 3, bridging: 20))
        }
    }

    private func watch(
        rewinds: Bool = true, _ body: (OrielSession, SoundServer, Watch) async throws -> Void
    ) async throws {
        try await withRecording(.sway, rewinds: rewinds) { session, server, recording in
            let capture = try ScreenCapture(socket: session.compositor.socket)
            // A screen has its refreshes, also where nothing changes; one that isn't there composes at once what comes
            // after a pause, up to a refresh too early. So something changes at each.
            let ticker = try TestSurface(
                .overlay(edges: [.bottom, .right]), size: Size(width: 1, height: 1), socket: session.compositor.socket
            ) { .plain($0.isMultiple(of: 2) ? 0x000000 : 0x101010) }
            defer { ticker.stop() }
            try await body(session, server, Watch(recording: recording, capture: capture))
            try capture.stop()
        }
    }

    /// A beep at each second, of samples that are just those: what an encoder smears would be the recorder's error.
    private static func clip(_ stream: StampColor = .green) throws -> String {
        try StampedClip(
            stream: stream, size: .init(width: 640, height: 360), frames: 1800, container: "matroska", keyInterval: 60,
            sound: ClipSound(codec: "flac")
        ).file()
    }

    // MARK: The recorder

    /// Beeps at known places of a file, played by PulseAudio's own program beside a player and a capture: each is found
    /// where it belongs.
    @Test(.needs(.sway)) func theRecorderFindsBeepsWhereTheyAre() async throws {
        let folder = try TemporaryFolder()
        chmod(folder.path, 0o755)
        let count = min(60, max(20, Self.seconds / 5))
        let places = (0..<count).map { 24_000 * $0 + 4800 + $0 * 7919 % 9600 }
        var samples = [Float](repeating: 0, count: 24_000 * count + 24_000)
        for place in places {
            for offset in 0..<1920 { samples[place + offset] = Float(0.5 * sin(2 * Double.pi * Double(offset) / 48)) }
        }
        let path = "\(folder.path)/beeps"
        try samples.withUnsafeBytes { Data($0) }.write(to: URL(filePath: path))
        try await watch { session, server, watch in
            try session.play(["--id", "a", "--loop", try Self.clip()], audio: "null", expecting: ["a": .window])
            var account = ""
            // One that stands still for a moment lets the device run dry.
            for _ in 0..<3 {
                let began = MonotonicClock.now
                let child = try ChildProcess(
                    "pacat",
                    [
                        "--raw", "--format=float32le", "--rate=48000", "--channels=1", "--latency-msec=500",
                        "--volume=65536", path,
                    ], environment: Executable.environment.merging(server.environment) { $1 })
                #expect(child.wait(.seconds(30 + count)) == .code(0), "\(child.standardError)")
                try #require(watch.recording.wait(until: MonotonicClock.now + .milliseconds(300)))
                let found = watch.recording.onsets(from: began, to: MonotonicClock.now, bridging: 20)
                let errors = zip(found, places).map { $0.seconds * 1000 - Double($1) / 48 }
                let middle = Quantiles(errors).median
                let distances = Quantiles(errors.map { abs($0 - middle) })
                account = "\(found.count) of \(count) beeps found, off by (ms) \(distances)"
                print("the recorder: \(account); its clock went away by \(watch.recording.drift)")
                if found.count == count, distances.worst <= 3 { return }
            }
            Issue.record("\(account)")
        }
    }

    /// Sound that is told to be 30 ms early or late is never taken for sound in step.
    @Test(.needs(.sway)) func anErrorThatIsPutInIsCaught() async throws {
        let clip = try Self.clip()
        let rounds = Self.seconds >= 300 ? 5 : 2
        try await watch { session, _, watch in
            for round in 0..<rounds {
                for delay in round == 0 ? [0, 30, -30] : [round.isMultiple(of: 2) ? 30 : -30] {
                    try session.play(
                        ["--id", "a", "--start", "\(round)", "--audio-delay", "\(Double(delay) / 1000)", clip],
                        audio: "auto", expecting: ["a": .window])
                    try session.wait(for: "a") { $0.audio?.audible == true }
                    watch.settle()
                    let found = try watch.listen(for: 6)
                    print("told to be \(delay) ms late, sound is late by \(found.lateness.map { $0.rounded() }) ms")
                    #expect(found.lateness.count >= 4)
                    if delay != 0 {
                        #expect(!found.isInStep, "\(delay) ms were not caught")
                    } else if isProving {
                        #expect(found.isInStep)
                    }
                    session.stop()
                    try #require(try wait(.seconds(10)) { try session.status().isEmpty })
                }
            }
        }
    }

    // MARK: The player

    /// All that was found, by what the player did meanwhile.
    private struct Account {
        var atItsOwnSpeed = FlashAndBeep()
        var atOthers = FlashAndBeep()

        mutating func note(_ found: FlashAndBeep, _ words: String, speed: Double) {
            speed == 1 ? atItsOwnSpeed.append(found) : atOthers.append(found)
            guard found.distances.worst > 15 || !found.unheard.isEmpty else { return }
            print("\(words): late by \(found.lateness.map { $0.rounded() }) ms, \(found.unheard.count) unheard")
        }

        func judge(_ words: String) {
            for (what, found) in [("at its own speed", atItsOwnSpeed), ("at other speeds", atOthers)]
            where !found.lateness.isEmpty {
                print(
                    "\(words), \(what): \(found.distances) ms apart, sound late by \(found.middle.rounded()) in the middle; "
                        + "\(found.unheard.count) unheard")
            }
            #expect(!atItsOwnSpeed.lateness.isEmpty || !atOthers.lateness.isEmpty)
            for (speed, found) in [("its own speed", atItsOwnSpeed), ("other speeds", atOthers)]
            where !found.lateness.isEmpty || !found.unheard.isEmpty {
                // Flashes without a beep are silence, at either kind of speed.
                #expect(!found.lateness.isEmpty, "\(words), at \(speed): nothing was heard")
                if isProving { #expect(found.isInStep, "\(words), at \(speed)") }
            }
            // A busy machine is late now and then; the middle of several beeps is not.
            if atItsOwnSpeed.lateness.count >= 5 { #expect(abs(atItsOwnSpeed.middle) <= 40, "\(words)") }
        }
    }

    private func dice() -> SeededGenerator {
        let seed = Counts.of("ORIEL_SOUND_SEED", default: 20_261_123)
        print("ORIEL_SOUND_SEED=\(seed)")
        return SeededGenerator(seed: UInt64(seed))
    }

    /// A place that is neither within a beep nor right before one.
    private func place(_ dice: inout SeededGenerator) -> String {
        "\(Int.random(in: 2..<50, using: &dice)).\(Int.random(in: 20..<70, using: &dice))"
    }

    /// Seeks, pauses, other speeds and toggles, in a random order.
    @Test(.needs(.sway)) func onePlayer() async throws {
        let clip = try Self.clip()
        var dice = self.dice()
        try await watch { session, _, watch in
            let keyboard = try VirtualKeyboard(socket: session.compositor.socket)
            try session.play(["--id", "a", "--loop", clip], audio: "auto", expecting: ["a": .window])
            try session.wait(for: "a") { $0.audio?.audible == true }
            watch.settle()
            let count = Self.actions * 3 / 5
            let length = Double(Self.seconds) * 0.6 / Double(count + 1)
            var account = Account()
            account.note(try watch.listen(for: length), "from the start", speed: 1)
            var (isOut, speed) = (false, 1.0)
            var kinds: [String] = []
            for number in 0..<count {
                if kinds.isEmpty { kinds = ["seek", "pause", "speed", "toggle"].shuffled(using: &dice) }
                let kind = kinds.removeLast()
                switch kind {
                case "seek": try session.run("seek", place(&dice))
                case "pause":
                    try session.run("pause")
                    pause(
                        .milliseconds(50)..<(.milliseconds(1500)), by: &dice, because: "a person pauses for a moment")
                    try session.run("resume")
                case "speed":
                    // Only a window has the keyboard.
                    if isOut { try session.run("toggle") }
                    isOut = false
                    if speed != 1 {
                        try keyboard.press("BackSpace")
                        speed = 1
                    } else {
                        let steps = [-4, -2, 3, 5].randomElement(using: &dice) ?? 3
                        for _ in 0..<abs(steps) { try keyboard.press(steps < 0 ? "bracketleft" : "bracketright") }
                        speed = pow(1.1, Double(steps))
                    }
                    try session.wait(for: "a") { abs($0.speed - speed) < 0.02 }
                    speed = try session.player("a").speed
                default:
                    try session.run("toggle")
                    isOut.toggle()
                }
                let found = try watch.listen(for: length, speed: speed)
                // One that shows nothing any more is in step, too.
                let flashes = found.lateness.count + found.unheard.count
                if flashes < Int(length * speed) - 2 { print(try session.run("status", "--json")) }
                try #require(flashes >= Int(length * speed) - 2, "no flashes after \(number): \(kind)")
                account.note(
                    found, "\(number): \(kind), at \(speed)\(isOut ? ", in Picture in Picture" : "")", speed: speed)
            }
            account.judge("\(count) seeks, pauses, changes of speed and toggles")
            let status = try session.player("a")
            print(
                "frames dropped \(status.frames.dropped), underruns \(status.audio?.underruns ?? -1); "
                    + "the recorder's clock went away by \(watch.recording.drift)")
        }
    }

    /// Nothing but another speed.
    @Test(.needs(.sway), arguments: [0.683, 1, 1.331, 2.1]) func atOneSpeed(speed: Double) async throws {
        let clip = try Self.clip()
        try await watch { session, _, watch in
            try session.play(
                ["--id", "a", "--loop", "--speed", "\(speed)", clip], audio: "auto", expecting: ["a": .window])
            try session.wait(for: "a") { $0.audio?.audible == true }
            watch.settle()
            var account = Account()
            account.note(try watch.listen(for: min(20, Double(Self.seconds) / 10), speed: speed), "", speed: speed)
            account.judge("at \(speed)")
        }
    }

    /// Swaps between two players, of which the one in the window is heard; seeks and pauses of that one.
    @Test(.needs(.sway)) func twoPlayers() async throws {
        let (green, red) = (try Self.clip(), try Self.clip(.red))
        var dice = self.dice()
        try await watch { session, _, watch in
            try session.play(["--id", "b", "--pip", "--loop", red], audio: "auto", expecting: ["b": .pip])
            try session.play(
                ["--id", "a", "--fullscreen", "--loop", green], audio: "auto", expecting: ["a": .fullscreen])
            try session.wait(for: "a") { $0.audio?.audible == true && $0.audio?.gain == 1 }
            try session.wait(for: "b") { $0.audio?.gain == 0 && $0.audio?.audible == false }
            watch.settle()
            let count = Self.actions * 2 / 5
            let length = Double(Self.seconds) * 0.4 / Double(count + 1)
            var account = Account()
            account.note(try watch.listen(for: length), "from the start", speed: 1)
            var heard = "a"
            var kinds: [String] = []
            for number in 0..<count {
                if kinds.isEmpty { kinds = ["swap", "seek", "swap", "pause"].shuffled(using: &dice) }
                let kind = kinds.removeLast()
                switch kind {
                case "seek": try session.run("seek", place(&dice), "--player", heard)
                case "pause":
                    try session.run("pause", "--player", heard)
                    pause(
                        .milliseconds(50)..<(.milliseconds(1500)), by: &dice, because: "a person pauses for a moment")
                    try session.run("resume", "--player", heard)
                default:
                    let silent = heard
                    heard = heard == "a" ? "b" : "a"
                    try session.run("swap")
                    try session.wait(for: heard) { $0.audio?.audible == true && $0.audio?.gain == 1 }
                    try session.wait(for: silent) { $0.audio?.audible == false && $0.audio?.gain == 0 }
                }
                let found = try watch.listen(for: length, to: heard == "a" ? .green : .red)
                account.note(found, "\(number): \(kind)", speed: 1)
            }
            account.judge("\(count) swaps, seeks and pauses")
        }
    }

    // MARK: The device

    /// The server dies, or its device goes: half a second after there is one again, what is seen is heard.
    @Test(.needs(.sway), arguments: [true, false]) func aDeviceThatComesBackIsHeardAtOnce(wholeServer: Bool)
        async throws
    {
        let clip = try Self.clip()
        let count = Self.seconds >= 300 ? 6 : 2
        var dice = self.dice()
        // Sound after the pause is recorded from its beginning.
        try await watch(rewinds: false) { session, server, watch in
            let player = try session.play(["--id", "a", "--loop", clip], audio: "auto", expecting: ["a": .window])
            try session.wait(for: "a") { $0.audio?.audible == true }
            var account = FlashAndBeep()
            var late: [Double] = []
            for _ in 0..<count {
                try session.wait(for: "a") { $0.audio?.audible == true }
                if wholeServer { server.kill() } else { try server.removeDevice() }
                pause(.milliseconds(300)..<(.seconds(3)), by: &dice, because: "the device is away for a while")
                var back = MonotonicClock.now
                if wholeServer { back = try server.start() } else { try server.addDevice() }
                try session.wait(for: "a") { $0.audio?.audible == true }
                late.append((MonotonicClock.now - back) / .milliseconds(1))
                let recording = try server.record()
                defer { recording.stop() }
                let until = max(MonotonicClock.now, back + .milliseconds(500))
                pause(
                    max(.zero, until - MonotonicClock.now - Self.margin),
                    because: "it has half a second until it is in step again")
                let found = try Watch(recording: recording, capture: watch.capture).listen(for: 2.5)
                print(
                    "audible again after \(late[late.count - 1].rounded()) ms, recorded from "
                        + "\(((recording.start - back) / .milliseconds(1)).rounded()); late by \(found.lateness.map { $0.rounded() }) ms"
                )
                account.append(found)
            }
            print(
                "\(wholeServer ? "the server" : "the device") lost and back \(count) times: audible again, as status says, after "
                    + "(ms) \(Quantiles(late)); beeps from half a second on \(account.distances) ms apart, \(account.unheard.count) unheard"
            )
            #expect(!account.lateness.isEmpty)
            if isProving {
                #expect(account.isInStep)
                #expect(Quantiles(late).worst <= 500)
            }
            #expect(player.isRunning)
        }
    }
}
