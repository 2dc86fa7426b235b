import Foundation
import OrielMedia
import OrielPlayback
import Testing

/// Pictures that become others in the middle, as broadcasts and joined files have them.
@Suite struct ChangingStreamTests {
    private static let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "15"]
    private static let mpeg2 = ["-c:v", "mpeg2video", "-q:v", "3", "-g", "15"]

    /// Two seconds of pictures and a tone as a transport stream.
    private func part(
        _ number: Int, video: [String] = h264, size: String = "160x90", format: String = "yuv420p",
        audio: String = "aac", pid: Int = 0x100
    ) throws -> [UInt8] {
        let path = IndexClip.path("part-\(number).ts")
        var arguments = ["-f", "lavfi", "-i", "testsrc2=s=\(size):r=30:d=2", "-f", "lavfi", "-i"]
        arguments += ["sine=frequency=700:duration=2:sample_rate=48000", "-pix_fmt", format] + video
        arguments += ["-c:a", audio, "-mpegts_start_pid", "\(pid)", "-output_ts_offset", "\(number * 2)"]
        try IndexClip.ffmpeg(arguments + ["-muxdelay", "0", "-muxpreload", "0", "-f", "mpegts", path])
        return try IndexClip.bytes(path)
    }

    private func play(
        _ parts: [[UInt8]], _ options: MediaPipeline.Options = MediaPipeline.Options()
    ) throws -> (frames: [VideoFrame], phase: MediaPipeline.Phase) {
        let viewer = try Viewer(try IndexClip.write(parts.joined(), "joined.ts"), options)
        return (try viewer.rest(), viewer.pipeline.snapshot.phase)
    }

    @Test(arguments: [MediaPipeline.Options(), DecoderChangeTests.options()])
    func sizeAndFormatMayChange(_ options: MediaPipeline.Options) throws {
        let (frames, phase) = try play(
            [try part(0), try part(1, size: "320x180"), try part(2, format: "yuv422p"), try part(3)], options)
        #expect(frames.count == 240 && phase == .ended)
        #expect(
            frames.map(\.width) == Array(repeating: 160, count: 60) + Array(repeating: 320, count: 60)
                + Array(repeating: 160, count: 120))
        #expect(Set(frames.map(\.format)).count == 2)
        for (earlier, later) in zip(frames, frames.dropFirst()) { #expect(earlier.time < later.time) }
    }

    /// libavformat goes by the first table of a stream: what comes in another codec is lost, and what came before is shown and ends.
    @Test func whatBecomesAnotherCodecEndsInOrder() throws {
        for next in [try part(1, video: Self.mpeg2), try part(1, video: Self.mpeg2, audio: "ac3", pid: 0x200)] {
            let (frames, phase) = try play([try part(0), next])
            #expect(frames.count >= 60 && phase == .ended)
            #expect(frames.prefix(60).allSatisfy { $0.width == 160 })
        }
        // The sound's change leaves the pictures alone.
        let (frames, phase) = try play([try part(0), try part(1, audio: "mp2")])
        #expect(frames.count == 120 && phase == .ended)
    }
}
