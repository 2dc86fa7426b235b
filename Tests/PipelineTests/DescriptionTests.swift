import OrielLibav
import OrielMedia
import OrielTestSupport
import Testing

/// The stream's colour description, aspect ratio and orientation.
@Suite struct DescriptionTests {
    func frame(_ name: String, _ output: [String]) throws -> VideoFrame {
        try #require(try Viewer(try IndexClip.make(name, frames: 3, output)).next())
    }

    @Test func coloursThatTheStreamNames() throws {
        let hdr = try frame(
            "hdr.mkv",
            ClipCase.x264 + ["-pix_fmt", "yuv420p10le", "-colorspace", "bt2020nc", "-color_primaries", "bt2020"]
                + ["-color_trc", "smpte2084", "-chroma_sample_location", "topleft"])
        #expect(
            hdr.color
                == ColorDescription(
                    matrix: .bt2020, range: .limited, transfer: .pq, primaries: .bt2020, chromaLocation: .topLeft))
        let full = try frame(
            "full.mkv", ClipCase.x264 + ["-color_range", "pc", "-colorspace", "bt709", "-color_trc", "arib-std-b67"])
        #expect(full.color.range == .full)
        #expect(full.color.matrix == .bt709)
        #expect(full.color.transfer == .hlg)
    }

    private static let highRange = [
        "-c:v", "libx265", "-pix_fmt", "yuv420p10le", "-tag:v", "hvc1", "-colorspace", "bt2020nc", "-color_primaries",
        "bt2020", "-color_trc", "smpte2084", "-x265-params",
    ]
    private static let screen =
        "log-level=none:master-display=G(13250,34500)B(7500,3000)R(34000,16000)WP(15635,16450)L(40000000,50)"

    /// The content's light level takes precedence over the mastering display's; without PQ there is none.
    @Test func theMostLightIsThatOfTheMetadata() throws {
        func peak(_ name: String, _ output: [String]) throws -> Double? { try frame(name, output).color.peakLuminance }
        #expect(try peak("peak-cll.mp4", Self.highRange + [Self.screen + ":max-cll=600,200"]) == 600)
        #expect(try peak("peak-screen.mp4", Self.highRange + [Self.screen]) == 4000)
        #expect(try peak("peak-none.mp4", Self.highRange + ["log-level=none"]) == nil)
        #expect(try peak("peak-sdr.mp4", ["-c:v", "libx265", "-x265-params", Self.screen]) == nil)
    }

    /// The light levels come from boxes of the container if the stream's frames have none.
    @Test(arguments: [(true, 600.0), (false, 4000)])
    func theContainerTellsTheMostLight(ofContent: Bool, expected: Double) throws {
        let plain = try IndexClip.make("peak-none.mp4", frames: 3, Self.highRange + ["log-level=none"])
        func bytes(_ numbers: [UInt32]) -> [UInt8] {
            numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (24 - $0 * 8)) } }
        }
        // ISO/IEC 14496-12, 12.1.6 and 12.1.7: chromaticities of green, blue, red and white, then the highest and
        // lowest luminance.
        let places: [UInt32] = [13250 << 16 | 34500, 7500 << 16 | 3000, 34000 << 16 | 16000, 15635 << 16 | 16450]
        let mastering = bytes([32]) + Array("mdcv".utf8) + bytes(places + [40_000_000, 50])
        let level = bytes([12]) + Array("clli".utf8) + bytes([600 << 16 | 200])
        let file = IsoBoxes.inserting(
            mastering + (ofContent ? level : []), into: ["moov", "trak", "mdia", "minf", "stbl", "stsd", "hvc1"],
            of: try IndexClip.bytes(plain))
        let path = try IndexClip.write(file, "peak-box-\(ofContent).mp4")
        #expect(try #require(try Viewer(path).next()).color.peakLuminance == expected)
    }

    @Test func coloursThatAreGuessed() throws {
        let small = try frame("guess.mp4", ClipCase.x264)
        #expect(
            small.color
                == ColorDescription(
                    matrix: .bt601, range: .limited, transfer: .sdr, primaries: .bt601_525, chromaLocation: .left))
        let pal = try frame("guess-pal.mp4", ClipCase.x264 + ["-s", "720x576"])
        #expect(pal.color.matrix == .bt601)
        #expect(pal.color.primaries == .bt601_625)
        let high = try frame("guess-hd.mp4", ClipCase.x264 + ["-s", "1280x720"])
        #expect(high.color.matrix == .bt709)
        #expect(high.color.primaries == .bt709)
        let jpeg = try frame("guess.jpg", ["-c:v", "mjpeg", "-q:v", "2", "-pix_fmt", "yuvj420p", "-frames:v", "1"])
        #expect(jpeg.color.range == .full)
        #expect(jpeg.color.chromaLocation == .center)
        let png = try frame("guess.png", ["-c:v", "png", "-pix_fmt", "gray", "-frames:v", "1"])
        #expect(png.color.range == .full)
        let rgb = try frame("guess-rgb.png", ["-c:v", "png", "-pix_fmt", "rgb24", "-frames:v", "1"])
        #expect(rgb.color.matrix == .identity)
        #expect(rgb.color.range == .full)
    }

    @Test func chapters() throws {
        let list = try IndexClip.write(
            ";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=1000\ntitle=One\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=1000\nEND=2000\n"
                .utf8, "chapters.txt")
        let plain = try IndexClip.make("plain.mkv", frames: 60, ClipCase.x264)
        let path = IndexClip.path("chapters.mkv")
        try ffmpeg(["-i", plain, "-i", list, "-map_metadata", "1", "-c", "copy", path])
        let chapters = try #require(try Viewer(path).opened()).chapters
        #expect(chapters.map(\.start) == [.zero, .seconds(1)])
        #expect(chapters.map(\.title) == ["One", nil])
        #expect(try Viewer(plain).opened()?.chapters == [])
    }

    @Test func theSampleAspectRatio() throws {
        let wide = try frame("sar.mp4", ClipCase.x264 + ["-vf", "setsar=64/45"])
        #expect(wide.sampleAspectRatio == Rational(64, 45))
        #expect(try frame("guess.mp4", ClipCase.x264).sampleAspectRatio == Rational(1, 1))
        // Matroska has the aspect ratio in the container alone.
        let box = try frame("sar.mkv", ["-c:v", "ffv1", "-vf", "setsar=8/9"])
        #expect(abs(box.sampleAspectRatio.value - 8.0 / 9) < 0.01)
    }

    /// Frames are rotated and mirrored as ffmpeg itself shows them.
    @Test(arguments: [
        ["-metadata:s:v", "rotate=90"], ["-metadata:s:v", "rotate=180"], ["-metadata:s:v", "rotate=270"],
        ["-bsf:v", "h264_metadata=display_orientation=insert:flip=horizontal"],
        ["-bsf:v", "h264_metadata=display_orientation=insert:flip=vertical"],
        ["-bsf:v", "h264_metadata=display_orientation=insert:rotate=90"],
        ["-bsf:v", "h264_metadata=display_orientation=insert:rotate=270:flip=horizontal"],
    ])
    func theOrientationIsWhatFFmpegMakesOfIt(_ how: [String]) throws {
        let source = try IndexClip.make(
            "asymmetric.mp4", frames: 3,
            ClipCase.x264 + ["-vf", "geq=lum='if(lt(X,80),if(lt(Y,45),40,100),if(lt(Y,45),160,220))'"])
        let turned = IndexClip.path("turned.mp4")
        try ffmpeg(["-i", source, "-c", "copy"] + how + [turned])
        let reference = IndexClip.path("reference.png")
        try ffmpeg(["-i", turned, "-frames:v", "1", "-pix_fmt", "gray", reference])
        let shown = try #require(try Viewer(reference).next())
        let viewer = try Viewer(turned)
        let stored = try #require(try viewer.next())
        #expect(stored.rotation != .none || stored.isFlipped)
        for (x, y) in [(0.25, 0.25), (0.75, 0.25), (0.25, 0.75), (0.75, 0.75)] {
            let (u, v) = (stored.isFlipped ? 1 - x : x, y)
            let place: (x: Double, y: Double) =
                switch stored.rotation {
                case .none: (u, v)
                case .clockwise90: (1 - v, u)
                case .clockwise180: (1 - u, 1 - v)
                case .clockwise270: (v, 1 - u)
                }
            // The stored frame has limited range, the shown one full range.
            let value = try #require(IndexClip.luma(stored, x, y)) * 255
            let expected = try #require(IndexClip.luma(shown, place.x, place.y)) * 255
            #expect(abs((value - 16) * 255 / 219 - expected) < 12, "\(x) \(y)")
        }
    }

    @Test func displayMatrices() {
        let one: Int32 = 1 << 16
        func orientation(_ a: Int32, _ b: Int32, _ c: Int32, _ d: Int32) -> Orientation {
            let matrix: [Int32] = [a, b, 0, c, d, 0, 0, 0, 1 << 30]
            return matrix.withUnsafeBufferPointer { Orientation(displayMatrix: $0.baseAddress) }
        }
        #expect(orientation(one, 0, 0, one) == Orientation())
        #expect(orientation(0, one, -one, 0) == Orientation(rotation: .clockwise90))
        #expect(orientation(-one, 0, 0, -one) == Orientation(rotation: .clockwise180))
        #expect(orientation(0, -one, one, 0) == Orientation(rotation: .clockwise270))
        #expect(orientation(-one, 0, 0, one) == Orientation(isFlipped: true))
        // Flipped vertically.
        #expect(orientation(one, 0, 0, -one) == Orientation(rotation: .clockwise180, isFlipped: true))
        // Transposed: mirrored, then a quarter turn counter-clockwise.
        #expect(orientation(0, one, one, 0) == Orientation(rotation: .clockwise270, isFlipped: true))
        #expect(orientation(.min, .min, .min, .min).isFlipped == false)
        #expect(Orientation(displayMatrix: nil) == Orientation())
        #expect(Orientation().ofUpsideDown.ofUpsideDown == Orientation())
        #expect(
            Orientation(rotation: .clockwise90).ofUpsideDown == Orientation(rotation: .clockwise270, isFlipped: true))
    }

    @Test func theMediumsInfo() throws {
        let path = try IndexClip.make(
            "info.mkv",
            ["-f", "lavfi", "-i", "sine=duration=1.5", "-map", "0", "-map", "1", "-c:a", "aac"] + ClipCase.x264
                + ["-metadata", "title=A title", "-metadata:s:a", "language=deu"])
        let viewer = try Viewer(path)
        let info = try #require(try viewer.opened())
        #expect(info.container == "matroska,webm")
        #expect(info.title == "A title")
        #expect(info.video.codec == "h264")
        #expect(info.video.decoder == "h264")
        #expect([info.video.width, info.video.height] == [160, 90])
        #expect(info.video.framesPerSecond == Rational(30, 1))
        #expect(info.video.pixelFormat == "yuv420p")
        #expect(info.audioTracks.count == 1)
        #expect(info.audioTracks.first?.codec == "aac")
        #expect(info.audioTracks.first?.channels == 1)
        #expect(info.audioTracks.first?.rate == 44100)
        #expect(info.audioTracks.first?.language == "deu" || info.audioTracks.first?.language == "ger")
        #expect(info.isSeekable)
        #expect(!info.isLive)
        expectComplete(try viewer.rest(), 45)
    }
}
