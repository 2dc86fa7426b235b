import OrielLibav
import OrielPlatform
import OrielTestSupport
import Testing

/// Lengths of media whose times begin late or leap.
@Suite struct LengthTests {
    private func length(_ path: String) throws -> Double? {
        try Viewer(path).opened()?.duration.map(\.seconds)
    }

    /// MP4's edit lists and FFmpeg's Matroska muxer count the length from time zero, other formats from the beginning.
    @Test(arguments: ["late.mkv", "late.webm", "late.mp4", "late.ts", "late.flv"])
    func timesThatBeginLateCountFromTheirBeginning(name: String) throws {
        let codec = name.hasSuffix("webm") ? "libvpx" : "libx264"
        let path = try IndexClip.make(
            "length-\(name)", frames: 90, ["-c:v", codec, "-pix_fmt", "yuv420p", "-output_ts_offset", "3600"])
        #expect(abs((try length(path) ?? 0) - 3) < 0.1)
    }

    /// Also where the beginning's time is shorter than the length.
    @Test(arguments: [0, 2]) func theBeginningIsNotPartOfTheLength(offset: Int) throws {
        let path = try IndexClip.make(
            "length-\(offset).mkv", frames: 90, ["-c:v", "libx264", "-pix_fmt", "yuv420p"])
        let late = IndexClip.path("moved.mkv")
        try ffmpeg(["-i", path, "-c", "copy", "-output_ts_offset", "\(offset)", late])
        #expect(abs((try length(late) ?? 0) - 3) < 0.1)
    }

    /// Three seconds, and four whose times begin at 50,000 seconds.
    @Test func timesThatLeapTellNoLength() throws {
        var parts: [UInt8] = []
        for (frames, offset) in [(90, 0), (120, 50_000)] {
            let path = try IndexClip.make(
                "leap-\(offset).ts", frames: frames,
                ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-output_ts_offset", "\(offset)"])
            parts += try IndexClip.bytes(path)
        }
        let path = try IndexClip.write(parts, "leap.ts")
        #expect(try length(path) == nil)
        let viewer = try Viewer(path)
        #expect(try viewer.opened()?.isSeekable == true)
        #expect(try viewer.rest().count > 200)
    }

    /// A sparse stream keeps its length: a frame every ten seconds.
    @Test func aSlideshowKeepsItsLength() throws {
        let path = IndexClip.path("slides.ts")
        try ffmpeg(
            ["-f", "lavfi", "-i", "testsrc=s=320x180:r=1/10:d=60", "-c:v", "libx264", "-f", "mpegts", path])
        #expect((try length(path) ?? 0) > 45)
    }
}
