import Foundation
import Glibc
import OrielGeometry
import OrielPlatform
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// What comes out of the program, sample by sample: through a private PulseAudio, recorded from its sink's monitor.
@Suite(.serialized, .enabled(if: Executable.isExpected("pulseaudio"))) struct RecordedSoundTests {
    private static let limit = Duration.seconds(20)

    /// Samples that tell where they are.
    private static func noise(_ count: Int) -> [Int16] {
        var state: UInt32 = 12345
        return (0..<count).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Int16(truncatingIfNeeded: Int(state >> 18) - 8192)
        }
    }

    /// Two channels, both the same.
    private func wave(_ samples: ArraySlice<Int16>, _ path: String) throws {
        var data = Data()
        func append(_ number: some FixedWidthInteger) { withUnsafeBytes(of: number.littleEndian) { data += Data($0) } }
        data += Data("RIFF".utf8)
        append(UInt32(36 + samples.count * 4))
        data += Data("WAVEfmt ".utf8)
        append(UInt32(16))
        for number in [1, 2] as [UInt16] { append(number) }
        for number in [48000, 192_000] as [UInt32] { append(number) }
        for number in [4, 16] as [UInt16] { append(number) }
        data += Data("data".utf8)
        append(UInt32(samples.count * 4))
        for sample in samples { for _ in 0..<2 { append(sample) } }
        try data.write(to: URL(filePath: path))
    }

    /// From one item to the next no sample is lost, and none is heard twice.
    @Test func itemsFollowOnEachOtherToTheSample() throws {
        let folder = try TemporaryFolder()
        let samples = Self.noise(3 * 72_000)
        let paths = (0..<3).map { "\(folder.path)/\($0).wav" }
        for (index, path) in paths.enumerated() { try wave(samples[index * 72_000..<(index + 1) * 72_000], path) }
        // A machine that stands still for a moment lets the device run dry.
        var account = ""
        for _ in 0..<3 {
            let server = try SoundServer()
            defer { server.stop() }
            let recording = try server.record(channels: 2)
            defer { recording.stop() }
            let fake = try FakeCompositor()
            defer { fake.stop() }
            let player = try fake.launch(
                Executable.built("oriel"), ["play", "--audio", "pulse", "--volume", "100", "--list"] + paths,
                environment: server.environment)
            defer { player.stop() }
            #expect(player.wait(Self.limit) == .code(0), "\(player.standardError)")
            #expect(recording.wait(until: MonotonicClock.now + .milliseconds(200)))
            account = difference(of: recording.samples(of: 0), from: samples)
            if account.isEmpty { return }
            print(account)
        }
        Issue.record("\(account)")
    }

    /// Where what was heard isn't what was written, from its first half second on; empty for nowhere.
    private func difference(of heard: [Float], from written: [Int16]) -> String {
        guard let loud = heard.firstIndex(where: { abs($0) > 0.001 }) else { return "nothing was heard" }
        let first = loud + 24_000
        func isEqual(_ index: Int, _ place: Int) -> Bool {
            abs(heard[index] - Float(written[place]) / 32768) < 1e-4
        }
        guard first + 256 < heard.count,
            let place = (0..<72_000).first(where: { place in (0..<256).allSatisfy { isEqual(first + $0, place + $0) } })
        else { return "what was heard is nowhere in what was written" }
        // The end is the last that a closing player lets be heard.
        for offset in 0..<written.count - place - 4800
        where first + offset >= heard.count
            || !isEqual(first + offset, place + offset)
        {
            return "sample \(place + offset) of \(written.count) is another one"
        }
        return ""
    }

    /// Contract case 43: when *didStop* has been told, nothing is heard any more.
    @Test(.needs(.sway)) func case43_closingIsSilence() async throws {
        let program = try OrielProgram()
        let clip = try StampedClip(
            stream: .green, size: Size(width: 640, height: 360), frames: 1800, keyInterval: 60,
            sound: ClipSound(isSteady: true)
        ).file()
        try await withCompositor(.sway) { compositor in
            let server = try SoundServer()
            defer { server.stop() }
            let recording = try server.record()
            defer { recording.stop() }
            let session = OrielSession(compositor, program, environment: ["PULSE_SERVER": server.address])
            let player = try session.play(["--id", "a", "--pip", clip], audio: "auto", expecting: ["a": .pip])
            let watch = try compositor.launch(program.path, ["watch", "--json"])
            defer { watch.stop(grace: .zero) }
            try session.wait(for: "a") { $0.audio?.audible == true }
            #expect(wait(Self.limit) { recording.sounds().contains { $0.count > 200 } })
            try session.run("close")
            #expect(player.wait(Self.limit) == .code(0), "\(player.standardError)")
            #expect(recording.wait(until: MonotonicClock.now + .milliseconds(1500)))
            #expect(wait(Self.limit) { watch.standardOutput.contains("didStop") })
            let stop = try #require(
                watch.standardOutput.split(separator: "\n").compactMap { line -> Duration? in
                    guard let event = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
                        event["event"] as? String == "didStop", let time = event["time"] as? Double
                    else { return nil }
                    return .seconds(time)
                }.last)
            let last = try #require(recording.sounds(bridging: 1).last)
            let late = recording.start + .milliseconds(last.upperBound) - stop
            print("heard until \(late) after didStop")
            #expect(late < .milliseconds(isProving ? 60 : 1000) + .milliseconds(40))
        }
    }

    /// Contract case 109: of an app that is killed while it floats nothing is heard, and others may float again.
    @Test(.needs(.sway)) func case109_aKilledAppIsSilent() async throws {
        let program = try OrielProgram()
        let clip = try StampedClip(
            stream: .green, size: Size(width: 640, height: 360), frames: 1800, keyInterval: 60,
            sound: ClipSound(isSteady: true)
        ).file()
        try await withCompositor(.sway) { compositor in
            let server = try SoundServer()
            defer { server.stop() }
            let recording = try server.record()
            defer { recording.stop() }
            let session = OrielSession(compositor, program, environment: ["PULSE_SERVER": server.address])
            try session.play(["--id", "b", "--paused", clip], expecting: ["b": .window])
            let player = try session.play(["--id", "a", "--pip", clip], audio: "auto", expecting: ["a": .pip])
            try session.wait(for: "a") { $0.audio?.audible == true }
            #expect(wait(Self.limit) { recording.sounds().contains { $0.count > 200 } })
            player.send(SIGKILL)
            let killed = MonotonicClock.now
            #expect(player.wait(Self.limit) == .signal(SIGKILL))
            try session.wait(for: "b") { $0.pip.possible }
            let possible = MonotonicClock.now - killed
            #expect(recording.wait(until: killed + .milliseconds(1500)))
            let last = try #require(recording.sounds(bridging: 1).last)
            let late = recording.start + .milliseconds(last.upperBound) - killed
            print("heard until \(late) after the kill; another may float after \(possible)")
            #expect(late < .milliseconds(isProving ? 300 : 1000) + .milliseconds(40))
            #expect(possible < (isProving ? .seconds(2) : .seconds(10)))
        }
    }
}
