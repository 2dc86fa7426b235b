import CFFmpeg
import OrielMedia

extension ColorDescription {
    /// Describes a frame's colours, with the usual guesses where the stream states nothing.
    /// - Parameter format: the decoder's pixel format.
    init(_ frame: AVFrame, format: AVPixelFormat, codec: AVCodecID) {
        let flags = av_pix_fmt_desc_get(format)?.pointee.flags ?? 0
        let isRGB = flags & UInt64(AV_PIX_FMT_FLAG_RGB | AV_PIX_FMT_FLAG_PAL) != 0
        let matrix = isRGB ? .identity : Self.matrix(frame)
        self.init(
            matrix: matrix, range: Self.range(frame, format: format, isRGB: isRGB, codec: codec),
            transfer: Self.transfer(frame.color_trc), primaries: Self.primaries(frame, matrix: matrix),
            chromaLocation: Self.chromaLocation(frame.chroma_location, codec: codec))
    }

    /// An unspecified matrix counts as BT.709 for high definition and as BT.601 below.
    private static func matrix(_ frame: AVFrame) -> Matrix {
        switch frame.colorspace {
        case AVCOL_SPC_BT709: .bt709
        case AVCOL_SPC_FCC: .fcc
        case AVCOL_SPC_BT470BG, AVCOL_SPC_SMPTE170M: .bt601
        case AVCOL_SPC_SMPTE240M: .smpte240m
        case AVCOL_SPC_YCGCO: .ycgco
        case AVCOL_SPC_BT2020_NCL, AVCOL_SPC_BT2020_CL: .bt2020
        // GBR in YUV planes.
        case AVCOL_SPC_RGB: .identity
        default: frame.width >= 1280 || frame.height > 576 ? .bt709 : .bt601
        }
    }

    private static func range(_ frame: AVFrame, format: AVPixelFormat, isRGB: Bool, codec: AVCodecID) -> Range {
        switch frame.color_range {
        case AVCOL_RANGE_JPEG: return .full
        case AVCOL_RANGE_MPEG: return .limited
        default: break
        }
        if isRGB { return .full }
        switch format {
        case AV_PIX_FMT_YUVJ420P, AV_PIX_FMT_YUVJ422P, AV_PIX_FMT_YUVJ444P, AV_PIX_FMT_YUVJ440P, AV_PIX_FMT_YUVJ411P:
            return .full
        default: break
        }
        // Gray is full range in image files, and limited-range luma in video.
        let components = av_pix_fmt_desc_get(format)?.pointee.nb_components ?? 3
        let properties = avcodec_descriptor_get(codec)?.pointee.props ?? 0
        let isPicture = properties & AV_CODEC_PROP_INTRA_ONLY != 0 && properties & AV_CODEC_PROP_LOSSLESS != 0
        return components <= 2 && isPicture ? .full : .limited
    }

    private static func transfer(_ transfer: AVColorTransferCharacteristic) -> Transfer {
        switch transfer {
        case AVCOL_TRC_SMPTE2084: .pq
        case AVCOL_TRC_ARIB_STD_B67: .hlg
        case AVCOL_TRC_LINEAR: .linear
        default: .sdr
        }
    }

    private static func primaries(_ frame: AVFrame, matrix: Matrix) -> Primaries {
        switch frame.color_primaries {
        case AVCOL_PRI_BT709: .bt709
        case AVCOL_PRI_BT470M, AVCOL_PRI_SMPTE170M, AVCOL_PRI_SMPTE240M: .bt601_525
        case AVCOL_PRI_BT470BG: .bt601_625
        case AVCOL_PRI_BT2020: .bt2020
        case AVCOL_PRI_SMPTE431, AVCOL_PRI_SMPTE432: .displayP3
        default:
            switch matrix {
            case .bt2020: .bt2020
            case .bt601: frame.height == 576 ? .bt601_625 : .bt601_525
            case .smpte240m, .fcc: .bt601_525
            case .bt709, .ycgco, .identity: .bt709
            }
        }
    }

    private static func chromaLocation(_ location: AVChromaLocation, codec: AVCodecID) -> ChromaLocation {
        switch location {
        case AVCHROMA_LOC_LEFT, AVCHROMA_LOC_BOTTOMLEFT: return .left
        case AVCHROMA_LOC_CENTER, AVCHROMA_LOC_TOP, AVCHROMA_LOC_BOTTOM: return .center
        case AVCHROMA_LOC_TOPLEFT: return .topLeft
        default: break
        }
        switch codec {
        case AV_CODEC_ID_MPEG1VIDEO, AV_CODEC_ID_MJPEG, AV_CODEC_ID_MJPEGB, AV_CODEC_ID_H261, AV_CODEC_ID_H263,
            AV_CODEC_ID_WEBP, AV_CODEC_ID_JPEGXL, AV_CODEC_ID_JPEG2000:
            return .center
        default: return .left
        }
    }
}
