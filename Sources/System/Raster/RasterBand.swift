import CRaster
import OrielGeometry
import OrielMedia

/// Buffers with which one thread draws some rows of a frame: one row of each component at a time.
///
/// For each row: `gather` sums the plane's rows, `oriel_raster_pick` separates interleaved components,
/// `oriel_raster_across` scales to the width, and the matrix, with or without a conversion of light, gives pixels.
/// Transposed frames collect sixteen rows first.
final class RasterBand: @unchecked Sendable {  // Used by the thread that claimed its part (`RasterWorkers`).
    /// Number of rows that are transposed together: a cache line of pixels.
    static let turned = 16

    /// Constants for the rows of a plane's part, as addresses in the plan, which outlives them.
    private struct Lane {
        let source: RasterPlan.Source
        let rows: UnsafeBufferPointer<RowTable.Row>
        let weights: UnsafePointer<UInt16>
        /// Nil if rows are as wide as the picture already.
        let axis: UnsafePointer<oriel_raster_axis>?
        let width: Int
    }

    private let plan: RasterPlan
    private let lanes: [Lane]
    private let usesVectors: Bool
    private let memory: UnsafeMutableRawPointer
    /// One row of sums, with components interleaved as in the plane.
    private let gathered: UnsafeMutablePointer<Int16>
    /// Rows of separate components at the plane's width, `samplesPerRow` apart.
    private let narrow: UnsafeMutablePointer<Int16>
    private let samplesPerRow: Int
    /// Rows of separate components at the picture's width, `pixelsPerRow` apart.
    private let wide: UnsafeMutablePointer<Int16>
    private let pixels: UnsafeMutableRawPointer
    private let pixelsPerRow: Int
    /// Sums of a row that is made of more rows than can be summed at once.
    private var parts: [Int32] = []
    private var matrixSums = SIMD4<Int>.zero
    private var matrix = oriel_raster_matrix()

    init(_ plan: RasterPlan, usesVectors: Bool) {
        self.plan = plan
        self.usesVectors = usesVectors
        lanes = plan.sources.map {
            let grid = plan.grids[$0.grid]
            return Lane(
                source: $0, rows: grid.rows.rows, weights: grid.rows.weights, axis: grid.columns?.axis,
                width: grid.size.width)
        }
        let block = Int(ORIEL_RASTER_BLOCK)
        let overread = plan.grids.map { $0.columns?.overread ?? 0 }.max() ?? 0
        // Rows begin at multiples of a vector.
        func rounded(_ samples: Int) -> Int { (samples + 31) / 32 * 32 }
        let samples = (plan.grids.map(\.size.width).max() ?? 0) + overread + block
        let step = plan.sources.map(\.step).max() ?? 1
        samplesPerRow = rounded(samples)
        pixelsPerRow = rounded(plan.size.width)
        let gatheredSamples = rounded(samples * step)
        let turnedBytes = plan.key.axes.isTransposed ? pixelsPerRow * 4 * Self.turned : 0
        let sampleCount = gatheredSamples + 4 * samplesPerRow + 4 * pixelsPerRow
        let total = sampleCount * 2 + turnedBytes
        memory = UnsafeMutableRawPointer.allocate(byteCount: total, alignment: 64)
        memory.initializeMemory(as: UInt8.self, repeating: 0, count: total)
        gathered = memory.assumingMemoryBound(to: Int16.self)
        narrow = gathered + gatheredSamples
        wide = narrow + 4 * samplesPerRow
        pixels = memory + sampleCount * 2
    }

    deinit { memory.deallocate() }

    /// Draws rows of the frame as stored; if it is transposed, they are columns of the buffer.
    func draw(_ rows: Range<Int>, of frame: VideoFrame, into buffer: RasterBuffer, at origin: Point) {
        let start = buffer.base + origin.y * buffer.bytesPerRow + origin.x * 4
        let planes = frame.planes
        guard plan.key.axes.isTransposed else {
            for row in rows { draw(row, of: planes, into: start + row * buffer.bytesPerRow) }
            return
        }
        for first in stride(from: rows.lowerBound, to: rows.upperBound, by: Self.turned) {
            let count = min(Self.turned, rows.upperBound - first)
            for row in 0..<count { draw(first + row, of: planes, into: pixels + row * pixelsPerRow * 4) }
            oriel_raster_transpose(
                pixels, pixelsPerRow * 4, CInt(count), CInt(plan.size.width), start + first * 4, buffer.bytesPerRow)
        }
    }

