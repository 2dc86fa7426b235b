import CRaster
package import OrielGeometry
package import OrielMedia

/// Decisions for drawing frames of one kind at one size, made from values alone.
package final class RasterPlan: Sendable {
    /// Properties that frames of one plan share.
    package struct Key: Hashable, Sendable {
        var format: PixelFormat
        var width: Int
        var height: Int
        var color: ColorDescription
        var axes: FrameAxes
        var size: Size

        /// Takes the properties of a frame.
        /// - Parameter size: size of the shown picture in pixels.
        package init(_ frame: VideoFrame, size: Size) {
            (format, width, height, color) = (frame.format, frame.width, frame.height, frame.color)
            axes = FrameAxes(frame.rotation, isFlipped: frame.isFlipped)
            self.size = size
        }
    }

    /// Tables of planes with the same sample positions.
    final class Grid: Sendable {
        let size: Size
        let rows: RowTable
        /// Nil if rows are as wide as the picture already.
        let columns: ColumnTable?

        init(size: Size, rows: RowTable, columns: ColumnTable?) {
            (self.size, self.rows, self.columns) = (size, rows, columns)
        }
    }

    /// Part of a plane that is drawn.
    struct Source: Sendable {
        var plane: Int
        /// Number of interleaved components.
        var step: Int
        /// The components that are drawn; 3 is alpha.
        var components: Range<Int>
        var grid: Int
        /// Index of the first of them among the interleaved ones, and distance to the next.
        var first = 0
        var spacing = 1
    }

    package let key: Key
    /// Columns and rows of the drawn frame, before rotation.
    let size: Size
    let grids: [Grid]
    let sources: [Source]
    let matrix: ColorMatrix
    /// Nil if the frame's light is the screen's.
    let light: LightTable?

    package convenience init(_ key: Key) { self.init(key, light: LightConversion(key.color).map(LightTable.init)) }

    init(_ key: Key, light: LightTable?) {
        self.key = key
        self.light = light
        let axes = key.axes
        size = axes.isTransposed ? key.size.transposed : key.size
        sources = key.format.sources
        matrix = ColorMatrix(key.format, key.color)
        let (format, size) = (key.format, size)
        let isCosited =
            switch key.color.chromaLocation {
            case .left: (x: true, y: false)
            case .center: (x: false, y: false)
            case .topLeft: (x: true, y: true)
            }
        func grid(shiftX: Int, shiftY: Int) -> Grid {
            func coverage(_ samples: Int, _ pixels: Int, _ shift: Int, cosited: Bool, reversed: Bool) -> Coverage {
                let block = Double(1 << shift)
                // A sample at the position of its block's first one is (1 - 1/n)/2 samples left of the block's middle.
                return Coverage(
                    samples: (samples + (1 << shift) - 1) >> shift, pixels: pixels,
                    ratio: Double(samples) / Double(pixels) / block, offset: cosited ? (1 - 1 / block) / 2 : 0,
                    isReversed: reversed)
            }
            let across = coverage(
                key.width, size.width, shiftX, cosited: isCosited.x, reversed: axes.reversesColumns)
            let down = coverage(
                key.height, size.height, shiftY, cosited: isCosited.y, reversed: axes.reversesRows)
            return Grid(
                size: Size(width: across.samples, height: down.samples), rows: RowTable(down),
                columns: across.isIdentity ? nil : ColumnTable(across))
        }
        // Subsampled or not.
        let hasChroma = format.parts.contains(where: \.isChroma)
        grids =
            [grid(shiftX: 0, shiftY: 0)]
            + (hasChroma ? [grid(shiftX: format.chromaShiftX, shiftY: format.chromaShiftY)] : [])
    }

    /// Estimated duration on one thread, for deciding whether to wake workers.
    var estimate: Duration {
        let samples = sources.reduce(0) { $0 + grids[$1.grid].size.width * grids[$1.grid].size.height * $1.step }
        let pixels = key.size.width * key.size.height
        return .nanoseconds(samples / 8 + pixels / 2 + (light == nil ? 0 : pixels * 6))
    }
}

extension PixelFormat {
    /// Drawn parts of the planes, in the order of the planes.
    var sources: [RasterPlan.Source] {
        typealias Source = RasterPlan.Source
        var sources: [Source]
        switch layout {
        case .planarYUV:
            sources = (0..<3).map { Source(plane: $0, step: 1, components: $0..<$0 + 1, grid: min($0, 1)) }
        case .planarGBR: sources = (0..<3).map { Source(plane: $0, step: 1, components: $0..<$0 + 1, grid: 0) }
        case .semiPlanarYUV:
            sources = [
                Source(plane: 0, step: 1, components: 0..<1, grid: 0),
                Source(plane: 1, step: 2, components: 1..<3, grid: 1),
            ]
        case .yuyv, .uyvy:
            let isLumaFirst = layout == .yuyv
            sources = [
                Source(plane: 0, step: 2, components: 0..<1, grid: 0, first: isLumaFirst ? 0 : 1),
                Source(plane: 0, step: 4, components: 1..<3, grid: 1, first: isLumaFirst ? 1 : 0, spacing: 2),
            ]
        case .gray: sources = [Source(plane: 0, step: 1, components: 0..<1, grid: 0)]
        case .rgba, .bgra:
            sources = [Source(plane: 0, step: 4, components: 0..<(hasAlpha ? 4 : 3), grid: 0)]
        }
        if hasAlphaPlane { sources.append(Source(plane: sources.count, step: 1, components: 3..<4, grid: 0)) }
        return sources
    }
}
