import CFFmpeg
import OrielDemux
import OrielGeometry

/// Scales premultiplied bitmaps (libswscale): by area averages when they become smaller, otherwise bicubic.
enum PictureScaler {
    /// Returns the pixels at another size; nil if libswscale fails.
    static func scaled(_ picture: SubtitlePicture, to size: Size) -> [UInt32]? {
        guard size.width != picture.columns || size.height != picture.rows else { return picture.pixels }
        let isSmaller = size.width <= picture.columns && size.height <= picture.rows
        guard
            let context = sws_getContext(
                CInt(picture.columns), CInt(picture.rows), AV_PIX_FMT_BGRA, CInt(size.width), CInt(size.height),
                AV_PIX_FMT_BGRA, isSmaller ? ORIEL_SWS_AREA : ORIEL_SWS_BICUBIC, nil, nil, nil)
        else { return nil }
        defer { sws_freeContext(context) }
        // libswscale reads and writes whole vectors.
        let margin = 16
        let input = picture.pixels + [UInt32](repeating: 0, count: margin)
        var output = [UInt32](repeating: 0, count: size.width * size.height + margin)
        let rows = input.withUnsafeBytes { input in
            output.withUnsafeMutableBytes { output in
                let source: [UnsafePointer<UInt8>?] = [
                    input.baseAddress?.assumingMemoryBound(to: UInt8.self), nil, nil, nil,
                ]
                let target: [UnsafeMutablePointer<UInt8>?] = [
                    output.baseAddress?.assumingMemoryBound(to: UInt8.self), nil, nil, nil,
                ]
                return sws_scale(
                    context, source, [CInt(picture.columns * 4), 0, 0, 0], 0, CInt(picture.rows), target,
                    [CInt(size.width * 4), 0, 0, 0])
            }
        }
        guard rows == size.height else { return nil }
        output.removeLast(margin)
        return output
    }
}
