extension UInt32 {
    /// The pixel, alpha in its highest byte, with its colours multiplied by its alpha.
    package var premultiplied: UInt32 {
        let alpha = self >> 24
        if alpha == 255 { return self }
        func part(_ shift: UInt32) -> UInt32 { (((self >> shift & 255) * alpha + 127) / 255) << shift }
        return alpha << 24 | part(16) | part(8) | part(0)
    }
}
