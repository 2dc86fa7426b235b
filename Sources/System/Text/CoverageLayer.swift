import OrielGeometry

/// Coverage of pixels by one colour: a copy of libass's result, which is only valid until its next call.
struct CoverageLayer {
    let area: Rect
    /// In libass's form, as that of rows.
    let color: UInt32
    /// Coverage values from 0 to 255; rows without padding.
    let coverage: [UInt8]

    /// Copies the rows.
    init(_ rows: CoverageRows) {
        area = rows.area
        color = rows.color
        coverage = [UInt8](unsafeUninitializedCapacity: area.width * area.height) { buffer, count in
            guard let base = buffer.baseAddress else { return }
            for y in 0..<rows.area.height {
                let row = rows.first + y * rows.stride
                (base + y * rows.area.width).initialize(from: row, count: rows.area.width)
            }
            count = rows.area.width * rows.area.height
        }
    }

    /// Gives access to the rows, valid within `body`.
    func withRows<Result>(_ body: (CoverageRows) -> Result) -> Result? {
        coverage.withUnsafeBufferPointer { coverage in
            coverage.baseAddress.map {
                body(CoverageRows(area: area, color: color, first: $0, stride: area.width))
            }
        }
    }

    /// Coverage below which a pixel counts as invisible: libass's edges may be off by 5/255.
    private static let visible: UInt8 = 8

    /// Box of the visibly covered pixels, since libass's bitmaps have a margin. Nil if there are none.
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
