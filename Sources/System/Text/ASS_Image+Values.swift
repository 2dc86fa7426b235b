import CAss
import OrielGeometry

extension ASS_Image {
    /// Part of the frame that the image covers.
    var area: Rect { Rect(x: Int(dst_x), y: Int(dst_y), width: Int(w), height: Int(h)) }
}

extension Color {
    /// The colour in libass's form: RGBA with transparency instead of opacity.
    var packedForAss: UInt32 {
        func byte(_ value: Double) -> UInt32 { UInt32((min(max(value, 0), 1) * 255).rounded()) }
        return byte(red) << 24 | byte(green) << 16 | byte(blue) << 8 | 255 - byte(alpha)
    }
}
