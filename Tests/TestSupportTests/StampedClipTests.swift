import OrielGeometry
import OrielMedia
import OrielStamps
import OrielTestSupport
import Testing

@Suite struct StampedClipTests {
    /// Decodes a clip with ffmpeg to frames of `size` and reads each.
    private func indexes(in clip: StampedClip, at size: Size) throws -> [Int?] {
        let folder = try TemporaryFolder()
        let raw = "\(folder.path)/frames"
        try ffmpeg([
            "-i", try clip.file(), "-fps_mode", "passthrough", "-vf", "scale=\(size.width):\(size.height):flags=area",
            "-f", "rawvideo", "-pix_fmt", "bgra", raw,
        ])
        return try RawFrames.pictures(at: raw, size: size).map { picture in
            let found = StampReader.locate(in: picture)
            #expect(found.allSatisfy { $0.stream == clip.stream && $0.quarters == 4 && !$0.isTorn })
            return found.count == 1 ? found.first?.index : nil
        }
    }

    @Test(arguments: [("libx264", "mp4", "yuv420p"), ("mpeg4", "avi", "yuv420p"), ("gif", "gif", "rgb8")])
    func everyFrameIsReadAfterEncodingAndReduction(codec: String, container: String, format: String) throws {
        let clip = StampedClip(
            stream: .magenta, size: Size(width: 1920, height: 1080), frames: 40, codec: codec, container: container,
            pixelFormat: format, bFrames: codec == "libx264" ? 2 : nil, firstIndex: 490)
        #expect(try indexes(in: clip, at: Size(width: 320, height: 180)) == Array(490..<530))
    }

    @Test(arguments: StampColor.allCases)
    func everyStreamSurvivesASmallOddPicture(stream: StampColor) throws {
        let clip = StampedClip(
            stream: stream, size: Size(width: 322, height: 182), frames: 12, keyInterval: 6, firstIndex: 250)
        #expect(try indexes(in: clip, at: Size(width: 321, height: 181)) == Array(250..<262))
    }

    @Test func aVariableRateClipHasItsTimes() throws {
        let clip = StampedClip(rate: Rational(30, 1), frames: 7, durations: [1, 3, 2])
        let child = try ChildProcess(
            "ffprobe",
            ["-v", "error", "-show_entries", "frame=pts_time", "-of", "csv=p=0", try clip.file()])
        #expect(child.wait(.seconds(60)) == .code(0))
        let times = child.standardOutput.split(separator: "\n").compactMap { Double($0.split(separator: ",")[0]) }
        let wanted = (0..<7).map { clip.presentationTime(ofFrame: $0) / .seconds(1) }
        #expect(wanted.map { ($0 * 30).rounded() } == [0, 1, 4, 6, 7, 10, 12])
        #expect(times.count == 7)
        for (time, wanted) in zip(times, wanted) { #expect(abs(time - wanted) < 0.001) }
    }

    @Test func aClipIsMadeOnce() throws {
        let clip = StampedClip(size: Size(width: 160, height: 90), frames: 3)
        #expect(try clip.file() == clip.file())
        #expect(throws: TestSupportError.self) { try StampedClip(frames: 0).file() }
    }
}
