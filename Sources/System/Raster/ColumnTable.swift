import CRaster

/// Table for scaling a plane's rows to the width of the picture: an `oriel_raster_axis` and its memory.
final class ColumnTable: @unchecked Sendable {  // Written before the initialiser returns, never after.
    /// Sum of a pixel's weights.
    private static let one = 1 << 14
    /// Number of samples from a lane's first one that a shuffle can reach.
    private static let reach = 6
    private static let block = Int(ORIEL_RASTER_BLOCK)

    /// The table, valid while this object lives.
    let axis: UnsafePointer<oriel_raster_axis>
    /// Number of samples that are read beyond a row's last one, with weight zero.
    let overread: Int
    private let starts: UnsafeMutablePointer<Int32>
    private let masks: UnsafeMutablePointer<UInt8>?
    private let weights: UnsafeMutablePointer<Int16>

    init(_ coverage: Coverage) {
        let blocks = (coverage.pixels + Self.block - 1) / Self.block
        // Pixels that fill up the last block repeat the last one.
        let spans = (0..<blocks * Self.block).map { coverage.span(of: min($0, coverage.pixels - 1)) }
        let longest = spans.map(\.amounts.count).max() ?? 1
        let isNear =
            longest <= 4
            && stride(from: 0, to: spans.count, by: 4).allSatisfy { lane in
                let firsts = spans[lane..<lane + 4].map(\.first)
                return (firsts.max() ?? 0) - (firsts.min() ?? 0) <= Self.reach
            }
        let steps = isNear ? (longest + 1) / 2 : (longest + 7) / 8
        let isQuads = (0..<coverage.pixels).allSatisfy {
            spans[$0].first == 4 * $0 && spans[$0].amounts.count == 4
                && Self.quantized(spans[$0].amounts).allSatisfy { $0 == Self.one / 4 }
        }
        overread = max(8 * steps + 8, 4 * Self.block)
        let count = blocks * (isNear ? 32 : 128) * steps
        weights = .allocate(capacity: count)
        weights.initialize(repeating: 0, count: count)
        let laneCount = blocks * (isNear ? 4 : Self.block)
        starts = .allocate(capacity: laneCount)
        starts.initialize(repeating: 0, count: laneCount)
        masks = isNear ? .allocate(capacity: blocks * 64) : nil
        masks?.initialize(repeating: 0, count: blocks * 64)
        let axis = UnsafeMutablePointer<oriel_raster_axis>.allocate(capacity: 1)
        axis.initialize(
            to: oriel_raster_axis(
                isQuads: isQuads, blocks: CInt(blocks), steps: CInt(steps), starts: UnsafePointer(starts),
                masks: UnsafePointer(masks), weights: UnsafePointer(weights)))
        self.axis = UnsafePointer(axis)
        for (pixel, span) in spans.enumerated() {
            let (block, place) = (pixel / Self.block, pixel % Self.block)
            if isNear {
                placeNear(span, block: block, place: place, lane: spans[pixel / 4 * 4..<pixel / 4 * 4 + 4], steps)
            } else {
                starts[pixel] = Int32(span.first)
                for (index, weight) in Self.quantized(span.amounts).enumerated() {
                    let row = (block * 8 + place % 8) * steps + index / 8
                    weights[row * 16 + place / 8 * 8 + index % 8] = weight
                }
            }
        }
    }

    deinit {
        axis.deallocate()
        starts.deallocate()
        masks?.deallocate()
        weights.deallocate()
    }

    private func placeNear(
        _ span: Coverage.Span, block: Int, place: Int, lane spans: ArraySlice<Coverage.Span>, _ steps: Int
    ) {
        // The order in which vectors are packed.
        let lane = [0, 2, 1, 3][place / 4]
        let start = spans.map(\.first).min() ?? 0
        starts[block * 4 + lane] = Int32(start)
        for byte in 0..<4 {
            masks?[(block * 4 + lane) * 16 + place % 4 * 4 + byte] = UInt8((span.first - start) * 2 + byte)
        }
        for (index, weight) in Self.quantized(span.amounts).enumerated() {
            weights[((block * steps + index / 2) * 4 + lane) * 8 + place % 4 * 2 + index % 2] = weight
        }
    }

    /// Rounds weights so that their sum is exactly `one`, by rounding their running sums.
    private static func quantized(_ amounts: [Double]) -> [Int16] {
        let unit = Double(one) / amounts.reduce(0, +)
        var before = 0
        var sum = 0.0
        return amounts.map { amount in
            sum += amount
            let after = Int((sum * unit).rounded())
            defer { before = after }
            return Int16(after - before)
        }
    }
}
