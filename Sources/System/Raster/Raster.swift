import CRaster
package import OrielGeometry
package import OrielMedia

/// Draws decoded frames into memory: scaled, rotated and as R'G'B', in one pass over the frame, without a graphics
/// driver.
///
/// Belongs to one thread; workers help with large frames. Decisions for a kind of frame and a size are made once and
/// kept.
package final class Raster {
    /// Duration of drawing below which waking a worker costs more than it saves.
    private static let worthwhile = Duration.microseconds(700)
    /// Number of plans kept: a window, an overlay, and the sizes that both may change to.
    private static let keptPlans = 4

    private let workers: RasterWorkers
    /// Whether vector instructions are used that not every processor has.
    package let usesVectors: Bool
    /// Recent plans and their bands, the last used one at the end.
    private var kept: [(plan: RasterPlan, bands: [RasterBand])] = []
    /// The last used table; frames of one stream need the same one at every size.
    private var light: LightTable?

    /// Makes a renderer.
    /// - Parameter usesVectors: false avoids instructions that not every processor has, for tests.
    package init(workers: RasterWorkers = RasterWorkers(), usesVectors: Bool = true) {
        self.workers = workers
        self.usesVectors = usesVectors && oriel_raster_has_vectors()
    }

    /// Draws a frame, stretched to a rectangle of the buffer. Pixels outside stay unchanged.
    ///
    /// - Parameters:
    ///   - destination: a rectangle within the buffer; its aspect is the caller's choice (`ContentFit`).
    ///   - bands: number of parts that the work is divided into; nil decides by its size.
    /// - Throws: `RasterError` if the frame is invalid or doesn't fit.
    package func draw(
        _ frame: VideoFrame, into buffer: RasterBuffer, at destination: Rect, bands: Int? = nil
    ) throws(RasterError) {
        try frame.checkForRaster()
        let bounds = Rect(origin: .zero, size: buffer.size)
        guard max(buffer.size.width, buffer.size.height) <= VideoFrame.longestRasterSide,
            buffer.bytesPerRow >= buffer.size.width * 4
        else {
            throw RasterError("a buffer of \(buffer.size) pixels in rows of \(buffer.bytesPerRow) bytes can't be drawn")
        }
        guard !destination.isEmpty, bounds.contains(destination) else {
            throw RasterError(
                "a picture of \(destination.size) at \(destination.x),\(destination.y) doesn't fit \(buffer.size)")
        }
        let plan = plan(for: RasterPlan.Key(frame, size: destination.size))
        let count = bands ?? Int((plan.estimate / Self.worthwhile).rounded(.down))
        let cuts = Self.cuts(plan, into: min(count, bands ?? workers.width))
        let job = Job(
            frame: frame, buffer: buffer, origin: destination.origin, cuts: cuts,
            bands: scratch(of: plan, count: cuts.count - 1))
        workers.perform(parts: cuts.count - 1) { job.draw($0) }
    }

    /// Makes the plan for drawing such frames at a size in advance, which takes a millisecond or two. Does nothing if
    /// they can't be drawn.
    package func ready(for frame: VideoFrame, at size: Size) {
        guard !size.isEmpty, (try? frame.checkForRaster()) != nil else { return }
        _ = plan(for: RasterPlan.Key(frame, size: size))
    }

    /// Work for one frame, shared by the threads.
    private struct Job: @unchecked Sendable {  // Each part has its own rows of the buffer and its own band.
        var frame: VideoFrame
        var buffer: RasterBuffer
        var origin: Point
        var cuts: [Int]
        var bands: [RasterBand]

        func draw(_ part: Int) {
            bands[part].draw(cuts[part]..<cuts[part + 1], of: frame, into: buffer, at: origin)
        }
    }

    /// Boundaries of the bands. Transposed frames are cut at whole cache lines.
    private static func cuts(_ plan: RasterPlan, into count: Int) -> [Int] {
        let unit = plan.key.axes.isTransposed ? RasterBand.turned : 1
        let units = (plan.size.height + unit - 1) / unit
        let count = max(1, min(count, units))
        return (0...count).map { min($0 * units / count * unit, plan.size.height) }
    }

    private func plan(for key: RasterPlan.Key) -> RasterPlan {
        if let index = kept.firstIndex(where: { $0.plan.key == key }) {
            kept.append(kept.remove(at: index))
        } else {
            if kept.count == Self.keptPlans { kept.removeFirst() }
            let wanted = LightConversion(key.color)
            if let wanted, light?.source != wanted { light = LightTable(wanted) }
            kept.append((RasterPlan(key, light: wanted == nil ? nil : light), []))
        }
        return kept[kept.count - 1].plan
    }

    /// Bands of the last used plan.
    private func scratch(of plan: RasterPlan, count: Int) -> [RasterBand] {
        let last = kept.count - 1
        while kept[last].bands.count < count { kept[last].bands.append(RasterBand(plan, usesVectors: usesVectors)) }
        return kept[last].bands
    }
}
