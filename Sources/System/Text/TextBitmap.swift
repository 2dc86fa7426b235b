package import OrielGeometry

/// Premultiplied pixels of a part of a surface: `WL_SHM_FORMAT_ARGB8888`, rows without padding.
package struct TextBitmap: Hashable, Sendable {
    /// Upper left corner on the surface.
    package let origin: Point
    package let size: Size
    /// Pixels with alpha in the highest byte and blue in the lowest.
    package internal(set) var pixels: [UInt32]

    /// Makes a clear bitmap of a part of the surface.
    init(_ area: Rect) {
        origin = area.origin
        size = area.size
        pixels = [UInt32](repeating: 0, count: area.width * area.height)
    }

    /// Makes a bitmap of given pixels.
    /// - Parameter pixels: premultiplied, rows without padding. If their number doesn't match the area, the bitmap is
    ///   clear.
    package init(_ area: Rect, pixels: [UInt32]) {
        self.init(area)
        if pixels.count == self.pixels.count { self.pixels = pixels }
    }

    /// Part of the surface that the bitmap covers.
    package var area: Rect { Rect(origin: origin, size: size) }

    /// Pixel at a position of the surface; clear outside of the bitmap.
    package subscript(x: Int, y: Int) -> UInt32 {
        area.contains(Point(x: x, y: y)) ? pixels[(y - origin.y) * size.width + x - origin.x] : 0
    }

    /// Copies the rows to their position in a surface's memory, without changing other pixels. Rows outside of the
    /// surface are left out.
    /// - Parameters:
    ///   - stride: bytes from one row to the next; the memory has `surface.height` rows.
    ///   - origin: position of the memory's first pixel, if the memory is only a part of the surface.
    package func copy(
        to memory: UnsafeMutableRawBufferPointer, stride: Int, surface: Size, origin corner: Point = .zero
    ) {
        guard let base = memory.baseAddress, memory.count >= stride * surface.height, stride >= surface.width * 4,
            let part = area.intersection(Rect(origin: corner, size: surface))
        else { return }
        pixels.withUnsafeBytes { pixels in
            guard let source = pixels.baseAddress else { return }
            for y in part.y..<part.maxY {
                (base + (y - corner.y) * stride + (part.x - corner.x) * 4).copyMemory(
                    from: source + ((y - origin.y) * size.width + part.x - origin.x) * 4, byteCount: part.width * 4)
            }
        }
    }

    /// Hash of the position, size and pixels, which distinguishes bitmaps with near certainty.
    package var contentHash: UInt64 {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        func mix(_ value: UInt64) {
            hash = (hash ^ value) &* 0x9E37_79B9_7F4A_7C15
            hash ^= hash >> 29
        }
        for number in [origin.x, origin.y, size.width, size.height] { mix(UInt64(bitPattern: Int64(number))) }
        pixels.withUnsafeBytes { bytes in
            var offset = 0
            while offset + 8 <= bytes.count {
                mix(bytes.load(fromByteOffset: offset, as: UInt64.self))
                offset += 8
            }
            if offset + 4 <= bytes.count { mix(UInt64(bytes.load(fromByteOffset: offset, as: UInt32.self))) }
        }
        return hash
    }
}
