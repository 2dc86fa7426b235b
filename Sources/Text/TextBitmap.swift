package import OrielGeometry

/// Pixels of one part of a surface, premultiplied: `WL_SHM_FORMAT_ARGB8888`, rows without padding.
package struct TextBitmap: Hashable, Sendable {
    /// The upper left corner on the surface.
    package let origin: Point
    package let size: Size
    /// Alpha in the uppermost byte, blue in the lowest.
    package internal(set) var pixels: [UInt32]

    /// A clear bitmap of a part of the surface.
    init(_ area: Rect) {
        origin = area.origin
        size = area.size
        pixels = [UInt32](repeating: 0, count: area.width * area.height)
    }

    /// Pixels that were made elsewhere.
    /// - Parameter pixels: premultiplied, rows without padding, as many as the area has; a clear bitmap where not.
    package init(_ area: Rect, pixels: [UInt32]) {
        self.init(area)
        if pixels.count == self.pixels.count { self.pixels = pixels }
    }

    /// The part of the surface it covers.
    package var area: Rect { Rect(origin: origin, size: size) }

    /// The pixel at a place of the surface; clear outside of the bitmap.
    package subscript(x: Int, y: Int) -> UInt32 {
        area.contains(Point(x: x, y: y)) ? pixels[(y - origin.y) * size.width + x - origin.x] : 0
    }

    /// Copies the rows to where they belong in a surface's memory and changes nothing else there. What lies outside of the
    /// surface is left out.
    /// - Parameters:
    ///   - stride: bytes from one row to the next; `surface.height` of them are the memory.
    ///   - origin: what lies at the memory's beginning, where that is a part of the surface only.
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

    /// A number that tells one bitmap from another with all but certainty: its place, its size and its pixels.
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
