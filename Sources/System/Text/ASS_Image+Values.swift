import CAss
import OrielGeometry

extension ASS_Image {
    /// Part of the frame that the image covers.
    var area: Rect { Rect(x: Int(dst_x), y: Int(dst_y), width: Int(w), height: Int(h)) }

    var textColor: TextColor { TextColor(packedForAss: color) }
}
