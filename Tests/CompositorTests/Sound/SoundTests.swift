import Foundation
import Glibc
import OrielGeometry
import OrielPlatform
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Sound of the program on a private PulseAudio, recorded from the sink's monitor.
@Suite(.serialized, .enabled(if: Executable.isExpected("pulseaudio"))) struct SoundTests {
    /// How long a time may be: on a machine that does other things a process can be kept waiting for a while, so only
    /// `scripts/prove` holds it to what is promised.
    private static func bound(_ milliseconds: Int, here: Int) -> Duration {
        .milliseconds(isProving ? milliseconds : here)
    }

    /// A player with sound in a compositor of its own.
    private func withPlayer(
        _ sound: ClipSound, frames: Int = 1800, _ options: [String] = [],
        _ body: (OrielSession, ChildProcess, SoundServer, SoundRecording) async throws -> Void
    ) async throws {
        let clip = try soundingClip(frames: frames, sound: sound)
        try await withRecording(.sway) { session, server, recording in
            let player = try session.play(["--id", "a"] + options + [clip], audio: "auto", expecting: ["a": .window])
            try await body(session, player, server, recording)
        }
    }

    @Test(.needs(.sway)) func commandsAreHeardAtOnceAndTogglesAreNot() async throws {
        try await withPlayer(ClipSound(isSteady: true)) { session, player, _, recording in
            var time = try recording.heard(loud: true, after: .zero)
            try session.wait(for: "a") { $0.audio?.audible == true }
            let audio = try #require(try session.player("a").audio)
            #expect(audio.codec == "aac" && audio.sink == "pulse" && audio.gain == 1)

            // From before the command is started, whose start and way there are in it.
            for (name, silencing, restoring) in [
                ("pause", ["pause"], ["resume"]), ("mute", ["mute"], ["mute"]),
                ("volume", ["volume", "0"], ["volume", "100"]),
            ] {
                var delays: [Double] = []
                for _ in 0..<(isProving ? 40 : 1) {
                    let asked = MonotonicClock.now
                    try session.run(silencing)
                    time = try recording.heard(loud: false, after: asked)
                    delays.append((time - asked) / .milliseconds(1))
                    try session.run(restoring)
                    time = try recording.heard(loud: true, after: time)
                }
                print("\(name): silent, ms after it was asked: \(Quantiles(delays))")
                #expect(.milliseconds(Quantiles(delays).p95) <= Self.bound(60, here: 1000))
            }
            try session.run("volume", "50")
            #expect(try session.player("a").volume == 50)
            try session.run("volume", "-20")
            #expect(try session.player("a").volume == 30)
            try session.run("volume", "100")

            // Toggles there and back: one piece of tone.
            // At 30 per cent it was too soft to count; that is over first.
            #expect(recording.wait(until: MonotonicClock.now + .milliseconds(300)))
            let before = MonotonicClock.now
            let underruns = try session.player("a").audio?.underruns
            let toggles = Counts.of("ORIEL_SOUND_TOGGLES", default: 4)
            for _ in 0..<toggles { try session.run("toggle") }
            let after = MonotonicClock.now
            #expect(recording.wait(until: after + .milliseconds(200)))
            let longest = recording.longestGap(from: before, to: after)
            print("longest gap in \(toggles) toggles: \(longest)")
            #expect(longest <= Self.bound(10, here: 200))
            if isProving { #expect(try session.player("a").audio?.underruns == underruns) }
            _ = player
        }
    }

    /// Flash and beep: what is seen when a beep is heard is the frame of that second.
    @Test(.needs(.sway)) func whatIsHeardIsWhatIsSeen() async throws {
        try await withPlayer(ClipSound()) { session, _, _, recording in
            let capture = try ScreenCapture(socket: session.compositor.socket)
            let keyboard = try VirtualKeyboard(socket: session.compositor.socket)
            // Times from flash to beep in milliseconds, at normal speed and at other speeds.
            var (atOnes, atOthers): ([Double], [Double]) = ([], [])
            func step(_ words: String, _ seconds: Int) throws {
                let speed = try session.player("a").speed
                let from = MonotonicClock.now + .milliseconds(600)
                #expect(recording.wait(until: from + .seconds(seconds)))
                let samples = StreamTimeline(of: .green, in: capture.compositions, present: .whileSeen).samples
                    .filter { $0.time > from - .milliseconds(300) }
                let start = recording.start
                // The last frame that was captured may come before a late flash.
                let beeps = recording.sounds(bridging: 20).map { start + .milliseconds($0.lowerBound) }
                    .filter { $0 > from && $0 < from + .seconds(seconds) - .milliseconds(200) }
                #expect(beeps.count >= max(1, Int(Double(seconds) * speed) - 1), "\(words): \(beeps)")
                var offsets: [Double] = []
                for beep in beeps {
                    // The frame of a whole second that was shown nearest to it.
                    let flashes = zip(samples, samples.dropFirst()).compactMap { earlier, later -> Duration? in
                        guard let index = later.index, let old = earlier.index, old / 30 < index / 30 else {
                            return nil
                        }
                        // Where that frame itself was skipped, when it would have been.
                        return later.time - .seconds(Double(index % 30) / 30 / speed)
                    }
                    if let nearest = flashes.min(by: { abs(($0 - beep).seconds) < abs(($1 - beep).seconds) }) {
                        offsets.append((beep - nearest).seconds * 1000)
                    }
                }
                print("\(words): sound is late by \(offsets.map { $0.rounded() }) ms")
                if speed == 1 { atOnes += offsets } else { atOthers += offsets }
                #expect(
                    offsets.count == beeps.count
                        && offsets.allSatisfy { .milliseconds(abs($0)) < Self.bound(80, here: 450) },
                    "\(words): \(offsets)")
            }
            try step("playing", isProving ? 4 : 3)
            try session.run("seek", "20.3")
            try step("after a seek", isProving ? 3 : 2)
            try session.run("pause")
            try session.run("resume")
            try step("after a pause", isProving ? 3 : 2)
            try session.run("toggle")
            try step("in Picture in Picture", isProving ? 3 : 2)
            try session.run("toggle")
            for (key, times, speed) in [
                ("bracketright", 4, 1.46), ("bracketright", 3, 1.95), ("bracketleft", 14, 0.51),
            ] {
                for _ in 0..<times { try keyboard.press(key) }
                try session.wait(for: "a") { abs($0.speed - speed) < 0.02 }
                try step("at \(speed)", isProving || speed < 1 ? 3 : 2)
            }
            try keyboard.press("BackSpace")
            try session.wait(for: "a") { $0.speed == 1 }
            try step("at its own speed again", isProving ? 3 : 2)
            // One beep may be late on a busy machine; the median of several is not.
            for (words, offsets) in [("normal speed", atOnes), ("other speeds", atOthers)] {
                #expect(offsets.count >= 4 && abs(Quantiles(offsets).median) <= 40, "at \(words): \(offsets)")
            }
            try capture.stop()
        }
    }

    /// By command and by key, while the picture goes on.
    @Test(.needs(.sway)) func anotherTrackIsHeardAtOnce() async throws {
        let folder = try TemporaryFolder()
        chmod(folder.path, 0o755)
        let path = "\(folder.path)/other.flac"
        try ffmpeg(["-f", "lavfi", "-i", "sine=frequency=700:duration=60,volume=4", path])
        try await withPlayer(ClipSound(isSteady: true), ["--audio-file", path]) { session, _, _, recording in
            var time = try recording.heard(loud: true, after: .zero)
            #expect(recording.wait(until: time + .seconds(1)))
            let before = try session.player("a")
            let tracks = before.tracks.filter { $0.kind == .audio }
            #expect(tracks.map(\.number) == [1, 2] && tracks.map(\.selected) == [false, true])
            #expect(tracks.map(\.file) == [nil, "other.flac"] && before.audio?.codec == "flac")
            let started = MonotonicClock.now
            let keyboard = try VirtualKeyboard(socket: session.compositor.socket)
            for number in [1, 2, 1] {
                if number == 2 { try keyboard.press("Shift+3") } else { try session.run("track", "audio", "1") }
                try session.wait(for: "a") { $0.audio?.codec == (number == 1 ? "aac" : "flac") }
                #expect(recording.wait(until: MonotonicClock.now + .milliseconds(700)))
            }
            let longest = recording.longestGap(from: started, to: MonotonicClock.now)
            print("longest gap in three changes of the track: \(longest)")
            #expect(longest <= Self.bound(60, here: 500))
            let after = try session.player("a")
            print("frames dropped meanwhile: \(after.frames.dropped - before.frames.dropped)")
            if isProving { #expect(after.frames.dropped == before.frames.dropped) }
            try session.run("track", "audio", "off")
            try session.wait(for: "a") { $0.audio == nil && !$0.tracks.contains { $0.kind == .audio && $0.selected } }
            time = try recording.heard(loud: false, after: MonotonicClock.now)
            _ = time
        }
    }

    @Test(.needs(.sway)) func aServerThatDiesStopsNoPicture() async throws {
        try await withPlayer(ClipSound(isSteady: true)) { session, player, server, recording in
            _ = try recording.heard(loud: true, after: .zero)
            server.kill()
            try session.wait(for: "a") { $0.audio?.audible == false }
            let before = try session.player("a")
            try session.wait(for: "a") {
                $0.position > before.position + 1 && $0.frames.presented > before.frames.presented + 20
            }
            try server.start()
            try session.wait(for: "a") { $0.audio?.audible == true }
            let again = try server.record()
            defer { again.stop() }
            _ = try again.heard(loud: true, after: .zero)
            let lines = player.standardError.split(separator: "\n").filter { $0.contains("no sound for now") }
            #expect(lines.count == 1, "\(player.standardError)")
        }
    }

    /// Contract case 97: the window has the sound, and it goes with it; nothing is missing while it changes hands.
    @Test(.needs(.sway)) func inASwapTheSoundGoesWithTheWindow() async throws {
        let (green, red) = (try soundingClip(), try soundingClip(.red))
        try await withRecording(.sway) { session, _, recording in
            try session.play(["--id", "b", "--pip", red], audio: "auto", expecting: ["b": .pip])
            try session.wait(for: "b") { $0.audio?.audible == true && $0.audio?.gain == 1 }
            try session.play(["--id", "a", "--fullscreen", green], audio: "auto", expecting: ["a": .fullscreen])
            try session.wait(for: "a") { $0.audio?.audible == true && $0.audio?.gain == 1 }
            try session.wait(for: "b") { $0.audio?.audible == false && $0.audio?.gain == 0 }
            #expect(recording.wait(until: MonotonicClock.now + .milliseconds(300)))
            let swaps = Counts.of("ORIEL_SOUND_SWAPS", default: 1)
            var gaps: [Duration] = []
            var (heard, silent) = ("a", "b")
            for _ in 0..<swaps {
                (heard, silent) = (silent, heard)
                let before = MonotonicClock.now
                try session.run("swap")
                let after = MonotonicClock.now
                try session.wait(for: heard) {
                    $0.mode == .fullscreen && $0.audio?.gain == 1 && $0.audio?.audible == true
                }
                try session.wait(for: silent) { $0.mode == .pip && $0.audio?.gain == 0 && $0.audio?.audible == false }
                #expect(recording.wait(until: after + .milliseconds(400)))
                gaps.append(recording.longestGap(from: before, to: after + .milliseconds(400)))
            }
            let longest = gaps.max() ?? .zero
            print("longest gap in \(swaps) swaps: \(longest)")
            #expect(longest <= Self.bound(20, here: 300))
            // The one that was silent is heard again where it is alone.
            try session.run("quit", "--player", heard)
            try session.wait(for: silent) { $0.audio?.gain == 1 && $0.audio?.audible == true }
        }
    }

    /// On a hidden workspace sound goes on and no frame is decoded; paused or muted, nothing is done.
    @Test(.needs(.sway)) func aHiddenPlayerIsHeardAndASilentOneSleeps() async throws {
        let clip = try soundingClip(frames: 2700)
        let server = try SoundServer()
        defer { server.stop() }
        try await withDesktop(environment: ["PULSE_SERVER": server.address]) { desktop in
            let session = desktop.session
            let player = try session.play(["--id", "a", clip], audio: "auto", expecting: ["a": .window])
            let recording = try server.record()
            defer { recording.stop() }
            _ = try recording.heard(loud: true, after: .zero)
            try desktop.show(.second)
            // Frames that were on their way fill the queue first.
            var decoded = -1
            try session.wait(for: "a") { status in
                defer { decoded = status.frames.decoded }
                return status.frames.decoded == decoded
            }
            // Longer than the packets of pictures that may wait.
            let hidden = MonotonicClock.now
            #expect(recording.wait(until: hidden + .seconds(16)))
            let sounds = recording.times(bridging: 10)
            let lasted = sounds.reduce(Duration.zero) { sum, sound in
                sum + max(.zero, min(sound.upperBound, hidden + .seconds(15)) - max(sound.lowerBound, hidden))
            }
            #expect(lasted >= (isProving ? .seconds(15) : .seconds(13)), "\(sounds)")
            #expect(try session.player("a").frames.decoded == decoded)

            func switches(in time: Duration) throws -> Int {
                let before = try #require(ProcessUsage(of: player.pid))
                pause(time, because: "the measured span")
                let after = try #require(ProcessUsage(of: player.pid))
                return after.voluntarySwitches - before.voluntarySwitches
            }
            let playing = try switches(in: .seconds(1))
            try session.run("mute")
            try session.wait(for: "a") { $0.muted }
            _ = try recording.heard(loud: false, after: MonotonicClock.now)
            // The device tells at most a second later, and is halted then.
            func settled() throws -> Int {
                var last = Int.max
                _ = try wait(.seconds(20)) {
                    last = try switches(in: .seconds(1))
                    return last <= 1
                }
                return last
            }
            let muted = try settled()
            #expect(muted <= 1)
            try session.run("mute")
            _ = try recording.heard(loud: true, after: MonotonicClock.now)
            try session.run("pause")
            let paused = try settled()
            #expect(paused <= 1)
            print("context switches in a second: \(playing) hidden with sound; \(muted) muted, \(paused) paused")
            try session.run("resume")
            try desktop.show(.first)
            let shown = try session.player("a").position
            let capture = try ScreenCapture(socket: desktop.compositor.socket)
            #expect(
                capture.wait(.seconds(10)) { composition in
                    composition.index(of: .green).map { Double($0) / 30 > shown - 0.2 } == true
                } != nil)
            try capture.stop()
        }
    }
}
