import Glibc
import OrielAudioOutput
import OrielMedia
import OrielPlatform
import OrielTestSupport
import Testing

/// Audio output through a private PulseAudio, recorded from its sink's monitor.
@Suite(.serialized, .enabled(if: Executable.isExpected("pulseaudio"))) struct PulseSinkTests {
    /// Tolerance for the recorder's latency and the machine's load.
    private static let slack = Duration.milliseconds(40)

    /// Only `scripts/prove` checks the promised times: on a machine with other load, or one that pauses, processes are
    /// delayed.
    private static let isProving = Executable.isProving
    private static let prompt = isProving ? Duration.milliseconds(60) : .seconds(1)

    /// An output that plays a tone, with a recording of it.
    private struct Listening {
        let server: SoundServer
        let news: Wakeup
        let output: AudioOutput
        let tone: Tone
        let recording: SoundRecording

        init(
            rate: Int = 48000, rewinds: Bool = true, loop: Duration? = nil,
            isOn: @escaping @Sendable (Duration) -> Bool = { _ in true }
        ) throws {
            server = try SoundServer(rewinds: rewinds)
            news = try Wakeup()
            output = try AudioOutput(.pulse, server: server.address, news: news)
            tone = try Tone(output, rate: rate, until: loop ?? .seconds(3600), loops: loop != nil, isOn: isOn)
            recording = try server.record()
        }

        /// Plays from media time `media` on; returns the host time.
        @discardableResult
        func start(at media: Duration = .zero) -> Duration {
            var clock = PlaybackClock(media: media)
            let now = MonotonicClock.now
            clock.resume(at: now)
            output.run(clock, generation: 0)
            return now
        }

        func heard(loud: Bool, after time: Duration) throws -> Duration {
            try recording.heard(loud: loud, after: time)
        }

        /// Returns the device's next report; nil if none comes.
        func report(after time: Duration) throws -> DeviceReport? {
            var found: DeviceReport?
            _ = wait(.seconds(10)) {
                found = output.takeReport()
                return found.map { $0.host > time } ?? false
            }
            return found
        }

        func stop() {
            tone.stop()
            output.close()
            recording.stop()
            server.stop()
        }
    }

    @Test func whatIsPlayedIsHeardWithoutGap() throws {
        let listening = try Listening()
        defer { listening.stop() }
        let started = listening.start()
        let heard = try listening.heard(loud: true, after: started)
        #expect(heard - started < Self.prompt + .milliseconds(440))
        #expect(listening.recording.wait(until: heard + .seconds(3)))
        #expect(listening.output.facts.underruns <= (Self.isProving ? 0 : 3))
        #expect(listening.output.facts.sink == .pulse)
        #expect(listening.output.facts.device == "null")
        let sounds = listening.recording.sounds(bridging: 2).filter { $0.count > 20 }
        if Self.isProving { #expect(sounds.count == 1, "\(sounds)") }
        #expect(sounds.reduce(0) { $0 + $1.count } >= 2000, "\(sounds)")
    }

    @Test func pauseIsSilenceAtOnceAndResumeGoesOn() throws {
        let listening = try Listening()
        defer { listening.stop() }
        var time = try listening.heard(loud: true, after: listening.start())
        for _ in 0..<5 {
            #expect(listening.recording.wait(until: time + .milliseconds(300)))
            let paused = MonotonicClock.now
            listening.output.halt()
            time = try listening.heard(loud: false, after: paused - .milliseconds(20))
            #expect(time - paused < Self.prompt + Self.slack)
            let resumed = listening.start(at: .zero)
            time = try listening.heard(loud: true, after: resumed)
        }
    }

    @Test func aVolumeIsHeardAtOnceAndOftenAsWell() throws {
        let listening = try Listening()
        defer { listening.stop() }
        var time = try listening.heard(loud: true, after: listening.start())
        for _ in 0..<20 {
            #expect(listening.recording.wait(until: time + .milliseconds(150)))
            let muted = MonotonicClock.now
            listening.output.setGain(0)
            time = try listening.heard(loud: false, after: muted - .milliseconds(20))
            #expect(time - muted < Self.prompt + Self.slack)
            let unmuted = MonotonicClock.now
            listening.output.setGain(1)
            time = try listening.heard(loud: true, after: unmuted)
            #expect(time - unmuted < Self.prompt + Self.slack)
        }
        #expect(listening.output.facts.underruns <= (Self.isProving ? 0 : 3))
    }

    @Test func theDeviceTellsWhatIsHeard() throws {
        // A beep of 20 ms at each half second.
        let listening = try Listening(isOn: { $0.nanoseconds % 500_000_000 < 20_000_000 })
        defer { listening.stop() }
        let started = listening.start()
        var reports: [DeviceReport] = []
        while MonotonicClock.now < started + .seconds(4) {
            var descriptor = pollfd(fd: listening.news.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&descriptor, 1, 100)
            listening.news.clear()
            if let report = listening.output.takeReport() { reports.append(report) }
        }
        #expect(listening.recording.wait(until: started + .seconds(4)))
        #expect(reports.count >= 5)
        let beeps = listening.recording.sounds(bridging: 30).map {
            listening.recording.start + .milliseconds($0.lowerBound)
        }
        #expect(beeps.count >= 6)
        // Each report tells when media time zero was heard, and each beep was at a multiple of half a second. Only this
        // compares the recorder's times with the device's.
        let zeros = reports.map { ($0.host - $0.stamp.time).seconds }
        let spread = (zeros.max() ?? 0) - (zeros.min() ?? 0)
        #expect(spread < (Self.isProving ? 0.02 : 0.5), "\(zeros)")
        let late = beeps.dropFirst().map { beep in
            let phase = (beep.seconds - (zeros.last ?? 0)) / 0.5
            return ((phase - phase.rounded()) * 5000).rounded() / 10
        }
        print(
            "heard by the recorder later than by the device's word, ms: \(late); its words agree to \(spread * 1000) ms"
        )
        // After a pause of the device its times differ.
        guard Self.isProving || spread < 0.02 else { return }
        for beep in beeps.dropFirst() {
            let phase = (beep.seconds - (zeros.last ?? 0)) / 0.5
            #expect(abs(phase - phase.rounded()) * 0.5 < (Self.isProving ? 0.004 : 0.025), "\(beep) \(phase)")
        }
    }

    @Test func whatIsFlushedIsNotHeard() throws {
        // Silence from ten seconds on.
        let listening = try Listening(isOn: { $0 < .seconds(10) })
        defer { listening.stop() }
        let time = try listening.heard(loud: true, after: listening.start())
        #expect(listening.recording.wait(until: time + .milliseconds(300)))
        let sought = MonotonicClock.now
        listening.output.flush(before: 1)
        listening.tone.seek(to: .seconds(10), epoch: 1)
        let silent = try listening.heard(loud: false, after: sought - .milliseconds(20))
        #expect(silent - sought < Self.prompt + Self.slack)
        listening.output.flush(before: 2)
        listening.tone.seek(to: .seconds(1), epoch: 2)
        _ = try listening.heard(loud: true, after: silent)
    }

    /// The clock may be past a loop's end until the picture of the next repetition is there.
    @Test func theNextRepetitionIsHeardWhileTheClockIsPastTheEnd() throws {
        let listening = try Listening(loop: .seconds(3))
        defer { listening.stop() }
        let started = listening.start(at: .milliseconds(3020))
        let heard = try listening.heard(loud: true, after: started)
        let report = try #require(try listening.report(after: heard + .milliseconds(300)))
        #expect(report.stamp.generation == 1)
        #expect(report.lateness(since: started) < Self.prompt + .milliseconds(440))
        #expect(listening.recording.wait(until: report.host + .milliseconds(500)))
        #expect(listening.recording.longestGap(from: heard, to: report.host) < .milliseconds(50))
    }

    /// Flushed audio ends, and new audio begins, without a click: no sample differs from the one before by more than
    /// the tone's samples do.
    @Test func seeksMakeNoClicks() throws {
        let listening = try Listening()
        defer { listening.stop() }
        var time = try listening.heard(loud: true, after: listening.start())
        let start = MonotonicClock.now
        let underruns = listening.output.facts.underruns
        for epoch in 1...20 {
            #expect(listening.recording.wait(until: time + .milliseconds(150 + 7 * epoch)))
            listening.output.flush(before: epoch)
            // At a different phase of the tone each time.
            listening.tone.seek(to: .milliseconds(epoch * 1000) + .microseconds(epoch * 130), epoch: epoch)
            var clock = PlaybackClock(media: .milliseconds(epoch * 1000))
            time = MonotonicClock.now
            clock.resume(at: time)
            listening.output.run(clock, generation: 0)
        }
        #expect(listening.recording.wait(until: time + .milliseconds(500)))
        expectNoClicks(listening, since: start, underruns: underruns, "20 seeks", orAtMost: 2)
    }

    /// - Parameters:
    ///   - underruns: number of underruns before. A device that runs dry clicks, too.
    ///   - most: clicks that a busy machine may make.
    private func expectNoClicks(
        _ listening: Listening, since start: Duration, underruns: Int, _ words: String, orAtMost most: Int
    ) {
        let clicks = clicks(in: listening, since: start, underruns: underruns, words)
        // A machine that pauses delivers the rewritten audio late.
        #expect(clicks.count <= (Self.isProving ? 0 : most), "\(clicks)")
    }

    /// Clicks since a host time, with their heights; without two for each underrun.
    private func clicks(
        in listening: Listening, since start: Duration, underruns: Int, _ words: String
    ) -> [(sample: Int, height: Float)] {
        let steepest = Tone.level * Float(2 * Double.pi * Tone.frequency / 48000)
        let dry = listening.output.facts.underruns - underruns
        let first = max(1, Int((start - listening.recording.start).seconds * 48000))
        let samples = listening.recording.samples
        let clicks = (first..<samples.count).map { (sample: $0, height: samples[$0] - samples[$0 - 1]) }
            .filter { abs($0.height) > steepest * 1.6 }
        print("\(clicks.count) clicks in \(words), \(dry) underruns, \(samples.count - first) samples")
        return Array(clicks.dropFirst(dry * 2))
    }

    /// Contract §2.5: a pause fades out and a resume fades in, each within 10 ms. Playback continues at the last heard
    /// position.
    @Test func pausesMakeNoClicks() throws {
        // If a sink replaces silence that it has already mixed, its monitor has delivered that silence before: the
        // first milliseconds of a fade-in are played but not recorded.
        let listening = try Listening(rewinds: false)
        defer { listening.stop() }
        var began = listening.start()
        var media = Duration.zero
        var time = try listening.heard(loud: true, after: began)
        let start = MonotonicClock.now
        let underruns = listening.output.facts.underruns
        var fades: [Int] = []
        for number in 1...20 {
            // At a different phase of the tone each time.
            #expect(listening.recording.wait(until: time + .milliseconds(150) + .microseconds(number * 7130)))
            let paused = MonotonicClock.now
            media += paused - began
            listening.output.halt()
            // Includes pauses that end at once.
            if number % 5 == 0 {
                usleep(UInt32(number * 700))
            } else {
                time = try listening.heard(loud: false, after: paused - .milliseconds(20))
                fades.append(fadeLength(in: listening.recording, after: paused))
            }
            began = listening.start(at: media)
            time = try listening.heard(loud: true, after: MonotonicClock.now)
        }
        #expect(listening.recording.wait(until: time + .milliseconds(300)))
        expectNoClicks(listening, since: start, underruns: underruns, "20 pauses", orAtMost: 6)
        print("fades of \(fades) ms")
        #expect(fades.allSatisfy { $0 <= 12 })
        // A machine that pauses may deliver some fades late.
        #expect(fades.filter { $0 >= 4 }.count > fades.count / 2)
    }

    /// Returns the milliseconds from the last one at full level to the last audible one.
    private func fadeLength(in recording: SoundRecording, after time: Duration) -> Int {
        let envelope = recording.envelope
        let first = Int(max(.zero, time - .milliseconds(20) - recording.start) / .milliseconds(1))
        guard let silent = (first..<envelope.count).first(where: { envelope[$0] < 0.005 }),
            let loud = (first..<silent).last(where: { envelope[$0] > Tone.level * 0.97 })
        else { return -1 }
        return silent - loud - 1
    }

    @Test func closingMakesNoClick() throws {
        var ends: [Int] = []
        var fades: [Int] = []
        for number in 0..<4 {
            // At a rate whose buffers aren't whole periods of the tone.
            let listening = try Listening(rate: 44100)
            defer { listening.stop() }
            let time = try listening.heard(loud: true, after: listening.start())
            #expect(listening.recording.wait(until: time + .milliseconds(100) + .microseconds(number * 310)))
            let start = MonotonicClock.now
            let underruns = listening.output.facts.underruns
            listening.output.close()
            #expect(MonotonicClock.now - start < Self.prompt + Self.slack)
            _ = try listening.heard(loud: false, after: start - .milliseconds(20))
            fades.append(fadeLength(in: listening.recording, after: start))
            // The recorder's own latency is no longer than this.
            ends.append(clicks(in: listening, since: start - .milliseconds(80), underruns: underruns, "an end").count)
        }
        // A machine that pauses may deliver one fade late; an end without a fade clicks nearly each time.
        #expect(ends.filter { $0 > 0 }.count <= (Self.isProving ? 0 : 1), "\(ends)")
        print("fades of \(fades) ms")
        #expect(fades.filter { $0 >= 4 }.count >= 3)
    }

    /// Also on a sink that rewinds: it has two seconds of silence mixed at its start and takes back 50 ms at each
    /// write, so the time at which new audio will be heard is less certain.
    @Test(arguments: [false, true]) func aServerThatDiedIsFoundAgain(rewinds: Bool) throws {
        let bound = rewinds ? 0.3 : 0.06
        var differences: [Double] = []
        // A busy machine is late now and then; audio from a wrong place is late or early each time.
        while differences.count < (Self.isProving ? 1 : 3), !differences.contains(where: { abs($0) < bound }) {
            let listening = try Listening(rewinds: rewinds)
            defer { listening.stop() }
            let start = listening.start()
            _ = try listening.heard(loud: true, after: start)
            let late = try #require(try listening.report(after: MonotonicClock.now)).lateness(since: start)
            listening.server.kill()
            #expect(wait(.seconds(10)) { !listening.output.isConnected })
            try listening.server.start()
            #expect(wait(.seconds(20)) { listening.output.isConnected })
            // Audio that would have been heard meanwhile is skipped.
            let again = try #require(try listening.report(after: MonotonicClock.now)).lateness(since: start)
            print("late by \(late), and from the server that was found again by \(again)")
            differences.append((again - late).seconds)
            let recording = try listening.server.record()
            defer { recording.stop() }
            #expect(wait(.seconds(10)) { recording.sounds().contains { $0.count > 200 } })
        }
        #expect(differences.contains { abs($0) < bound }, "\(differences)")
    }

    /// Audio of another format begins while the server owes an answer, and the output closes while it owes one: the
    /// answer calls back no stream that is gone. Address sanitizer sees one that does (`scripts/prove sanitizers`).
    @Test func anAnswerThatComesLateCallsNoClosedStream() throws {
        // Without rewinding the device's time is short, and known, so that audio counts as heard without the server.
        let server = try SoundServer(rewinds: false)
        defer { server.stop() }
        let output = try AudioOutput(.pulse, server: server.address, news: try Wakeup())
        defer { output.close() }
        _ = output.prepare(rate: 48000, channels: 2)
        var clock = PlaybackClock()
        clock.resume(at: MonotonicClock.now)
        output.run(clock, generation: 0)
        for round in 0..<6 {
            let format = AudioFormat(rate: round.isMultiple(of: 2) ? 48000 : 44100, channels: 2)
            // Audio of later times than the clock's is never skipped.
            let buffer = AudioBuffer(
                samples: [Float](repeating: 0, count: format.rate / 5 * 2 * 2), format: format,
                stamp: AudioStamp(time: .seconds(100 + round * 10), epoch: 0))
            var offset = 0
            // From the second round on, the server is stopped here: its stream is replaced without it.
            #expect(
                wait(.seconds(20)) {
                    offset += output.enqueue(buffer, from: offset)
                    return offset > 0
                }, "round \(round)")
            server.setAnswering(true)
            #expect(
                wait(.seconds(20)) {
                    if offset < buffer.frames { offset += output.enqueue(buffer, from: offset) }
                    return offset == buffer.frames && output.waitingFrames == 0
                }, "round \(round)")
            server.setAnswering(false)
        }
        // A question about the device's time is asked at least each second.
        pause(.milliseconds(300), because: "a question is asked meanwhile, which the server doesn't answer")
        let start = MonotonicClock.now
        output.close()
        #expect(MonotonicClock.now - start < .seconds(1))
    }

    @Test func withoutAServerTimeGoesOn() throws {
        let news = try Wakeup()
        let output = try AudioOutput(.pulse, server: "unix:/nonexistent/native", news: news)
        let tone = try Tone(output, until: .seconds(3))
        defer {
            tone.stop()
            output.close()
        }
        var clock = PlaybackClock()
        clock.resume(at: MonotonicClock.now)
        output.run(clock, generation: 0)
        // All audio is consumed, although there is no server.
        #expect(wait(.seconds(10)) { output.waitingFrames > 0 })
        #expect(wait(.seconds(15)) { output.waitingFrames == 0 })
        #expect(!output.isConnected)
    }
}

extension DeviceReport {
    /// Time by which it is heard later than on a clock that was zero at `start`.
    fileprivate func lateness(since start: Duration) -> Duration { host - start - stamp.time }
}
