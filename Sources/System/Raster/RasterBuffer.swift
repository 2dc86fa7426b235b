package import OrielGeometry

/// Memory to draw into: blue, green, red and filler, one byte each (`wl_shm`'s XRGB8888 and ARGB8888). Drawing sets the
/// filler to 255.
package struct RasterBuffer {
    package var base: UnsafeMutableRawPointer
    package var size: Size
    /// Distance between rows in bytes.
    package var bytesPerRow: Int

    package init(base: UnsafeMutableRawPointer, size: Size, bytesPerRow: Int) {
        self.base = base
        self.size = size
        self.bytesPerRow = bytesPerRow
    }

    /// Fills a rectangle with black, opaque or clear; its part outside of the buffer is ignored.
    package func clear(_ rect: Rect, isOpaque: Bool = true) {
        guard let rect = rect.intersection(Rect(origin: .zero, size: size)) else { return }
        let pixel = (isOpaque ? UInt32(0xFF00_0000) : 0).littleEndian
        for y in rect.y..<rect.maxY {
            let row = base + y * bytesPerRow + rect.x * 4
            for x in 0..<rect.width {
                row.storeBytes(of: pixel, toByteOffset: x &* 4, as: UInt32.self)
            }
        }
    }

    /// Multiplies all premultiplied pixels by an opacity from 0 to 1.
    package func fade(to opacity: Double) {
        let factor = UInt32((min(max(opacity, 0), 1) * 256).rounded())
        for y in 0..<size.height {
            let row = UnsafeMutableBufferPointer(
                start: (base + y * bytesPerRow).assumingMemoryBound(to: UInt32.self), count: size.width)
            for x in row.indices {
                let pixel = UInt32(littleEndian: row[x])
                // Two components at a time.
                let outer = (((pixel & 0xFF00FF) * factor) >> 8) & 0xFF00FF
                let green = (((pixel & 0x00FF00) * factor) >> 8) & 0x00FF00
                let alpha = (((pixel >> 24) * factor) >> 8) << 24
                row[x] = (alpha | outer | green).littleEndian
            }
        }
    }

    /// Fills the area around a picture.
    package func clearBars(around picture: Rect, isOpaque: Bool = true) {
        for bar in Rect(origin: .zero, size: size).subtracting(picture) { clear(bar, isOpaque: isOpaque) }
    }
}
