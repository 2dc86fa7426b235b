import Foundation
import OrielGeometry
import OrielPlatform
import OrielStamps
import OrielTestSupport
import Testing

/// Samples that `oriel play` plays on a private PulseAudio, recorded from the sink's monitor.
@Suite(.serialized, .enabled(if: Executable.isExpected("pulseaudio"))) struct HeardProgramTests {
    private static let limit = Duration.seconds(20)

    /// Samples that tell where they are.
    private static func noise(_ count: Int) -> [Int16] {
        var state: UInt32 = 12345
        return (0..<count).map { _ in
            state = state &* 1_664_525 &+ 1_013_904_223
            return Int16(truncatingIfNeeded: Int(state >> 18) - 8192)
        }
    }

    /// From one item to the next no sample is lost, and none is heard twice.
    @Test func itemsFollowOnEachOtherToTheSample() throws {
        let folder = try TemporaryFolder()
        let samples = Self.noise(3 * 72_000)
        let paths = (0..<3).map { "\(folder.path)/\($0).wav" }
        // Two channels, both the same.
        for (index, path) in paths.enumerated() {
            try WaveFile.write(samples[index * 72_000..<(index + 1) * 72_000].flatMap { [$0, $0] }, to: path)
        }
        // A machine that stands still for a moment lets the device run dry.
        var account = ""
        for _ in 0..<3 {
            let program = try HeardProgram(["--list"] + paths)
            defer { program.stop() }
            let (recording, player) = (program.recording, program.player)
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

    /// A tone, and pictures with a pause of some seconds; as it happens.
    private func pausing(_ folder: TemporaryFolder) throws -> String {
        let path = "\(folder.path)/pausing.ts"
        let clip = try StampedClip(
            stream: .green, size: Size(width: 640, height: 360), frames: 330, keyInterval: 30,
            sound: ClipSound(isSteady: true)
        ).file()
        try ffmpeg([
            "-i", clip, "-vf", "select='lt(t,3)+gte(t,8)'", "-fps_mode", "passthrough", "-c:v", "libx264", "-preset",
            "ultrafast", "-g", "30", "-c:a", "aac", "-max_interleave_delta", "0", path,
        ])
        return path
    }

    /// A live stream whose pictures pause: the last one stands, sound goes on, and the next ones come in their time.
    @Test func aLiveStreamsSoundGoesOnWithoutPictures() throws {
        let folder = try TemporaryFolder()
        let pipe = try PacedPipe(try pausing(folder), in: folder, lead: .seconds(1))
        defer { pipe.end() }
        let program = try HeardProgram(["--id", "a", pipe.path])
        defer { program.stop() }
        let (recording, fake, player) = (program.recording, program.compositor, program.player)
        let heard = try recording.heard(loud: true, after: .zero)
        #expect(fake.shows { $0.isMapped && ($0.index ?? 0) >= 80 }, "\(player.standardError)")
        let stands = MonotonicClock.now
        #expect(fake.shows { $0.isMapped && ($0.index ?? 0) >= 240 })
        let again = MonotonicClock.now
        print("pictures stood for \(again - stands)")
        #expect(again - stands > .seconds(3) && again - stands < .seconds(8))
        #expect(player.wait(Self.limit) == .code(0), "\(player.standardError)")
        let gap = recording.longestGap(from: heard, to: again + .seconds(1))
        print("longest gap in the sound: \(gap)")
        // Until it is known that pictures pause, the clock may wait for them once.
        #expect(gap < .seconds(1))
    }

    /// Sound alone that stands still for a while is waited for, and none of it is passed over.
    @Test func soundAloneIsWaitedFor() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/tone.aac"
        try ffmpeg(["-f", "lavfi", "-i", "sine=frequency=700:duration=12,volume=4", path])
        let pipe = try PacedPipe(path, in: folder, lead: .seconds(1), stall: (.seconds(4), .seconds(4)))
        defer { pipe.end() }
        let program = try HeardProgram(["--id", "a", pipe.path])
        defer { program.stop() }
        let (recording, player) = (program.recording, program.player)
        let heard = try recording.heard(loud: true, after: .zero)
        #expect(player.wait(.seconds(40)) == .code(0), "\(player.standardError)")
        #expect(recording.wait(until: MonotonicClock.now + .milliseconds(200)))
        let lasted = recording.times(bridging: 1).filter { $0.upperBound > heard }
            .reduce(Duration.zero) { $0 + ($1.upperBound - $1.lowerBound) }
        print("heard for \(lasted), with a gap of \(recording.longestGap(from: heard, to: MonotonicClock.now))")
        #expect(lasted > .milliseconds(11_300))
    }
}
