import CFFmpeg
import OrielGeometry
import OrielMedia
import OrielRendering
import OrielTestPictures
import Testing

/// The same patches through libswscale, as a check of the reference `ColorModel`.
@Suite(.serialized) struct ScalerReferenceTests {
    /// Without gray, which libswscale always treats as full range.
    static let formats: [(name: String, code: AVPixelFormat)] = [
        ("yuv420p", AV_PIX_FMT_YUV420P), ("yuv422p", AV_PIX_FMT_YUV422P), ("yuv444p", AV_PIX_FMT_YUV444P),
        ("nv12", AV_PIX_FMT_NV12), ("yuv420p10le", AV_PIX_FMT_YUV420P10LE), ("p010le", AV_PIX_FMT_P010LE),
        ("gbrp", AV_PIX_FMT_GBRP), ("bgra", AV_PIX_FMT_BGRA),
    ]

    @Test(arguments: formats.map(\.name))
    func patches(_ name: String) throws {
        let format = try #require(PixelFormats.named(name))
        let code = try #require(Self.formats.first { $0.name == name }).code
        let patch = 16
        let canvas = try Canvas(PixelFormatTests.colors.count * patch, patch)
        defer { canvas.finish() }
        for matrix: ColorDescription.Matrix in [.bt601, .bt709] {
            for range in PixelFormatTests.ranges {
                let model = ColorModel(format: format, matrix: matrix, range: range)
                let encoded = PixelFormatTests.colors.map { model.encode($0[0], $0[1], $0[2]) }
                let frame = FrameFactory(
                    format: format, width: canvas.target.size.width, height: patch,
                    color: ColorDescription(matrix: matrix, range: range)
                ).frame { component, x, _ in
                    let shift = component > 0 && component < 3 ? format.chromaShiftX : 0
                    return component == 3 ? 255 : encoded[(x << shift) / patch][component]
                }
                let pixels = try canvas.pixels(of: frame)
                let reference = try scaled(frame, code, matrix, range)
                for index in encoded.indices {
                    let x = index * patch + patch / 2
                    for component in 0..<3 {
                        let seen = pixels[x, patch / 2][component]
                        let wanted = reference[x, patch / 2][component]
                        #expect(
                            abs(seen - wanted) <= 2,
                            "\(name) \(matrix) \(range) \(PixelFormatTests.colors[index]): \(seen), \(wanted)")
                    }
                }
            }
        }
    }

    /// Converts with `sws_scale` to RGBA of the same size.
    private func scaled(
        _ frame: VideoFrame, _ code: AVPixelFormat, _ matrix: ColorDescription.Matrix, _ range: ColorDescription.Range
    ) throws -> Pixels {
        let (width, height) = (Int32(frame.width), Int32(frame.height))
        let flags = ORIEL_SWS_BILINEAR | ORIEL_SWS_ACCURATE_RND | ORIEL_SWS_FULL_CHR_H_INT
        let scaler = try #require(
            sws_getContext(width, height, code, width, height, AV_PIX_FMT_RGBA, flags, nil, nil, nil))
        defer { sws_freeContext(scaler) }
        let coefficients = sws_getCoefficients(matrix == .bt709 ? SWS_CS_ITU709 : SWS_CS_ITU601)
        sws_setColorspaceDetails(
            scaler, coefficients, range == .full ? 1 : 0, coefficients, 1, 0, 1 << 16, 1 << 16)
        let planes = (0..<4).map { $0 < frame.planes.count ? frame.planes[$0] : nil }
        let bases = planes.map { $0?.base.assumingMemoryBound(to: UInt8.self) }
        let strides = planes.map { Int32($0?.bytesPerRow ?? 0) }
        var bytes = [UInt8](repeating: 0, count: frame.width * frame.height * 4)
        bytes.withUnsafeMutableBufferPointer { output in
            _ = sws_scale(scaler, bases, strides, 0, height, [output.baseAddress], [width * 4])
        }
        return Pixels(size: Size(width: frame.width, height: frame.height), bytes: bytes)
    }
}
