import OrielMedia
import OrielPipeline
import OrielTestSupport
import Testing

/// Streams with damage in the middle.
@Suite struct DamageTests {
    /// Noise makes the files large enough for damage to hit packets rather than headers.
    static let noise = ["-vf", "noise=alls=25:allf=t"]
    static let x264 = ClipCase.x264 + noise
    static let clips: [(name: String, output: [String])] = [
        ("noisy.mp4", x264), ("noisy.mkv", x264 + ["-cluster_time_limit", "500"]), ("noisy.ts", x264),
        ("noisy.flv", x264), ("noisy.avi", x264), ("noisy.h264", x264), ("noisy.mpg", ClipCase.mpeg2 + noise),
        ("noisy-hevc.mp4", ClipCase.x265 + ["-pix_fmt", "yuv420p"] + noise),
        (
            "noisy-vp9.webm",
            ["-c:v", "libvpx-vp9", "-b:v", "2M", "-cpu-used", "8", "-g", "15", "-pix_fmt", "yuv420p"]
                + ["-cluster_time_limit", "500"] + noise
        ),
        (
            "noisy-av1.mp4",
            ["-c:v", "libaom-av1", "-cpu-used", "8", "-b:v", "2M", "-g", "15", "-pix_fmt", "yuv420p"]
                + noise
        ),
        ("noisy-mpeg4.avi", ["-c:v", "mpeg4", "-q:v", "2", "-g", "12"] + noise),
        ("noisy-mjpeg.mov", ["-c:v", "mjpeg", "-q:v", "2", "-pix_fmt", "yuvj420p"] + noise),
        ("noisy-prores.mov", ["-c:v", "prores_ks"] + noise),
    ]

    @Test(arguments: clips.indices)
    func theRestIsPlayed(_ which: Int) throws {
        let clip = Self.clips[which]
        var bytes = try IndexClip.bytes(try IndexClip.make(clip.name, frames: 90, clip.output))
        // Two thousand zero bytes and fifty scattered bit flips between two and three fifths of the file.
        var generator = SeededGenerator(seed: 7)
        let damaged = bytes.count * 2 / 5..<bytes.count * 3 / 5
        for index in damaged.lowerBound..<damaged.lowerBound + 2000 { bytes[index] = 0 }
        for _ in 0..<50 { bytes[Int.random(in: damaged, using: &generator)] ^= 0x55 }
        let viewer = try Viewer(try IndexClip.write(bytes, "damaged-" + clip.name))
        let frames = try viewer.rest()
        let statistics = viewer.pipeline.statistics
        print("\(clip.name) damaged: \(frames.count) of 90 frames, \(statistics)")
        #expect(viewer.pipeline.snapshot.phase == .ended)
        for (earlier, later) in zip(frames, frames.dropFirst()) { #expect(earlier.time < later.time) }
        // Before and after the damage every frame is right.
        #expect(frames.prefix(30).map(IndexClip.index) == (0..<30).map { $0 })
        #expect(frames.suffix(10).map(IndexClip.index) == (80..<90).map { $0 })
    }
}
