import CFFmpeg
import OrielDecode
import OrielLibav
import OrielMedia
import OrielTestSupport
import Testing

/// Pixel formats: which are drawn as they are, the format each other one is converted to, and the unchanged content.
@Suite struct FormatTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var name: String
        var expected: PixelFormat
        var testDescription: String { name }

        init(_ name: String, _ expected: PixelFormat) {
            self.name = name
            self.expected = expected
        }

        init(
            _ name: String, _ layout: PixelFormat.Layout, _ shiftX: Int = 0, _ shiftY: Int = 0, depth: Int = 8,
            high: Bool = false, alpha: Bool = false
        ) {
            self.init(
                name,
                PixelFormat(
                    layout: layout, chromaShiftX: shiftX, chromaShiftY: shiftY, bitDepth: depth,
                    bytesPerComponent: depth > 8 ? 2 : 1, isHighAligned: high, hasAlpha: alpha))
        }
    }

    static let asTheyLie: [Case] = [
        Case("yuv420p", .yuv420p), Case("nv12", .nv12), Case("rgba", .rgba, alpha: true),
        Case("yuv422p", .planarYUV, 1, 0), Case("yuv444p", .planarYUV), Case("yuv440p", .planarYUV, 0, 1),
        Case("yuv420p10le", .planarYUV, 1, 1, depth: 10), Case("yuv422p10le", .planarYUV, 1, 0, depth: 10),
        Case("yuv444p12le", .planarYUV, depth: 12), Case("yuv420p16le", .planarYUV, 1, 1, depth: 16),
        Case("yuva420p", .planarYUV, 1, 1, alpha: true), Case("yuva444p10le", .planarYUV, depth: 10, alpha: true),
        Case("gray", .gray), Case("gray10le", .gray, depth: 10), Case("gray16le", .gray, depth: 16),
        Case("rgb0", .rgba, 0), Case("bgra", .bgra, alpha: true), Case("bgr0", .bgra),
        Case("gbrp", .planarGBR), Case("gbrp10le", .planarGBR, depth: 10), Case("gbrp12le", .planarGBR, depth: 12),
        Case("gbrap", .planarGBR, alpha: true), Case("gbrap12le", .planarGBR, depth: 12, alpha: true),
    ]

    static let converted: [Case] = [
        Case("rgb24", .rgba, 0), Case("bgr24", .rgba, 0), Case("argb", .rgba, alpha: true),
        Case("abgr", .rgba, alpha: true),
        Case("0rgb", .rgba, 0), Case("rgb565le", .rgba, 0), Case("rgb8", .rgba, 0), Case("pal8", .rgba, alpha: true),
        Case("rgb48le", .planarGBR, depth: 16), Case("rgb48be", .planarGBR, depth: 16),
        Case("rgba64le", .planarGBR, depth: 16, alpha: true), Case("gbrp10be", .planarGBR, depth: 10),
        Case("gbrp9le", .planarGBR, depth: 10), Case("gbrp14le", .planarGBR, depth: 16),
        Case("yuv411p", .planarYUV, 1, 0), Case("yuv410p", .planarYUV, 1, 1), Case("yuyv422", .planarYUV, 1, 0),
        Case("uyvy422", .planarYUV, 1, 0), Case("nv21", .planarYUV, 1, 1),
        Case("yuv420p9le", .planarYUV, 1, 1, depth: 10), Case("yuv422p14le", .planarYUV, 1, 0, depth: 16),
        Case("yuv420p10be", .planarYUV, 1, 1, depth: 10),
        Case("yuva420p10be", .planarYUV, 1, 1, depth: 10, alpha: true),
        Case("gray10be", .gray, depth: 10), Case("gray14le", .gray, depth: 16),
        Case("monob", .gray), Case("monow", .gray), Case("ya8", .planarYUV, alpha: true),
    ]

    @Test(arguments: asTheyLie + converted)
    func theIndexIsReadable(_ format: Case) throws {
        let path = try IndexClip.make(
            "format-\(format.name).nut", frames: 12, ["-c:v", "rawvideo", "-pix_fmt", format.name])
        let viewer = try Viewer(path)
        let frames = try viewer.rest()
        expectComplete(frames, 12)
        #expect(frames.first?.format.layout == format.expected.layout)
        #expect(frames.first?.format == format.expected)
        let isRGB = [.rgba, .bgra, .planarGBR].contains(format.expected.layout)
        #expect((frames.first?.color.matrix == .identity) == isRGB)
    }

    /// Every in-memory format of libavutil has a nearest drawable format that loses no depth, alpha, chroma or RGB.
    @Test func theNearestFormatIsNoPoorer() throws {
        var descriptor = av_pix_fmt_desc_next(nil)
        var count = 0
        while let current = descriptor {
            defer { descriptor = av_pix_fmt_desc_next(current) }
            let source = current.pointee
            guard source.flags & UInt64(AV_PIX_FMT_FLAG_HWACCEL) == 0 else { continue }
            count += 1
            let name = String(cString: source.name)
            let format = av_pix_fmt_desc_get_id(current)
            let nearest = try #require(PixelFormat.nearest(to: format), "\(name)")
            let target = try #require(PixelFormat(libav: nearest), "\(name)")
            #expect(target.bitDepth >= min(16, Int(source.comp.0.depth)), "\(name)")
            #expect(target.hasAlpha || source.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) == 0, "\(name)")
            #expect(
                target.chromaShiftX <= source.log2_chroma_w && target.chromaShiftY <= source.log2_chroma_h, "\(name)")
            let isRGB = [.rgba, .bgra, .planarGBR].contains(target.layout)
            #expect(isRGB || source.flags & UInt64(AV_PIX_FMT_FLAG_RGB) == 0, "\(name)")
            // A drawable format is never converted to one with fewer bits.
            if let drawable = PixelFormat(libav: format) { #expect(target.bitDepth == drawable.bitDepth, "\(name)") }
        }
        #expect(count > 150)
    }

    /// Formats that no container used here can carry, filled by libswscale.
    @Test(arguments: [
        Case("nv16", .semiPlanarYUV, 1, 0), Case("nv24", .semiPlanarYUV),
        Case("p010le", .semiPlanarYUV, 1, 1, depth: 10, high: true),
        Case("p210le", .semiPlanarYUV, 1, 0, depth: 10, high: true),
        Case("p416le", .semiPlanarYUV, depth: 16), Case("p016le", .semiPlanarYUV, 1, 1, depth: 16),
        Case("gbrpf32le", .planarGBR, depth: 16), Case("x2rgb10le", .planarGBR, depth: 10),
        Case("grayf32le", .gray, depth: 16), Case("ya16le", .planarYUV, depth: 16, alpha: true),
        Case("y210le", .planarYUV, 1, 0, depth: 10), Case("xyz12le", .planarGBR, depth: 12),
        Case("bayer_rggb8", .rgba, 0), Case("vuya", .planarYUV, alpha: true), Case("vuyx", .planarYUV),
    ])
    func framesThatOnlyDecodersMake(_ format: Case) throws {
        let value = av_get_pix_fmt(format.name)
        if value == AV_PIX_FMT_NONE {
            print("skipped: this FFmpeg has no \(format.name)")
            return
        }
        let storage = try #require(FrameStorage())
        let frame = storage.frame
        frame.pointee.format = value.rawValue
        frame.pointee.width = 64
        frame.pointee.height = 32
        try #require(av_frame_get_buffer(frame, 0) >= 0)
        var isFilled = false
        if sws_isSupportedOutput(value) != 0 {
            // The left half is black, the right half white.
            let source = try #require(FrameStorage())
            source.frame.pointee.format = AV_PIX_FMT_RGB24.rawValue
            source.frame.pointee.width = 64
            source.frame.pointee.height = 32
            try #require(av_frame_get_buffer(source.frame, 0) >= 0)
            let row = Int(oriel_frame_linesize(source.frame, 0))
            for index in 0..<32 * row { oriel_frame_data(source.frame, 0)[index] = index % row < 32 * 3 ? 0 : 255 }
            let context = sws_getContext(64, 32, AV_PIX_FMT_RGB24, 64, 32, value, ORIEL_SWS_POINT, nil, nil, nil)
            defer { sws_freeContext(context) }
            let planes = (0..<4).map { UnsafePointer(oriel_frame_data(source.frame, $0)) }
            let strides = (0..<4).map { oriel_frame_linesize(source.frame, $0) }
            let output = (0..<4).map { oriel_frame_data(frame, $0) }
            let outputStrides = (0..<4).map { oriel_frame_linesize(frame, $0) }
            isFilled = sws_scale(context, planes, strides, 0, 32, output, outputStrides) == 32
        }
        let traits = StreamTraits(
            timeBase: AVRational(num: 1, den: 30), startTime: .zero, frameDuration: nil,
            sampleAspectRatio: AVRational(num: 0, den: 1), orientation: Orientation(), codec: AV_CODEC_ID_RAWVIDEO,
            hasDiscontinuities: false, isStillImage: false)
        let stamp = FrameTimer.Stamp(time: .zero, duration: .zero)
        let built = try #require(FrameBuilder(traits).build(storage, stamp: stamp, generation: 0))
        #expect(built.format == format.expected)
        if isFilled {
            #expect(IndexClip.luma(built, 0.25, 0.5).map { $0 < 0.15 } == true)
            #expect(IndexClip.luma(built, 0.75, 0.5).map { $0 > 0.85 } == true)
        } else {
            print("not filled: libswscale does not write \(format.name)")
        }
    }

    /// Every pixel of a converted frame equals ffmpeg's own conversion to the same format.
    @Test(arguments: [("bgr24", "rgb0"), ("yuyv422", "yuv422p"), ("pal8", "rgba"), ("gbrp10be", "gbrp10le")])
    func conversionsAreLossless(_ from: String, _ to: String) throws {
        let source = ["-vf", "format=gray,geq=lum='mod(X*3+Y*5,256)',format=\(from)", "-c:v", "rawvideo"]
        let original = try IndexClip.make("lossless-\(from).nut", frames: 1, source + ["-pix_fmt", from])
        let reference = IndexClip.path("reference.nut")
        try ffmpeg(["-i", original, "-c:v", "rawvideo", "-pix_fmt", to, reference])
        let converted = try #require(try Viewer(original).next())
        let expected = try #require(try Viewer(reference).next())
        #expect(converted.planes.count == expected.planes.count)
        for (plane, other) in zip(converted.planes, expected.planes) {
            #expect(plane.height == other.height)
            let isPadded = to == "rgb0"
            var differences = 0
            let row = plane.width * converted.format.bytesPerComponent * (converted.planes.count == 1 ? 4 : 1)
            for y in 0..<plane.height {
                for x in 0..<row where !isPadded || x % 4 != 3 {
                    let one = (plane.base + y * plane.bytesPerRow + x).load(as: UInt8.self)
                    let two = (other.base + y * other.bytesPerRow + x).load(as: UInt8.self)
                    if one != two { differences += 1 }
                }
            }
            #expect(differences == 0)
        }
    }

    @Test func oddSizesAndCroppingKeepTheirEdges() throws {
        // H.264 codes whole macroblocks and crops; the cells would shift if the crop were ignored.
        let path = try IndexClip.make(
            "cropped.mp4", frames: 12,
            ["-c:v", "libx264", "-preset", "veryfast", "-pix_fmt", "yuv444p", "-vf", "scale=157:83:flags=neighbor"])
        let frames = try Viewer(path).rest()
        expectComplete(frames, 12)
        #expect(frames.first.map { [$0.width, $0.height] } == [157, 83])
        let left = try IndexClip.make(
            "cropped-left.mp4", frames: 12, ClipCase.x264 + ["-bsf:v", "h264_metadata=crop_left=6:crop_top=4"])
        let cut = try #require(try Viewer(left).next())
        let whole = try #require(try Viewer(try ClipCase.codecs[0].file()).next())
        #expect([cut.width, cut.height] == [154, 86])
        // The first white-over-black cell of index 0 is dark above and bright below in both.
        let ratio = IndexClip.luma(cut, 0.01, 0.99)
        #expect(ratio.flatMap { a in IndexClip.luma(whole, 0.01, 0.99).map { abs($0 - a) < 0.05 } } == true)
        let odd = try IndexClip.make(
            "odd-420.mkv", frames: 12, ["-c:v", "ffv1", "-pix_fmt", "yuv420p", "-vf", "scale=161:91:flags=neighbor"])
        let frame = try #require(try Viewer(odd).next())
        #expect(frame.planes.map { [$0.width, $0.height] } == [[161, 91], [81, 46], [81, 46]])
    }

    @Test func rowsThatLieBottomUpAreTurned() throws {
        let down = try Viewer(try IndexClip.make("down.avi", frames: 12, ["-c:v", "rawvideo", "-pix_fmt", "bgr24"]))
        let frame = try #require(try down.next())
        #expect(frame.planes.allSatisfy { $0.bytesPerRow > 0 })
        // A half turn and a mirror image together are one vertical flip; with that applied, the index is right.
        let isTurned = frame.rotation == .clockwise180 && frame.isFlipped
        #expect(isTurned || (frame.rotation == .none && !frame.isFlipped))
        let raw = try Viewer(try IndexClip.make("down-bgra.avi", frames: 12, ["-c:v", "rawvideo", "-pix_fmt", "bgra"]))
        let bottomUp = try #require(try raw.next())
        if bottomUp.rotation == .clockwise180 { #expect(bottomUp.isFlipped) }
        // Index 0: black above, white below.
        let upper = try #require(IndexClip.luma(bottomUp, 0.5, 0.25))
        #expect((upper < 0.5) == (bottomUp.rotation == .none))
    }

    @Test(arguments: [("alpha-8.webm", "libvpx"), ("alpha-9.webm", "libvpx-vp9")])
    func theAlphaOfWebMIsKept(_ name: String, _ encoder: String) throws {
        let path = try IndexClip.make(
            name, frames: 12,
            ["-c:v", encoder, "-b:v", "1M", "-auto-alt-ref", "0", "-pix_fmt", "yuva420p"]
                + ["-vf", "format=yuva420p,geq=lum='lum(X,Y)':cb=128:cr=128:a='if(lt(X,80),0,255)'"])
        let frames = try Viewer(path).rest()
        expectComplete(frames, 12)
        let frame = try #require(frames.first)
        #expect(frame.format == PixelFormat(layout: .planarYUV, chromaShiftX: 1, chromaShiftY: 1, hasAlpha: true))
        let alpha = try #require(frame.planes.last)
        let row = alpha.base + 40 * alpha.bytesPerRow
        #expect(row.load(fromByteOffset: 20, as: UInt8.self) < 16)
        #expect(row.load(fromByteOffset: 140, as: UInt8.self) > 239)
    }

    @Test func theSizeMayChangeInTheMiddle() throws {
        var stream: [UInt8] = []
        for (name, size) in [("small.h264", "160x90"), ("large.h264", "320x180")] {
            let path = try IndexClip.make(
                name, frames: 12, ClipCase.x264 + ["-s", size, "-sws_flags", "neighbor", "-f", "h264"])
            stream += try IndexClip.bytes(path)
        }
        let frames = try Viewer(try IndexClip.write(stream, "changing.h264")).rest()
        #expect(frames.map(IndexClip.index) == (0..<12).map { $0 } + (0..<12).map { $0 })
        #expect(frames.map(\.width) == Array(repeating: 160, count: 12) + Array(repeating: 320, count: 12))
    }
}
