extension TextBitmap {
    /// Blends a premultiplied pixel over another.
    package static func over(_ pixel: UInt32, _ ground: UInt32) -> UInt32 {
        let rest = 255 - pixel >> 24
        return stride(from: UInt32(0), through: 24, by: 8).reduce(0) { result, shift in
            let below = (ground >> shift & 0xFF) * rest / 255
            return result | min(255, (pixel >> shift & 0xFF) + below) << shift
        }
    }

    /// The bitmap with an opacity, 0 to 1.
    package func faded(to opacity: Double) -> TextBitmap {
        var faded = self
        let factor = UInt32((min(max(opacity, 0), 1) * 256).rounded())
        faded.pixels.withUnsafeMutableBufferPointer { pixels in
            for index in pixels.indices {
                let pixel = pixels[index]
                guard pixel != 0 else { continue }
                // Two channels at a time; each product has room for its 8 and the factor's 9 bits.
                let odd = (((pixel >> 8) & 0x00ff_00ff) &* factor) & 0xff00_ff00
                let even = (((pixel & 0x00ff_00ff) &* factor) >> 8) & 0x00ff_00ff
                pixels[index] = odd | even
            }
        }
        return faded
    }
}
