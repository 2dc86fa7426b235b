import Foundation
import OrielMedia
import OrielPlatform
import OrielPlayback
import OrielTestSupport
import Testing

/// Pictures that become others in the middle, as broadcasts and joined files have them.
@Suite struct ChangingStreamTests {
    private static let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "15"]
    private static let mpeg2 = ["-c:v", "mpeg2video", "-q:v", "3", "-g", "15"]

    /// Two seconds of pictures and a tone as a transport stream.
    private func part(
        _ number: Int, video: [String] = h264, size: String = "160x90", format: String = "yuv420p",
        audio: String = "aac", pid: Int = 0x100, seconds: Int = 2
    ) throws -> [UInt8] {
        let path = IndexClip.path("part-\(number).ts")
        var arguments = ["-f", "lavfi", "-i", "testsrc2=s=\(size):r=30:d=\(seconds)", "-f", "lavfi", "-i"]
        arguments += ["sine=frequency=700:duration=\(seconds):sample_rate=48000", "-pix_fmt", format] + video
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

    private static let hevc = ["-c:v", "libx265", "-preset", "ultrafast", "-g", "15", "-x265-params", "log-level=none"]

    /// It is said once, from where and what it becomes; the sound goes on to its end, and so does time. Back where it was what it
    /// was, there are pictures again.
    @Test(arguments: [true, false]) func aCodecThatChangesIsSaid(toHEVC: Bool) throws {
        let codecs = toHEVC ? [Self.h264, Self.hevc] : [Self.hevc, Self.h264]
        let parts = try (0..<3).map { try part($0, video: codecs[min($0, 1)]) }
        let listener = try Listener()
        let path = try IndexClip.write(parts.joined(), "codecs.ts")
        let viewer = try Viewer(.path(path), audio: listener)
        let frames = try viewer.rest()
        #expect(frames.count >= 58 && frames.count <= 62 && viewer.pipeline.snapshot.phase == .ended)
        let losses = viewer.pipeline.snapshot.losses
        #expect(losses.count == 1 && viewer.pipeline.snapshot.arePicturesLost)
        let error = try #require(losses.first)
        guard case .picturesLost(let time, let codec) = error.kind else { throw error }
        #expect(codec == (toHEVC ? "hevc" : "h264") && abs(time.seconds - 2) < 0.2, "\(error)")
        #expect(error.reason.hasPrefix("from 0:0\(time < .seconds(2) ? 1 : 2) on its pictures can't be decoded"))
        try viewer.wait(.milliseconds(20)) {
            (listener.heard.last?.end ?? .zero) >= .milliseconds(5900) ? true : nil
        }
        #expect(try viewer.seek(.seconds(1)) != nil)
        let again = try viewer.rest()
        #expect(again.count >= 26 && viewer.pipeline.snapshot.losses.count == 1)
    }

    /// When it is met and not when the stream ends, which a live one never does. What a parser keeps of it is bounded so.
    @Test(arguments: [("h264", "hevc"), ("hevc", "h264"), ("mpeg2", "h264"), ("mpeg2", "hevc")])
    func aCodecThatChangesIsSaidAtOnce(from old: String, to new: String) throws {
        let codecs = [old, new].map { ["h264": Self.h264, "hevc": Self.hevc, "mpeg2": Self.mpeg2][$0] ?? [] }
        // Where another piece began, a parser would give up what it keeps.
        let parts = [try part(0, video: codecs[0]), try part(1, video: codecs[1], seconds: 8)]
        let pipe = try NamedPipe(IndexClip.path("codecs.pipe"))
        let listener = try Listener()
        let viewer = try Viewer(.path(pipe.path), audio: listener)
        // Some seconds of it.
        try pipe.write(parts[0] + parts[1].prefix(parts[1].count * 5 / 16), thenHolding: true)
        var frames = 0
        try viewer.wait(.milliseconds(20)) {
            while viewer.pipeline.takeFrame() != nil { frames += 1 }
            return viewer.pipeline.snapshot.losses.isEmpty || frames < 58 ? nil : true
        }
        let snapshot = viewer.pipeline.snapshot
        guard case .picturesLost(let time, let codec)? = snapshot.losses.first?.kind else { throw snapshot.losses[0] }
        #expect(codec == new && abs(time.seconds - 2) < 0.2)
        #expect(snapshot.phase == .ready && !snapshot.isReadToEnd && snapshot.arePicturesLost && frames <= 62)
    }

    /// The same of a web server, which sends no more until then.
    @Test(arguments: [("mpeg2", "h264"), ("hevc", "h264")])
    func aCodecThatChangesIsSaidAtOnceOverHTTP(from old: String, to new: String) throws {
        let codecs = [old, new].map { ["h264": Self.h264, "hevc": Self.hevc, "mpeg2": Self.mpeg2][$0] ?? [] }
        let parts = [try part(0, video: codecs[0]), try part(1, video: codecs[1], seconds: 8)]
        let server = try RangeServer(
            parts.joined().map(\.self), .liveUpTo(parts[0].count + parts[1].count * 5 / 16))
        defer { server.end() }
        let listener = try Listener()
        let viewer = try Viewer(.url(server.url), audio: listener)
        var frames = 0
        try viewer.wait(.milliseconds(20)) {
            while viewer.pipeline.takeFrame() != nil { frames += 1 }
            return viewer.pipeline.snapshot.losses.isEmpty || frames < 58 ? nil : true
        }
        let snapshot = viewer.pipeline.snapshot
        guard case .picturesLost(let time, let codec)? = snapshot.losses.first?.kind else { throw snapshot.losses[0] }
        #expect(codec == new && abs(time.seconds - 2) < 0.2)
        #expect(snapshot.phase == .ready && !snapshot.isReadToEnd && snapshot.arePicturesLost && frames <= 62)
    }

    @Test func soundThatBecomesAnotherCodecIsSaid() throws {
        let parts = [try part(0)] + (try (1..<4).map { try part($0, audio: "mp2") })
        let listener = try Listener()
        let viewer = try Viewer(.path(try IndexClip.write(parts.joined(), "sounds.ts")), audio: listener)
        #expect(try viewer.rest().count == 240)
        let kinds = viewer.pipeline.snapshot.losses.map(\.kind)
        guard case .soundLost(let time)? = kinds.first, kinds.count == 1 else {
            Issue.record("\(kinds)")
            return
        }
        #expect(abs(time.seconds - 2) < 0.2)
        #expect(!viewer.pipeline.snapshot.arePicturesLost)
    }

    /// Damage is none, nor is another size, format or layout.
    @Test func whatIsOnlyDamagedIsNotLost() throws {
        var bytes = (try part(0) + (try part(1, size: "320x180")) + (try part(2)))
        // Not the tables at the beginning.
        for packet in stride(from: 10, to: bytes.count / 188, by: 11) {
            bytes[packet * 188 + 20 + packet % 160] ^= 0x55
        }
        let viewer = try Viewer(try IndexClip.write(bytes, "damaged.ts"))
        _ = try viewer.rest()
        #expect(viewer.pipeline.snapshot.losses.isEmpty, "\(viewer.pipeline.snapshot.losses)")
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
