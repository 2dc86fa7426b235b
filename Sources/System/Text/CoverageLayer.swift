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
}
