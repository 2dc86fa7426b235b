import CAss
import OrielGeometry

extension ASS_Image {
    /// The part of the frame it covers.
    var area: Rect { Rect(x: Int(dst_x), y: Int(dst_y), width: Int(w), height: Int(h)) }

    var textColor: TextColor { TextColor(packedForAss: color) }
}
