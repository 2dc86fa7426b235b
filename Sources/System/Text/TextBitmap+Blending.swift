import CAss
import OrielGeometry

extension TextBitmap {
    /// Draws layers over each other into one bitmap; nil if there are none.
    static func blend(_ layers: [CoverageLayer]) -> TextBitmap? {
        guard var bitmap = clear(layers.lazy.map(\.area)) else { return nil }
        for layer in layers { layer.withRows { bitmap.draw($0) } }
        return bitmap
    }

    /// Draws libass's images over each other without copying them; nil if none is visible.
    /// - Throws: `scriptDrawsTooMuch` if they cover the surface too often.
    static func blend(_ images: UnsafeMutablePointer<ASS_Image>, on surface: Rect) throws(TextProblem) -> TextBitmap? {
        let visible = images.list.lazy.compactMap { CoverageRows($0.pointee, within: surface) }
        var room = TextLimits.overdraw * surface.width * surface.height
        for rows in visible {
            room -= rows.area.width * rows.area.height
            guard room >= 0 else { throw .scriptDrawsTooMuch }
        }
        guard var bitmap = clear(visible.map(\.area)) else { return nil }
        for rows in visible { bitmap.draw(rows) }
        return bitmap
    }

    /// A clear bitmap that covers all areas; nil if there are none.
    private static func clear(_ areas: some Sequence<Rect>) -> TextBitmap? {
        areas.reduce(nil) { $0?.union($1) ?? $1 }.map { TextBitmap($0) }
    }

    /// Draws a colour over the present pixels. The rows must be within the bitmap.
    private mutating func draw(_ rows: CoverageRows) {
        let offset = (rows.area.y - origin.y) * size.width + rows.area.x - origin.x
        let stride = size.width
        pixels.withUnsafeMutableBytes { pixels in
            guard let pixels = pixels.baseAddress else { return }
            for y in 0..<rows.area.height {
                Self.draw(
                    rows.first + y * rows.stride, count: rows.area.width, color: rows.color,
                    over: pixels + (offset + y * stride) * 4)
            }
        }
    }

    /// Draws one row.
    private static func draw(
        _ coverage: UnsafeRawPointer, count: Int, color: UInt32, over pixels: UnsafeMutableRawPointer
    ) {
        // Neighbouring pixels have the same coverage, except at edges.
        var last = 0
        var source: UInt32 = 0
        var x = 0
        while x < count {
            // Most of a text's bitmap is empty.
            while x + 8 <= count, coverage.loadUnaligned(fromByteOffset: x, as: UInt64.self) == 0 { x += 8 }
            let end = min(x + 8, count)
            while x < end {
                let covered = Int(coverage.load(fromByteOffset: x, as: UInt8.self))
                if covered != 0 {
                    if covered != last { (last, source) = (covered, pixel(of: color, covered: UInt32(covered))) }
                    let under = pixels.load(fromByteOffset: x * 4, as: UInt32.self)
                    let pixel = under == 0 ? source : source &+ scaled(under, by: 255 - source >> 24)
                    pixels.storeBytes(of: pixel, toByteOffset: x * 4, as: UInt32.self)
                }
                x += 1
            }
        }
    }

    /// Multiplies the four channels by `factor` / 255 with rounding, two at a time.
    @inline(__always)
    private static func scaled(_ pixel: UInt32, by factor: UInt32) -> UInt32 {
        func pair(_ channels: UInt32) -> UInt32 {
            let product = channels &* factor &+ 0x0080_0080
            return ((product &+ (product >> 8 & 0x00FF_00FF)) >> 8) & 0x00FF_00FF
        }
        return pair(pixel & 0x00FF_00FF) | pair(pixel >> 8 & 0x00FF_00FF) << 8
    }

    /// Premultiplied pixel of a colour with a coverage from 0 to 255.
    @inline(__always)
    private static func pixel(of color: UInt32, covered: UInt32) -> UInt32 {
        scaled(0xFF00_0000 | color >> 8, by: (covered * (255 - color & 0xFF) + 127) / 255)
    }
}
