import CFFmpeg
import OrielMedia

/// Converts frames to the nearest drawable format (libswscale). Size and colour description stay the same. Decode
/// thread only.
final class PixelConverter {
    // The context's type is opaque in FFmpeg 5 but not in 8, so it is inferred.
    private var context = sws_alloc_context()

    deinit { sws_freeContext(context) }

    /// Returns a converted copy; nil if libswscale doesn't support the format or memory ran out.
    func convert(
        _ source: FrameStorage, to format: AVPixelFormat, color: ColorDescription
    ) -> FrameStorage? {
        let input = source.frame
        guard let result = FrameStorage() else { return nil }
        let output = result.frame
        output.pointee.format = format.rawValue
        output.pointee.width = input.pointee.width
        output.pointee.height = input.pointee.height
        guard av_frame_get_buffer(output, 0) >= 0, av_frame_copy_props(output, input) >= 0 else { return nil }

        let (width, height) = (input.pointee.width, input.pointee.height)
        context = sws_getCachedContext(
            context, width, height, AVPixelFormat(rawValue: input.pointee.format), width, height, format,
            ORIEL_SWS_BILINEAR | ORIEL_SWS_ACCURATE_RND | ORIEL_SWS_FULL_CHR_H_INT, nil, nil, nil)
        guard let context else { return nil }
        let range: CInt = color.range == .full ? 1 : 0
        let coefficients = sws_getCoefficients(Self.coefficients(color.matrix))
        sws_setColorspaceDetails(context, coefficients, range, coefficients, range, 0, 1 << 16, 1 << 16)

        let inputPlanes = (0..<4).map { UnsafePointer(oriel_frame_data(input, $0)) }
        let inputStrides = (0..<4).map { oriel_frame_linesize(input, $0) }
        let outputPlanes = (0..<4).map { oriel_frame_data(output, $0) }
        let outputStrides = (0..<4).map { oriel_frame_linesize(output, $0) }
        let rows = sws_scale(context, inputPlanes, inputStrides, 0, height, outputPlanes, outputStrides)
        return rows == height ? result : nil
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
