/// Table for scaling a plane's rows to the height of the picture. Each row of the picture has a first row of the plane,
/// and the weights from there on.
final class RowTable: @unchecked Sendable {  // Written before the initialiser returns, never after.
    /// Largest sum of a row's weights, so that sums of bytes fit 16 bits.
    static let limit = 256
    /// Number of rows that are summed at once, if more than these make up one.
    static let chunk = 120

    struct Row {
        var first: Int
        /// Range in `weights`.
        var range: Range<Int>
        /// Sum of the weights.
        var sum: Int
    }

    /// The rows, valid while this object lives. Pointers avoid reference counting while drawing.
    let rows: UnsafeBufferPointer<Row>
    let weights: UnsafePointer<UInt16>

    init(_ coverage: Coverage) {
        let unit = Self.unit(coverage)
        var rows: [Row] = []
        var weights: [UInt16] = []
        rows.reserveCapacity(coverage.pixels)
        for pixel in 0..<coverage.pixels {
            let span = coverage.span(of: pixel)
            var quantized = span.amounts.map { UInt16(($0 * Double(unit)).rounded()) }
            // Both ends may have been rounded up.
            var excess = quantized.reduce(0) { $0 + Int($1) } - Self.limit
            if span.amounts.count <= Self.chunk, excess > 0 {
                for index in quantized.indices where excess > 0 && quantized[index] > 0 {
                    quantized[index] -= 1
                    excess -= 1
                }
            }
            let start = weights.count
            weights += quantized
            rows.append(
                Row(
                    first: span.first, range: start..<weights.count,
                    sum: quantized.reduce(0) { $0 + Int($1) }))
        }
        let rowMemory = UnsafeMutableBufferPointer<Row>.allocate(capacity: rows.count)
        _ = rowMemory.initialize(from: rows)
        let weightMemory = UnsafeMutableBufferPointer<UInt16>.allocate(capacity: max(1, weights.count))
        _ = weightMemory.initialize(from: weights)
        self.rows = UnsafeBufferPointer(rowMemory)
        self.weights = UnsafePointer(weightMemory.baseAddress!)  // There is at least one weight.
    }

    deinit {
        rows.deallocate()
        weights.deallocate()
    }

    /// Weight of a whole row. Whole rows have equal weights; if the ratio is a simple fraction, the partial ones are
    /// exact too.
    private static func unit(_ coverage: Coverage) -> Int {
        // The rows are summed in parts.
        guard coverage.width <= Double(chunk - 2) else { return 2 }
        let largest = max(1, Int((Double(limit) / coverage.width + 1e-6).rounded(.down)))
        for divisor in 1...max(1, largest) {
            let ratio = coverage.ratio * Double(divisor)
            let offset = (coverage.offset + coverage.ratio / 2 - coverage.width / 2) * Double(divisor)
            if abs(ratio - ratio.rounded()) < 1e-6, abs(offset - offset.rounded()) < 1e-6 {
                return largest / divisor * divisor
            }
        }
        return largest
    }
}
