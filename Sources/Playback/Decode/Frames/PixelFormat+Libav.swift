package import CFFmpeg
package import OrielMedia

extension PixelFormat {
    /// Converts libavutil's format (`av_pix_fmt_desc_get`); nil if it can't be drawn without conversion.
    package init?(libav format: AVPixelFormat) {
        guard let descriptor = av_pix_fmt_desc_get(format)?.pointee else { return nil }
        let components = [
            descriptor.comp.0, descriptor.comp.1, descriptor.comp.2, descriptor.comp.3,
        ].prefix(Int(descriptor.nb_components))
        let unwanted =
            UInt64(AV_PIX_FMT_FLAG_PAL | AV_PIX_FMT_FLAG_BITSTREAM | AV_PIX_FMT_FLAG_HWACCEL | AV_PIX_FMT_FLAG_FLOAT)
            | UInt64(AV_PIX_FMT_FLAG_BAYER | AV_PIX_FMT_FLAG_BE)
        guard descriptor.flags & unwanted == 0, let first = components.first else { return nil }
        let depth = Int(first.depth)
        let bytes = depth > 8 ? 2 : 1
        guard [8, 10, 12, 16].contains(depth), components.allSatisfy({ $0.depth == first.depth }) else { return nil }
        let isRGB = descriptor.flags & UInt64(AV_PIX_FMT_FLAG_RGB) != 0
        let hasAlpha = descriptor.flags & UInt64(AV_PIX_FMT_FLAG_ALPHA) != 0
        let planes = components.map { Int($0.plane) }
        let isPlanar = components.allSatisfy { Int($0.step) == bytes && $0.offset == 0 && $0.shift == 0 }
        let shifts = (Int(descriptor.log2_chroma_w), Int(descriptor.log2_chroma_h))

        if isRGB {
            switch format {
            case AV_PIX_FMT_RGBA, AV_PIX_FMT_RGB0: self.init(layout: .rgba, hasAlpha: hasAlpha)
            case AV_PIX_FMT_BGRA, AV_PIX_FMT_BGR0: self.init(layout: .bgra, hasAlpha: hasAlpha)
            default:
                // Components are R, G, B; planes are G, B, R.
                guard isPlanar, planes.prefix(3) == [2, 0, 1], !hasAlpha || planes.last == 3 else { return nil }
                self.init(layout: .planarGBR, bitDepth: depth, bytesPerComponent: bytes, hasAlpha: hasAlpha)
            }
            return
        }
        // XYZ has no flag in FFmpeg 5, but it is packed.
        guard shifts.0 <= 1, shifts.1 <= 1 else { return nil }
        switch planes {
        case [0] where isPlanar:
            self.init(layout: .gray, bitDepth: depth, bytesPerComponent: bytes)
        case [0, 1, 2] where isPlanar, [0, 1, 2, 3] where isPlanar:
            self.init(
                layout: .planarYUV, chromaShiftX: shifts.0, chromaShiftY: shifts.1, bitDepth: depth,
                bytesPerComponent: bytes, hasAlpha: hasAlpha)
        case [0, 1, 1]:
            let high = Int(first.shift)
            guard Int(first.step) == bytes, Int(components[1].step) == 2 * bytes, components[1].offset == 0,
                Int(components[2].offset) == bytes, high == 0 || high == 8 * bytes - depth,
                components.allSatisfy({ $0.shift == first.shift })
            else { return nil }
            self.init(
                layout: .semiPlanarYUV, chromaShiftX: shifts.0, chromaShiftY: shifts.1, bitDepth: depth,
                bytesPerComponent: bytes, isHighAligned: high != 0)
        default: return nil
        }
    }
}
