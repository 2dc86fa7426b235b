import OrielGeometry

/// How much of each pixel one colour covers: what libass answers, copied, since its own ends with the next call.
struct CoverageLayer {
    let area: Rect
    let color: TextColor
    /// Rows without padding.
    let coverage: [UInt8]

    /// The rows `stride` bytes apart; the last may end with its last pixel. What lies outside of `limits` is left out. Nil
    /// where nothing is left.
    init?(_ area: Rect, of limits: Rect, color: TextColor, bytes: UnsafePointer<UInt8>, stride: Int) {
        guard color.alpha > 0, stride >= area.width, let part = area.intersection(limits) else { return nil }
        self.area = part
        self.color = color
        coverage = [UInt8](unsafeUninitializedCapacity: part.width * part.height) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            for y in 0..<part.height {
                let row = bytes + (part.y - area.y + y) * stride + (part.x - area.x)
                (base + y * part.width).initialize(from: row, count: part.width)
            }
            count = part.width * part.height
        }
    }

    /// Less than this of a pixel isn't seen: libass's edges are up to 5/255 beside where they should be.
    private static let visible: UInt8 = 8

    /// The box of the pixels that are visibly covered; libass's bitmaps have a margin. Nil where none is.
    var ink: Rect? {
        coverage.withUnsafeBufferPointer { coverage in
            func isBlank(row y: Int) -> Bool {
                for x in 0..<area.width where coverage[y * area.width + x] >= Self.visible { return false }
                return true
            }
            var top = 0
            while top < area.height, isBlank(row: top) { top += 1 }
            guard top < area.height else { return nil }
            var bottom = area.height
            while isBlank(row: bottom - 1) { bottom -= 1 }
            var left = area.width
            var right = 0
            for y in top..<bottom {
                let row = y * area.width
                left = (0..<left).first { coverage[row + $0] >= Self.visible } ?? left
                right = (right..<area.width).last { coverage[row + $0] >= Self.visible }.map { $0 + 1 } ?? right
            }
            return Rect(x: area.x + left, y: area.y + top, width: right - left, height: bottom - top)
        }
    }
}
