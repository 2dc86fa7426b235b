import Foundation
import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTestSupport
import Testing

/// Video whose codec, size or format changes in the middle, as in broadcasts and joined files.
@Suite struct ChangingStreamTests {
    private static let h264 = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "15"]
    private static let mpeg2 = ["-c:v", "mpeg2video", "-q:v", "3", "-g", "15"]

    /// Returns a transport stream of `seconds` seconds of video and a tone.
    private func part(
        _ number: Int, video: [String] = h264, size: String = "160x90", format: String = "yuv420p",
        audio: String = "aac", pid: Int = 0x100, seconds: Int = 2
    ) throws -> [UInt8] {
        let path = IndexClip.path("part-\(number).ts")
        var arguments = ["-f", "lavfi", "-i", "testsrc2=s=\(size):r=30:d=\(seconds)", "-f", "lavfi", "-i"]
        arguments += ["sine=frequency=700:duration=\(seconds):sample_rate=48000", "-pix_fmt", format] + video
        arguments += ["-c:a", audio, "-mpegts_start_pid", "\(pid)", "-output_ts_offset", "\(number * 2)"]
        try ffmpeg(arguments + ["-muxdelay", "0", "-muxpreload", "0", "-f", "mpegts", path])
        return try IndexClip.bytes(path)
    }

    private func play(
        _ parts: [[UInt8]], _ options: MediaPipeline.Options = MediaPipeline.Options()
    ) throws -> (frames: [VideoFrame], phase: MediaPipeline.Phase) {
        let viewer = try Viewer(try IndexClip.write(parts.joined(), "joined.ts"), options)
        return (try viewer.rest(), viewer.pipeline.snapshot.phase)
    }

    @Test(arguments: [MediaPipeline.Options(), MediaPipeline.Options(decoderThreads: 3)])
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

    /// A codec change is reported once, with its time and the new codec. The sound and the clock go on to the end;
    /// after a
    /// seek back before the change there are pictures again.
    @Test(arguments: [true, false]) func aCodecThatChangesIsSaid(toHEVC: Bool) throws {
        let codecs = toHEVC ? [Self.h264, Self.hevc] : [Self.hevc, Self.h264]
        let parts = try (0..<3).map { try part($0, video: codecs[min($0, 1)]) }
        let listener = try Listener()
        let path = try IndexClip.write(parts.joined(), "codecs.ts")
        let viewer = try Viewer(.path(path), audio: listener)
        let frames = try viewer.rest()
        #expect(frames.count >= 58 && frames.count <= 62 && viewer.pipeline.snapshot.phase == .ended)
        let losses = viewer.pipeline.snapshot.losses
        #expect(losses.count == 1 && viewer.pipeline.snapshot.isVideoLost)
        let error = try #require(losses.first)
        guard case .picturesLost(let time, let codec) = error.kind else { throw error }
        #expect(codec == (toHEVC ? "hevc" : "h264") && abs(time.seconds - 2) < 0.2, "\(error)")
        #expect(error.reason.hasPrefix("its video can't be decoded from 0:0\(time < .seconds(2) ? 1 : 2) on"))
        try viewer.wait(.milliseconds(20)) {
            (listener.heard.last?.end ?? .zero) >= .milliseconds(5900) ? true : nil
        }
        #expect(try viewer.seek(.seconds(1)) != nil)
        let again = try viewer.rest()
        #expect(again.count >= 26 && viewer.pipeline.snapshot.losses.count == 1)
    }

    /// The change is reported when it is met, not at the stream's end, which a live stream never has. This also bounds
    /// the
    /// data that a parser keeps.
    @Test(arguments: [("h264", "hevc"), ("hevc", "h264"), ("mpeg2", "h264"), ("mpeg2", "hevc")])
    func aCodecThatChangesIsSaidAtOnce(from old: String, to new: String) throws {
        let codecs = [old, new].map { ["h264": Self.h264, "hevc": Self.hevc, "mpeg2": Self.mpeg2][$0] ?? [] }
        // If another part followed, a parser would release the data that it keeps.
        let parts = [try part(0, video: codecs[0]), try part(1, video: codecs[1], seconds: 8)]
        let pipe = try NamedPipe(IndexClip.path("codecs.pipe"))
        let listener = try Listener()
        let viewer = try Viewer(.path(pipe.path), audio: listener)
        // Some seconds of the second part.
        try pipe.write(parts[0] + parts[1].prefix(parts[1].count * 5 / 16), thenHolding: true)
        var frames = 0
        try viewer.wait(.milliseconds(20)) {
            while viewer.pipeline.takeFrame() != nil { frames += 1 }
            return viewer.pipeline.snapshot.losses.isEmpty || frames < 58 ? nil : true
        }
        let snapshot = viewer.pipeline.snapshot
        guard case .picturesLost(let time, let codec)? = snapshot.losses.first?.kind else { throw snapshot.losses[0] }
        #expect(codec == new && abs(time.seconds - 2) < 0.2)
        #expect(snapshot.phase == .ready && !snapshot.isReadToEnd && snapshot.isVideoLost && frames <= 62)
    }

    /// The same over HTTP, with a server that sends nothing more until the change is reported.
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
        #expect(snapshot.phase == .ready && !snapshot.isReadToEnd && snapshot.isVideoLost && frames <= 62)
    }

    /// A parser keeps a frame until the next one begins, which isn't a change.
    @Test func framesSecondsApartAreNotLost() throws {
        for codec in [Self.h264, Self.mpeg2] {
            let slow = ["-vf", "select='not(mod(n,75))'", "-fps_mode", "vfr", "-s", "1280x720"]
            let viewer = try Viewer(
                .path(try IndexClip.write(try part(0, video: codec + slow, seconds: 20), "slow.ts")),
                audio: try Listener())
            #expect(try viewer.rest().count == 8)
            #expect(viewer.pipeline.snapshot.losses.isEmpty && viewer.pipeline.snapshot.phase == .ended)
        }
    }

    @Test func soundThatBecomesAnotherCodecIsSaid() throws {
        let parts = [try part(0)] + (try (1..<4).map { try part($0, audio: "mp2") })
        let listener = try Listener()
        let viewer = try Viewer(.path(try IndexClip.write(parts.joined(), "sounds.ts")), audio: listener)
        #expect(try viewer.rest().count == 240)
        // The sound's thread may come there after the last picture.
        let kinds = try viewer.wait(.milliseconds(20)) {
            let kinds = viewer.pipeline.snapshot.losses.map(\.kind)
            return kinds.isEmpty ? nil : kinds
        }
        guard case .soundLost(let time)? = kinds.first, kinds.count == 1 else {
            Issue.record("\(kinds)")
            return
        }
        #expect(abs(time.seconds - 2) < 0.2)
        #expect(!viewer.pipeline.snapshot.isVideoLost)
    }

    /// Damage isn't reported as a change, nor is another size, format or channel layout.
    @Test func whatIsOnlyDamagedIsNotLost() throws {
        var bytes = (try part(0) + (try part(1, size: "320x180")) + (try part(2)))
        // The tables at the beginning stay undamaged.
        for packet in stride(from: 10, to: bytes.count / 188, by: 11) {
            bytes[packet * 188 + 20 + packet % 160] ^= 0x55
        }
        let viewer = try Viewer(try IndexClip.write(bytes, "damaged.ts"))
        _ = try viewer.rest()
        #expect(viewer.pipeline.snapshot.losses.isEmpty, "\(viewer.pipeline.snapshot.losses)")
    }

    /// libavformat goes by a stream's first table: pictures in another codec are lost; those before are shown, then it
    /// ends.
    @Test func whatBecomesAnotherCodecEndsInOrder() throws {
        for next in [try part(1, video: Self.mpeg2), try part(1, video: Self.mpeg2, audio: "ac3", pid: 0x200)] {
            let (frames, phase) = try play([try part(0), next])
            #expect(frames.count >= 60 && phase == .ended)
            #expect(frames.prefix(60).allSatisfy { $0.width == 160 })
        }
        // A change of the sound's codec doesn't affect the pictures.
        let (frames, phase) = try play([try part(0), try part(1, audio: "mp2")])
        #expect(frames.count == 120 && phase == .ended)
    }
}
