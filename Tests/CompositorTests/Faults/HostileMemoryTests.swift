import Foundation
import OrielGeometry
import OrielPlatform
import OrielRemoteControl
import OrielTestSupport
import Testing

/// Memory of a film that has absurdly much of something, beside the same film without it: by the shipped player.
@Suite(.serialized) struct HostileMemoryTests {
    private let folder: TemporaryFolder
    private let film: String

    init() throws {
        folder = try TemporaryFolder()
        film = try StampedClip(size: Size(width: 1920, height: 1080), frames: 300).file()
    }

    private func write(_ bytes: some Sequence<UInt8>, _ name: String) throws -> String {
        let path = "\(folder.path)/\(name)"
        try Data(bytes).write(to: URL(filePath: path))
        return path
    }

    /// The film with a tone, and what else there is.
    private func medium(_ name: String, inputs: [String] = [], _ options: [String] = []) throws -> String {
        let path = "\(folder.path)/\(name)"
        var arguments = ["-i", film, "-f", "lavfi", "-i", "sine=duration=10:sample_rate=48000"]
        for input in inputs { arguments += ["-i", input] }
        arguments += ["-map", "0:v", "-map", "1:a", "-c:v", "copy", "-c:a", "aac", "-c:s", "srt"]
        try ffmpeg(arguments + options + [path])
        return path
    }

    private struct Usage: CustomStringConvertible {
        /// In kilobytes: the most that was ever resident, and the process's share when most of it had played.
        var peak: Int
        var share: Int
        var description: String { "\(peak) kB at most, \(share) kB in the end" }
    }

    /// Plays on a compositor that shows subtitles.
    /// - Parameter last: the frame until which it plays.
    private func play(
        _ arguments: String..., until last: Int = 135, sourceLocation: SourceLocation = #_sourceLocation
    ) throws -> Usage {
        let fake = try FakeCompositor(FakeOffer { $0.hasSubcompositor = true })
        defer { fake.stop() }
        let player = try fake.launch(
            Executable.built("oriel"), ["play", "--audio", "null", "--loop", "--id", "a"] + arguments)
        defer { player.stop(grace: .zero) }
        let isPlayed = fake.shows(within: .seconds(90)) { ($0.index ?? 0) > last }
        #expect(isPlayed, "\(player.standardError)", sourceLocation: sourceLocation)
        let status = try String(contentsOfFile: "/proc/\(player.pid)/status", encoding: .utf8)
        let peak = status.split(separator: "\n").first { $0.hasPrefix("VmHWM") }.flatMap { Int($0.filter(\.isNumber)) }
        return Usage(
            peak: try #require(peak),
            share: try #require(ProcessUsage.proportionalBytes(of: player.pid)) / 1024)
    }

    /// - Parameter added: kilobytes that FFmpeg takes for such a medium anyhow: further decoding threads above
    ///   20 Mbit/s, and libavformat's index.
    private func compare(
        _ name: String, _ usage: Usage, with plain: Usage, added: Int = 0,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let peak = Double(usage.peak) / Double(plain.peak + added)
        let share = Double(usage.share) / Double(plain.share + added)
        print(String(format: "%@: %.2f and %.2f times as much: ", name, peak, share) + "\(usage); without: \(plain)")
        #expect(peak <= 1.5 && share <= 1.5, "\(name)", sourceLocation: sourceLocation)
    }

    /// Beside the film and inside it.
    @Test func aScriptThatIsTooHeavyAddsBoundedMemory() throws {
        let plain = try play(medium("plain.mkv"), until: 60)
        for script in [HeavyScript.hostile[1], HeavyScript.hostile[2], HeavyScript.hostile[7]] {
            let file = try write(script.file.utf8, "script.ass")
            let inside = try medium("script.mkv", inputs: [file], ["-map", "2", "-c:s", "copy"])
            for usage in try [play("--sub", file, medium("bare.mkv"), until: 60), play(inside, until: 60)] {
                let more = (usage.peak - plain.peak) / 1024
                print("\(script.name): \(more) MB more; \(usage); without: \(plain)")
                #expect(more <= 128, "\(script.name)")
            }
        }
    }

    @Test func tracksByTheDozenTakeLittle() throws {
        let plain = try play(medium("plain.mkv"))
        let more = (0..<31).flatMap { _ in ["-map", "1:a"] }
        compare("32 tracks", try play(medium("tracks.mkv", more)), with: plain)
    }

    @Test func fontsByTheHundredTakeLittle() throws {
        let line = try write("1\n00:00:00,500 --> 00:00:09,000\nA line\n".utf8, "line.srt")
        let plain = try play(medium("plain.mkv", inputs: [line], ["-map", "2"]))
        var generator = SystemRandomNumberGenerator()
        var fonts: [String] = []
        for number in 0..<300 {
            let bytes = (0..<40_000).map { _ in UInt8.random(in: 0...255, using: &generator) }
            fonts += ["-attach", try write(bytes, "\(number).ttf")]
            fonts += ["-metadata:s:t:\(number)", "mimetype=application/x-truetype-font"]
        }
        // Each is there four times: twice in libavformat, once here, once in libass.
        let share = plain.share + 4 * 12_000 * 11 / 10
        let usage = try play(medium("fonts.mkv", inputs: [line], ["-map", "2"] + fonts))
        print("300 fonts of 40 kB: \(usage); without: \(plain)")
        #expect(Double(usage.peak) <= 1.6 * Double(plain.peak) && usage.share <= share)
    }

    /// A hundred in each millisecond.
    private func million() throws -> String {
        let path = "\(folder.path)/million.srt"
        let program = """
            function time(t) { return sprintf("00:00:%02d,%03d", t / 1000, t % 1000) }
            BEGIN {
                for (n = 0; n < 1000000; n++) {
                    t = int(n / 100)
                    print n + 1 "\\n" time(t) " --> " time(t + 1) "\\nl" n "\\n"
                }
            }
            """
        let child = try ChildProcess("awk", [program], output: .file(path))
        guard child.wait(.seconds(60)) == .code(0) else { throw TestSupportError("awk") }
        return path
    }

    @Test func aMillionEventsTakeLittle() throws {
        let line = try write("1\n00:00:00,500 --> 00:00:09,000\nA line\n".utf8, "line.srt")
        let plain = try play(medium("plain.mkv", inputs: [line], ["-map", "2"]), until: 270)
        let file = try million()
        compare("a million events in a file", try play("--sub", file, medium("bare.mkv"), until: 270), with: plain)
        compare(
            "a million events", try play(medium("events.mkv", inputs: [file], ["-map", "2"]), until: 270), with: plain,
            added: 11_000 + 10_000)
    }

    @Test func aSubtitleOf16384PixelsTakesLittle() throws {
        var small = PGSFile(width: 1920, height: 1080)
        small.show(x: 0, y: 900, width: 1900, height: 90, at: 500)
        var large = PGSFile(width: 16384, height: 1000)
        for second in 1...4 {
            large.show(x: 0, y: 0, width: 16384, height: 999, at: second * 1000)
            large.clear(at: second * 1000 + 500)
        }
        let film = try medium("plain.mkv")
        let plain = try play("--sub", write(small.bytes, "small.sup"), film)
        compare(
            "a subtitle of 16384 pixels", try play("--sub", write(large.bytes, "large.sup"), film), with: plain)
    }
}
