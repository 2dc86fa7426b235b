package import CFFmpeg
package import OrielMedia

extension PixelFormat {
    /// All drawable formats, with libavutil's names for them.
    private static let drawable: [PixelFormat: AVPixelFormat] = {
        var formats: [PixelFormat: AVPixelFormat] = [:]
        var descriptor = av_pix_fmt_desc_next(nil)
        while let current = descriptor {
            let format = av_pix_fmt_desc_get_id(current)
            // The first match is the plain format; deprecated full-range variants follow.
            if let known = PixelFormat(libav: format), formats[known] == nil { formats[known] = format }
            descriptor = av_pix_fmt_desc_next(current)
        }
        return formats
    }()

    /// The drawable format to convert to; nil for formats that are not in memory.
    ///
    /// It is of the same family, has at least the same depth, and as much chroma as can be drawn.
    package static func nearest(to format: AVPixelFormat) -> AVPixelFormat? {
        guard let descriptor = av_pix_fmt_desc_get(format)?.pointee,
            descriptor.flags & UInt64(AV_PIX_FMT_FLAG_HWACCEL) == 0
        else { return nil }
        let isRGB =
            descriptor.flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BAYER) != 0
            || String(cString: descriptor.name).hasPrefix("xyz")
        let hasAlpha = descriptor.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA | AV_PIX_FMT_FLAG_PAL) != 0
        let isFloat = descriptor.flags & UInt64(AV_PIX_FMT_FLAG_FLOAT) != 0
        let depth = isFloat ? 16 : Int(descriptor.comp.0.depth)
        let isGray = !isRGB && descriptor.nb_components <= 2 && !hasAlpha

        let depths = [8, 10, 12, 16].filter { $0 >= min(depth, 16) }
        // Gray with alpha becomes a YUV format without colour.
        let isColour = !isRGB && descriptor.nb_components > 2
        let shifts = isColour ? (min(1, Int(descriptor.log2_chroma_w)), min(1, Int(descriptor.log2_chroma_h))) : (0, 0)
        for (shiftX, shiftY) in [shifts, (0, 0)] {
            for depth in depths {
                let layout: Layout =
                    if isGray { .gray } else if isRGB { depth == 8 ? .rgba : .planarGBR } else { .planarYUV }
                let wanted = PixelFormat(
                    layout: layout, chromaShiftX: isColour ? shiftX : 0, chromaShiftY: isColour ? shiftY : 0,
                    bitDepth: depth, bytesPerComponent: depth > 8 ? 2 : 1, hasAlpha: hasAlpha)
                if let found = drawable[wanted] { return found }
            }
        }
        return nil
    }
}
