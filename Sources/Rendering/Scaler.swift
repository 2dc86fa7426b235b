import CFFmpegLoader
import CSwscale
package import OrielGeometry
package import OrielMedia

/// Scales a stream's frames and converts them to R'G'B' on the CPU (libswscale): area averages when reduced, bilinear
/// when enlarged.
///
/// For rasterisers on the CPU; docs/proof/rendering.md has the savings. One thread.
package final class Scaler {
    // The context's type is opaque in FFmpeg 5 but not in 8, so it is inferred.
    private let context = sws_alloc_context()
    private let size: Size
    private let key: Key
    private let green: UnsafeMutablePointer<UInt8>
    private let stride: Int

    /// Largest side of a frame that is scaled.
    static let maximumSide = 1 << 16

    /// Frame properties that a context is made for.
    private struct Key: Equatable {
        var format: PixelFormat
        var width: Int
        var height: Int
        var color: ColorDescription

        init(_ frame: VideoFrame) {
            (format, width, height, color) = (frame.format, frame.width, frame.height, frame.color)
        }
    }

    /// Makes a scaler; nil if libswscale can't scale such frames.
    package init?(_ frame: VideoFrame, to size: Size) {
        // Room for vectors beyond a row's end, where libswscale writes.
        stride = (size.width + 63) / 64 * 64 + 64
        let planes = UnsafeMutablePointer<UInt8>.allocate(capacity: stride * size.height * 3)
        green = planes
        self.size = size
        key = Key(frame)
        // If this fails, `deinit` runs as well.
        guard let context, let format = Self.format(frame.format) else { return nil }
        let object = UnsafeMutableRawPointer(context)
        let siting = Self.siting(frame)
        let isFullRange: Int64 = frame.color.range == .full ? 1 : 0
        let options: [(String, Int64)] = [
            ("srcw", Int64(frame.width)), ("srch", Int64(frame.height)), ("src_format", Int64(format.rawValue)),
            ("dstw", Int64(size.width)), ("dsth", Int64(size.height)), ("dst_format", Int64(AV_PIX_FMT_GBRP.rawValue)),
            ("src_range", isFullRange), ("dst_range", 1), ("src_h_chr_pos", siting.x), ("src_v_chr_pos", siting.y),
            ("sws_flags", Int64(ORIEL_SWS_AREA | ORIEL_SWS_ACCURATE_RND | ORIEL_SWS_FULL_CHR_H_INT)),
        ]
        for (name, value) in options { av_opt_set_int(object, name, value, 0) }
        let coefficients = sws_getCoefficients(Self.coefficients(frame.color.matrix))
        guard sws_init_context(context, nil, nil) >= 0,
            sws_setColorspaceDetails(
                context, coefficients, CInt(isFullRange), coefficients, 1, 0, 1 << 16, 1 << 16) >= 0
        else { return nil }
    }

    deinit {
        sws_freeContext(context)
        green.deallocate()
    }

    /// Whether the scaler was made for frames like this one.
    func suits(_ frame: VideoFrame) -> Bool { key == Key(frame) }

    /// Whether frames of this format can be scaled at all.
    static func knows(_ format: PixelFormat, _ color: ColorDescription) -> Bool {
        Self.format(format) != nil && color.matrix != .identity && color.matrix != .ycgco
    }

    /// Whether libswscale is open, which this tries. A scaler is made only if it is: an app's frames need no medium.
    static let isAvailable = oriel_ffmpeg_load() == nil

    /// Scales a frame into pixels of red, green, blue and filler, one byte each; or blue first.
    /// - Parameter output: the target's texels, rows without padding.
    func scale(_ frame: VideoFrame, into output: UnsafeMutablePointer<UInt32>, isBlueFirst: Bool) {
        var inputs = frame.planes.map { UnsafePointer?($0.base.assumingMemoryBound(to: UInt8.self)) }
        var inputStrides = frame.planes.map { CInt(clamping: $0.bytesPerRow) }
        while inputs.count < 4 {
            inputs.append(nil)
            inputStrides.append(0)
        }
        let blue = green + stride * size.height
        let red = blue + stride * size.height
        let outputs: [UnsafeMutablePointer<UInt8>?] = [green, blue, red, nil]
        let outputStrides = [CInt(stride), CInt(stride), CInt(stride), 0]
        sws_scale(context, inputs, inputStrides, 0, CInt(frame.height), outputs, outputStrides)
        let (first, third) = isBlueFirst ? (blue, red) : (red, blue)
        for y in 0..<size.height {
            let (firsts, seconds, thirds) = (first + y * stride, green + y * stride, third + y * stride)
            let row = output + y * size.width
            for x in 0..<size.width {
                row[x] =
                    (UInt32(firsts[x]) | UInt32(seconds[x]) &<< 8 | UInt32(thirds[x]) &<< 16 | 0xFF00_0000).littleEndian
            }
        }
    }

    private static func format(_ format: PixelFormat) -> AVPixelFormat? {
        guard !format.hasAlpha, format.bitDepth == 8 || format.bitDepth == 10 else { return nil }
        let isDeep = format.bitDepth == 10
        switch (format.layout, format.chromaShiftX, format.chromaShiftY) {
        case (.planarYUV, 1, 1) where !format.isHighAligned: return isDeep ? AV_PIX_FMT_YUV420P10LE : AV_PIX_FMT_YUV420P
        case (.planarYUV, 1, 0) where !format.isHighAligned: return isDeep ? AV_PIX_FMT_YUV422P10LE : AV_PIX_FMT_YUV422P
        case (.planarYUV, 0, 0) where !format.isHighAligned: return isDeep ? AV_PIX_FMT_YUV444P10LE : AV_PIX_FMT_YUV444P
        case (.semiPlanarYUV, 1, 1) where isDeep == format.isHighAligned:
            return isDeep ? AV_PIX_FMT_P010LE : AV_PIX_FMT_NV12
        default: return nil
        }
    }

    /// Position of chroma in its block, in 256ths of a luma sample.
    private static func siting(_ frame: VideoFrame) -> (x: Int64, y: Int64) {
        let middle = (
            x: frame.format.chromaShiftX > 0 ? Int64(128) : 0, y: frame.format.chromaShiftY > 0 ? Int64(128) : 0
        )
        switch frame.color.chromaLocation {
        case .left: return (0, middle.y)
        case .center: return middle
        case .topLeft: return (0, 0)
        }
    }

    private static func coefficients(_ matrix: ColorDescription.Matrix) -> CInt {
        switch matrix {
        case .bt709: SWS_CS_ITU709
        case .fcc: SWS_CS_FCC
        case .smpte240m: SWS_CS_SMPTE240M
        case .bt2020: SWS_CS_BT2020
        case .bt601, .ycgco, .identity: SWS_CS_ITU601
        }
    }
}
