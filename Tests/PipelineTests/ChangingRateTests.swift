import OrielDemux
import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Testing

/// ADTS streams whose sample rate changes, as those of radio stations: libavformat counts all times in the first rate.
@Suite struct ChangingRateTests {
    /// Returns three seconds of a tone.
    private func part(_ rate: Int, frequency: Int, channels: Int, _ format: String) throws -> [UInt8] {
        let path = IndexClip.path("part.\(format)")
        let tone = "sine=\(frequency):duration=3:sample_rate=\(rate),volume=4"
        try ffmpeg([
            "-f", "lavfi", "-i", tone, "-ac", "\(channels)", "-c:a", "aac", "-f", format, path,
        ])
        return try IndexClip.bytes(path)
    }

    private func expect(
        _ heard: [AudioBuffer], from start: Double, to end: Double, sourceLocation: SourceLocation = #_sourceLocation
    ) {
        #expect(abs((heard.first?.stamp.time ?? .zero).seconds - start) < 0.001, sourceLocation: sourceLocation)
        #expect(abs((heard.last?.end ?? .zero).seconds - end) < 0.3, sourceLocation: sourceLocation)
        for (earlier, later) in zip(heard, heard.dropFirst()) {
            let gap = later.stamp.time - earlier.end
            #expect(gap < .microseconds(100) && gap > .microseconds(-100), sourceLocation: sourceLocation)
        }
        let silent = heard.filter { !$0.samples.contains { abs($0) > 0.05 } }.map { $0.end - $0.stamp.time }
        #expect(silent.reduce(.zero, +) < .milliseconds(300), sourceLocation: sourceLocation)
        let late = heard.filter { $0.stamp.time > .seconds(end - 2.5) && $0.end < .seconds(end - 0.5) }
        #expect(abs(frequency(of: late) - 900) < 5, sourceLocation: sourceLocation)
    }

    @Test(
        arguments: [[22050, 48000], [48000, 22050], [22050, 48000, 44100], [44100, 22050, 44100]], ["adts", "latm"])
    func thePartsAreHeardOneAfterAnother(rates: [Int], format: String) throws {
        let bytes = try rates.enumerated().flatMap { index, rate in
            let isLast = index == rates.count - 1
            return try part(rate, frequency: isLast ? 900 : 400, channels: isLast ? 2 : 1, format)
        }
        let listener = try Listener()
        let viewer = try Viewer(.path(try IndexClip.write(bytes, "rates.\(format)")), audio: listener)
        _ = try viewer.rest()
        try viewer.wait(.milliseconds(20)) { viewer.pipeline.snapshot.soundUntil == nil ? nil : true }
        let end = Double(rates.count * 3)
        try viewer.wait(.milliseconds(20)) {
            listener.heard.last.map { $0.end.seconds > end - 0.2 } == true ? true : nil
        }
        expect(listener.heard, from: 0, to: end)
        guard format == "adts" else { return }
        // The length and a seek count as the sound does.
        #expect(abs((viewer.pipeline.snapshot.info?.duration ?? .zero).seconds - end) < 0.3)
        _ = try #require(try viewer.seek(.seconds(end - 2)))
        try viewer.wait(.milliseconds(20)) {
            listener.heard.last.map { $0.stamp.time.seconds >= end - 2 && $0.end.seconds > end - 0.2 } == true
                ? true : nil
        }
        expect(listener.heard, from: end - 2, to: end)
    }

    @Test func aHeaderIsReadAndNoiseIsNone() {
        let bytes: [UInt8] = [0xFF, 0xF1, 0x5C, 0x40, 0x2F, 0x1F, 0xFC]
        let header = bytes.withUnsafeBytes { ADTSHeader($0) }
        #expect(header?.rate == 22050 && header?.samples == 1024)
        for count in 0..<bytes.count { #expect(Array(bytes.prefix(count)).withUnsafeBytes { ADTSHeader($0) } == nil) }
        // A rate that isn't assigned, and another layer.
        for (index, byte) in [(2, UInt8(0x7C)), (1, 0xF3), (0, 0xFE)] {
            var other = bytes
            other[index] = byte
            #expect(other.withUnsafeBytes { ADTSHeader($0) } == nil)
        }
    }
}
