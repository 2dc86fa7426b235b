import OrielDecode
import OrielMedia
import OrielPipeline
import Testing

struct LoopFilterTests {
    /// The bit rate is so low that the loop filter changes much.
    @Test(arguments: [
        ["-c:v", "libx264", "-pix_fmt", "yuv420p", "-bf", "3", "-b_strategy", "0", "-crf", "40"],
        ["-c:v", "libx265", "-pix_fmt", "yuv420p", "-crf", "40", "-x265-params", "bframes=3:b-adapt=0:log-level=none"],
    ])
    func onlyPicturesThatNoOtherRefersToGoWithoutIt(_ arguments: [String]) throws {
        let path = try IndexClip.make("filter-\(arguments[1]).mp4", frames: 60, ["-vf", "gblur=3"] + arguments)
        let expected = try Viewer(path).rest().map(DecoderChangeTests.Picture.init)
        var options = MediaPipeline.Options()
        options.decoding.skipsLoopFilter = true
        let seen = try Viewer(path, options).rest()
        #expect(seen.count == 60 && seen.map(\.time) == expected.map(\.time))
        let pictures = seen.map(DecoderChangeTests.Picture.init)
        let others = zip(pictures, expected).filter { $0.bytes != $1.bytes }
        // One or two of the three B frames between two others aren't references.
        #expect(15...45 ~= others.count, "\(others.count) are others")
        for (picture, whole) in others {
            let differences = zip(picture.bytes[0], whole.bytes[0]).map { abs(Int($0) - Int($1)) }
            #expect(Double(differences.reduce(0, +)) / Double(differences.count) < 3)
        }
    }
}
