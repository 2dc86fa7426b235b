import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import Testing

/// Single frames read from a file independently of its player.
@Suite struct KeyframeTests {
    private static let clips: [(name: String, output: [String])] = [
        ("keyframes.mp4", ["-c:v", "libx264", "-g", "10", "-bf", "2", "-sc_threshold", "0", "-pix_fmt", "yuv420p"]),
        ("keyframes.mkv", ["-c:v", "libx264", "-g", "10", "-bf", "3", "-sc_threshold", "0", "-pix_fmt", "yuv420p"]),
        ("keyframes.webm", ["-c:v", "libvpx", "-g", "10", "-keyint_min", "10", "-pix_fmt", "yuv420p"]),
    ]

    @Test(arguments: clips.indices) func theyAreTheKeyframesBeforeATime(index: Int) throws {
        let clip = Self.clips[index]
        let reader = try KeyframeReader(.path(try IndexClip.make(clip.name, clip.output)))
        // Times in any order, and beyond both ends.
        for (asked, wanted) in [
            (27, 20), (3, 0), (44, 40), (20, 20), (19, 10), (27, 20), (-30, 0), (900, 40), (11, 10),
        ] {
            let frame = reader.frame(at: .seconds(asked) / 30 + .milliseconds(5))
            #expect(frame.flatMap(IndexClip.index) == wanted, "of \(asked)")
            if let frame { #expect(abs(frame.time.seconds - Double(wanted) / 30) < 0.01) }
        }
    }

    @Test func whatHasNoPicturesIsAnError() throws {
        let text = try IndexClip.write("no picture at all".utf8, "text.mp4")
        #expect(throws: MediaError.self) { try KeyframeReader(.path(text)) }
        #expect(throws: MediaError.self) { try KeyframeReader(.path("/nonexistent/film.mkv")) }
    }

    /// A damaged part gives no frame; elsewhere frames are unaffected.
    @Test func aDamagedPlaceHasNone() throws {
        var bytes = try IndexClip.bytes(try IndexClip.make(Self.clips[1].name, Self.clips[1].output))
        let middle = bytes.count / 2
        for index in middle..<min(bytes.count, middle + 600) { bytes[index] = 0xA5 }
        let reader = try KeyframeReader(.path(try IndexClip.write(bytes, "damaged.mkv")))
        for asked in 0..<45 { _ = reader.frame(at: .seconds(asked) / 30) }
        #expect(reader.frame(at: .zero).flatMap(IndexClip.index) == 0)
    }
}
