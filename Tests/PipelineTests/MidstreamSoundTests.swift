import Foundation
import OrielGeometry
import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Testing

/// Sound whose format changes in the middle of a stream, as in broadcasts.
@Suite struct MidstreamSoundTests {
    /// Returns a transport stream of two seconds of video and a tone.
    private func part(
        _ folder: TemporaryFolder, _ number: Int, rate: Int, channels: Int, codec: String, offset: Int? = nil
    ) throws -> Data {
        let video = try StampedClip(
            size: Size(width: 160, height: 90), frames: 60, container: "mpegts", keyInterval: 30,
            firstIndex: number * 60
        ).file()
        let path = "\(folder.path)/\(number).ts"
        try ffmpeg([
            "-i", video, "-f", "lavfi", "-i", "sine=frequency=700:duration=2:sample_rate=\(rate),volume=4", "-map",
            "0:v", "-map", "1:a", "-c:v", "copy", "-c:a", codec, "-ac", "\(channels)", "-output_ts_offset",
            "\(offset ?? number * 2)", "-f", "mpegts", path,
        ])
        return try Data(contentsOf: URL(filePath: path))
    }

    @Test(arguments: [1.0, 1.5]) func rateAndLayoutMayChange(speed: Double) throws {
        let folder = try TemporaryFolder()
        var bytes = try part(folder, 0, rate: 48000, channels: 2, codec: "aac")
        bytes += try part(folder, 1, rate: 44100, channels: 1, codec: "aac")
        bytes += try part(folder, 2, rate: 48000, channels: 6, codec: "aac")
        let path = "\(folder.path)/all.ts"
        try bytes.write(to: URL(filePath: path))
        let listener = try Listener()
        let viewer = try Viewer(.path(path), MediaPipeline.Options(speed: speed), audio: listener)
        let frames = try viewer.rest()
        #expect(frames.count >= 175)
        let start = try #require(frames.first).time
        try viewer.wait(.milliseconds(20)) {
            (listener.heard.last?.end ?? .zero) >= start + .milliseconds(5900) ? true : nil
        }
        let heard = listener.heard
        #expect(heard.first?.stamp.time == start)
        for (earlier, later) in zip(heard, heard.dropFirst()) {
            let gap = later.stamp.time - earlier.end
            #expect(gap < .microseconds(100) && gap > .microseconds(-100))
        }
        #expect(heard.allSatisfy { $0.format == AudioFormat(rate: 48000, channels: 2) })
        for part in 0..<3 {
            let times = start + .milliseconds(part * 2000 + 300)..<start + .milliseconds(part * 2000 + 1700)
            let found = frequency(of: heard.filter { times.contains($0.stamp.time) })
            #expect(abs(found - 700) < 3, "\(part): \(found)")
        }
    }

    /// Timestamps that jump hours forward and back: media time goes on, and pictures and sound stay together.
    @Test func clocksThatJumpAreOne() throws {
        let folder = try TemporaryFolder()
        var bytes = Data()
        for (number, offset) in [100, 15_000, 20, 40_000].enumerated() {
            bytes += try part(folder, number, rate: 48000, channels: 2, codec: "aac", offset: offset)
        }
        let path = "\(folder.path)/clocks.ts"
        try bytes.write(to: URL(filePath: path))
        let listener = try Listener()
        let viewer = try Viewer(.path(path), audio: listener)
        let frames = try viewer.rest()
        #expect(frames.count >= 232 && viewer.pipeline.snapshot.phase == .ended)
        for (earlier, later) in zip(frames, frames.dropFirst()) {
            #expect(later.time > earlier.time && later.time - earlier.time < .milliseconds(500))
        }
        try viewer.wait(.milliseconds(20)) {
            (listener.heard.last?.end ?? .zero) >= .milliseconds(7800) ? true : nil
        }
        for (earlier, later) in zip(listener.heard, listener.heard.dropFirst()) {
            let gap = later.stamp.time - earlier.end
            #expect(gap < .microseconds(100) && gap > .microseconds(-100))
        }
        #expect(abs((listener.heard.last?.end ?? .zero).seconds - (frames.last?.time ?? .zero).seconds) < 0.4)
        #expect(!viewer.pipeline.snapshot.isVideoPaused && viewer.pipeline.snapshot.losses.isEmpty)
    }

    /// Sound shorter than the pictures isn't extended, and the pictures end as usual.
    @Test func soundThatEndsEarlyEndsNothing() throws {
        let clip = try StampedClip(
            size: Size(width: 160, height: 90), frames: 150, sound: ClipSound(seconds: 2.1, isSteady: true)
        ).file()
        let listener = try Listener()
        let viewer = try Viewer(.path(clip), audio: listener)
        #expect(try viewer.rest().count == 150)
        try viewer.wait(.milliseconds(20)) {
            (viewer.pipeline.snapshot.soundUntil ?? .zero) >= .milliseconds(2050) ? true : nil
        }
        #expect((viewer.pipeline.snapshot.soundUntil ?? .seconds(9)) < .milliseconds(2300))
        #expect(viewer.pipeline.snapshot.phase == .ended)
        // The same after a seek to where there is no sound.
        let frame = try #require(try viewer.seek(.seconds(4)))
        #expect(try viewer.rest().count == 29)
        #expect(frame.time == .seconds(4))
        #expect(viewer.pipeline.snapshot.phase == .ended)
        #expect(listener.frames == 0)
    }
}
