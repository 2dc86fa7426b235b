import CRaster
import OrielGeometry
import OrielMedia

/// What one thread needs to draw some of a picture's rows: a row of each component on its way.
final class RasterBand: @unchecked Sendable {  // Used by one thread at a time: whoever claimed it (`RasterWorkers`).
    /// Rows that are turned together: a cache line of pixels.
    static let turned = 16

    private let plan: RasterPlan
    private let usesVectors: Bool
    private let memory: UnsafeMutableRawPointer
    /// A row of sums as the plane has them.
    private let gathered: UnsafeMutablePointer<Int16>
    /// The same, a component each.
    private let narrow: [UnsafeMutablePointer<Int16>]
    /// As wide as the picture.
    private let wide: [UnsafeMutablePointer<Int16>]
    /// What the matrix is given: `wide`, or `narrow` where that is as wide already.
    private let drawn: [UnsafeMutablePointer<Int16>]
    private let pixels: UnsafeMutableRawPointer
    private let pixelsPerRow: Int
    /// Where more rows make up one than can be summed at once.
    private var parts: [Int32] = []
    private var sums = SIMD4<Int>.zero
    private var matrixSums = SIMD4<Int>.zero
    private var matrix = oriel_raster_matrix()

    init(_ plan: RasterPlan, usesVectors: Bool) {
        self.plan = plan
        self.usesVectors = usesVectors
        let block = Int(ORIEL_RASTER_BLOCK)
        let overread = plan.grids.map { $0.columns?.overread ?? 0 }.max() ?? 0
        let samples = (plan.grids.map(\.size.width).max() ?? 0) + overread + block
        let step = plan.sources.map(\.step).max() ?? 1
        pixelsPerRow = (plan.size.width + block - 1) / block * block
        // Rows begin at vectors.
        func rounded(_ bytes: Int) -> Int { (bytes + 63) / 64 * 64 }
        let (rowBytes, wideBytes) = (rounded(samples * 2), rounded(pixelsPerRow * 2))
        let gatheredBytes = rounded(samples * 2 * step)
        let turnedBytes = plan.key.orientation.isTransposed ? pixelsPerRow * 4 * Self.turned : 0
        let total = gatheredBytes + 4 * rowBytes + 4 * wideBytes + turnedBytes
        let memory = UnsafeMutableRawPointer.allocate(byteCount: total, alignment: 64)
        self.memory = memory
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: total)
        func row(_ offset: Int) -> UnsafeMutablePointer<Int16> {
            (memory + offset).assumingMemoryBound(to: Int16.self)
        }
        gathered = row(0)
        narrow = (0..<4).map { row(gatheredBytes + $0 * rowBytes) }
        wide = (0..<4).map { row(gatheredBytes + 4 * rowBytes + $0 * wideBytes) }
        var drawn = wide
        for source in plan.sources where plan.grids[source.grid].columns == nil {
            for component in source.components { drawn[component] = narrow[component] }
        }
        self.drawn = drawn
        pixels = memory + gatheredBytes + 4 * rowBytes + 4 * wideBytes
    }

    deinit { memory.deallocate() }

    /// Draws rows of the frame as it lies, which are columns of the buffer where it is turned.
    func draw(_ rows: Range<Int>, of frame: VideoFrame, into buffer: RasterBuffer, at origin: Point) {
        let start = buffer.base + origin.y * buffer.bytesPerRow + origin.x * 4
        guard plan.key.orientation.isTransposed else {
            for row in rows { draw(row, of: frame, into: start + row * buffer.bytesPerRow) }
            return
        }
        for first in stride(from: rows.lowerBound, to: rows.upperBound, by: Self.turned) {
            let count = min(Self.turned, rows.upperBound - first)
            for row in 0..<count { draw(first + row, of: frame, into: pixels + row * pixelsPerRow * 4) }
            oriel_raster_transpose(
                pixels, pixelsPerRow * 4, CInt(count), CInt(plan.size.width), start + first * 4, buffer.bytesPerRow)
        }
    }

    private func draw(_ row: Int, of frame: VideoFrame, into output: UnsafeMutableRawPointer) {
        for source in plan.sources {
            let grid = plan.grids[source.grid]
            let isSingle = source.step == 1
            let target = isSingle ? narrow[source.components.lowerBound] : gathered
            let sum = gather(frame.planes[source.plane], grid, source.step, row, into: target)
            for component in source.components {
                sums[component] = sum
                let samples = narrow[component]
                if !isSingle {
                    let first = gathered + source.first + (component - source.components.lowerBound) * source.spacing
                    oriel_raster_pick(
                        first, CInt(source.step), CInt(grid.size.width), samples, usesVectors)
                }
                if let columns = grid.columns {
                    withUnsafePointer(to: columns.axis) {
                        oriel_raster_across(samples, $0, wide[component], usesVectors)
                    }
                }
            }
        }
        if matrixSums != sums {
            matrixSums = sums
            matrix = plan.matrix.quantized(sums)
        }
        let bytes = output.assumingMemoryBound(to: UInt8.self)
        oriel_raster_colors(
            drawn[0], drawn[1], drawn[2], &matrix, CInt(plan.size.width), bytes, usesVectors)
        if plan.key.format.hasAlpha {
            let depth = plan.key.format.bitDepth
            let top = Double((1 << depth) - 1) / Double(1 << (depth - 8))
            let scale = Double(1 << 24) / (Double(sums[3]) * top)
            oriel_raster_fade(
                drawn[3], Int32(128 * sums[3]), Int32(scale.rounded()), CInt(plan.size.width), bytes)
        }
    }

    /// The weighted sum of a plane's rows. Returns what the weights add up to.
    private func gather(
        _ plane: VideoFrame.Plane, _ grid: RasterPlan.Grid, _ step: Int, _ index: Int,
        into output: UnsafeMutablePointer<Int16>
    ) -> Int {
        let row = grid.rows.rows[index]
        let count = grid.size.width * step
        if row.range.count <= RowTable.chunk {
            return gather(plane, row.first, grid.rows.weights, row.range, count, into: output)
        }
        parts = [Int32](repeating: 0, count: count)
        var total = 0
        for start in stride(from: row.range.lowerBound, to: row.range.upperBound, by: RowTable.chunk) {
            let range = start..<min(start + RowTable.chunk, row.range.upperBound)
            let first = row.first + start - row.range.lowerBound
            total += gather(plane, first, grid.rows.weights, range, count, into: output)
            for x in 0..<count { parts[x] += Int32(output[x]) }
        }
        for x in 0..<count {
            output[x] = Int16(clamping: (Int(parts[x]) * RowTable.limit + total / 2) / max(total, 1))
        }
        return RowTable.limit
    }

    private func gather(
        _ plane: VideoFrame.Plane, _ first: Int, _ weights: [UInt16], _ range: Range<Int>, _ count: Int,
        into output: UnsafeMutablePointer<Int16>
    ) -> Int {
        let format = plan.key.format
        let samples = (plane.base + first * plane.bytesPerRow).assumingMemoryBound(to: UInt8.self)
        return weights.withUnsafeBufferPointer { all in
            let weights = UnsafeBufferPointer(rebasing: all[range])
            if format.bytesPerComponent == 1 {
                oriel_raster_gather8(
                    samples, plane.bytesPerRow, weights.baseAddress, CInt(weights.count), CInt(count), output,
                    usesVectors)
            } else {
                oriel_raster_gather16(
                    samples, plane.bytesPerRow, weights.baseAddress, CInt(weights.count), CInt(count),
                    CInt(format.bitDepth), format.isHighAligned, output, usesVectors)
            }
            return weights.reduce(0) { $0 + Int($1) }
        }
    }
}