    private func narrow(_ component: Int) -> UnsafeMutablePointer<Int16> { narrow + component * samplesPerRow }

    private func wide(_ component: Int) -> UnsafeMutablePointer<Int16> { wide + component * pixelsPerRow }

    private func draw(_ row: Int, of planes: [VideoFrame.Plane], into output: UnsafeMutableRawPointer) {
        var sums = SIMD4<Int>.zero
        // Rows for the matrix, as wide as the picture.
        var drawn = (wide(0), wide(1), wide(2), wide(3))
        for index in lanes.indices {
            let lane = lanes[index]
            let source = lane.source
            let isSingle = source.step == 1
            let target = isSingle ? narrow(source.components.lowerBound) : gathered
            let sum = gather(planes[source.plane], lane, row, into: target)
            for component in source.components {
                sums[component] = sum
                var samples = narrow(component)
                if !isSingle {
                    let first = gathered + source.first + (component - source.components.lowerBound) * source.spacing
                    oriel_raster_pick(first, CInt(source.step), CInt(lane.width), samples, usesVectors)
                }
                if let axis = lane.axis {
                    oriel_raster_across(samples, axis, wide(component), usesVectors)
                    samples = wide(component)
                }
                switch component {
                case 0: drawn.0 = samples
                case 1: drawn.1 = samples
                case 2: drawn.2 = samples
                default: drawn.3 = samples
                }
            }
        }
        if matrixSums != sums {
            matrixSums = sums
            matrix = plan.matrix.quantized(sums)
        }
        // A copy: passing the property's address has its exclusive use recorded at run time, for each row.
        var matrix = matrix
        let bytes = output.assumingMemoryBound(to: UInt8.self)
        let thresholds = plan.key.format.bitDepth > 8 ? Dither.thresholds(row) : Dither.none
        let count = CInt(plan.size.width)
        if let light = plan.light {
            oriel_raster_lights(
                drawn.0, drawn.1, drawn.2, &matrix, light.conversion, thresholds, count, bytes, usesVectors)
        } else {
            oriel_raster_colors(drawn.0, drawn.1, drawn.2, &matrix, thresholds, count, bytes, usesVectors)
        }
        if plan.key.format.hasAlpha {
            let depth = plan.key.format.bitDepth
            let top = Double((1 << depth) - 1) / Double(1 << (depth - 8))
            let scale = Double(1 << 24) / (Double(sums[3]) * top)
            oriel_raster_fade(
                drawn.3, Int32(128 * sums[3]), Int32(scale.rounded()), CInt(plan.size.width), bytes)
        }
    }

    /// Sums rows of a plane with weights. Returns the sum of the weights.
    private func gather(
        _ plane: VideoFrame.Plane, _ lane: Lane, _ index: Int, into output: UnsafeMutablePointer<Int16>
    ) -> Int {
        let row = lane.rows[index]
        let count = lane.width * lane.source.step
        if row.range.count <= RowTable.chunk {
            gather(plane, row.first, lane.weights, row.range, count, into: output)
            return row.sum
        }
        parts = [Int32](repeating: 0, count: count)
        for start in stride(from: row.range.lowerBound, to: row.range.upperBound, by: RowTable.chunk) {
            let range = start..<min(start + RowTable.chunk, row.range.upperBound)
            let first = row.first + start - row.range.lowerBound
            gather(plane, first, lane.weights, range, count, into: output)
            for x in 0..<count { parts[x] += Int32(output[x]) }
        }
        for x in 0..<count {
            output[x] = Int16(clamping: (Int(parts[x]) * RowTable.limit + row.sum / 2) / max(row.sum, 1))
        }
        return RowTable.limit
    }

    private func gather(
        _ plane: VideoFrame.Plane, _ first: Int, _ weights: UnsafePointer<UInt16>, _ range: Range<Int>, _ count: Int,
        into output: UnsafeMutablePointer<Int16>
    ) {
        let format = plan.key.format
        let samples = (plane.base + first * plane.bytesPerRow).assumingMemoryBound(to: UInt8.self)
        if format.bytesPerComponent == 1 {
            oriel_raster_gather8(
                samples, plane.bytesPerRow, weights + range.lowerBound, CInt(range.count), CInt(count), output,
                usesVectors)
        } else {
            oriel_raster_gather16(
                samples, plane.bytesPerRow, weights + range.lowerBound, CInt(range.count), CInt(count),
                CInt(format.bitDepth), format.isHighAligned, output, usesVectors)
        }
    }
}
