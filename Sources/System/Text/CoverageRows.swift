import CAss
import OrielGeometry

/// Coverage of pixels by one colour, in borrowed memory: libass's until its next call, or a layer's.
struct CoverageRows {
    let area: Rect
    /// RGBA in libass's form, with transparency instead of opacity.
    let color: UInt32
    let first: UnsafePointer<UInt8>
    /// Bytes from one row to the next; the last row may end with its last pixel.
    let stride: Int
}

extension CoverageRows {
    /// Part of an image within `limits`; nil if nothing is visible.
    /// - Parameter offset: added to the image's x and y.
    init?(_ image: ASS_Image, movedBy offset: Int = 0, within limits: Rect) {
        let (whole, stride) = (image.area.moved(by: offset), Int(image.stride))
        guard let bytes = image.bitmap, image.color & 0xFF < 255, stride >= whole.width,
            let part = whole.intersection(limits)
        else { return nil }
        self.init(
            area: part, color: image.color, first: bytes + (part.y - whole.y) * stride + (part.x - whole.x),
            stride: stride)
    }
}
