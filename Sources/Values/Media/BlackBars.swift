package import OrielGeometry

/// The black bars of a medium, found in its frames one after another. Bars are equal on opposite sides. Dark frames
/// change nothing, so that a dark scene doesn't cut more off.
package struct BlackBars: Hashable, Sendable {
    /// The bars of one frame.
    package struct Look: Hashable, Sendable {
        /// Thickness of the bars at the left and right, and of those above and below, in parts of the upright frame.
        var across: Double
        var down: Double
        /// Whether the picture ends sharply at the bars.
        var isSure: Bool

        package init(across: Double, down: Double, isSure: Bool = true) {
            (self.across, self.down, self.isSure) = (across, down, isSure)
        }
    }

    /// Looks in turn that differ from `content` in one way, and the bars that all of them have.
    private struct Doubt: Hashable {
        var hasMore: Bool
        var look: Look
        var count = 1
    }

    /// The part of the upright frame inside the bars; nil before the first clear frame.
    package private(set) var content: UnitRect?
    private var doubt: Doubt?

    package init() {}

    /// Difference of two looks at the same bars, in parts of the frame.
    private static let tolerance = 0.004

    /// Takes a further look. Content in the bars opens them after two looks, since a picture can be damaged; thicker
    /// bars, as after a studio's sign, count after two dozen.
    /// - Parameter look: nil for a dark frame, which tells nothing.
    /// - Returns: whether `content` has changed.
    package mutating func take(_ look: Look?) -> Bool {
        guard let look else { return false }
        guard let known = content else {
            if look.isSure { adopt(look) }
            return look.isSure
        }
        let hasLess = look.across < known.x - Self.tolerance || look.down < known.y - Self.tolerance
        let hasMore = look.across > known.x + Self.tolerance || look.down > known.y + Self.tolerance
        guard hasLess || (hasMore && look.isSure) else {
            if !hasMore { doubt = nil }
            return false
        }
        if let former = doubt, former.hasMore != hasLess {
            // The thickest bars that fit all looks, where they become thinner, and the thinnest otherwise.
            let pick: (Double, Double) -> Double = hasLess ? { max($0, $1) } : { min($0, $1) }
            doubt?.look.across = pick(former.look.across, look.across)
            doubt?.look.down = pick(former.look.down, look.down)
            doubt?.count += 1
        } else {
            doubt = Doubt(hasMore: !hasLess, look: look)
        }
        guard var doubt, doubt.count >= (hasLess ? 2 : 24) else { return false }
        if hasLess {
            doubt.look.across = min(doubt.look.across, known.x)
            doubt.look.down = min(doubt.look.down, known.y)
        }
        adopt(doubt.look)
        return content != known
    }

    private mutating func adopt(_ look: Look) {
        doubt = nil
        content = UnitRect(x: look.across, y: look.down, width: 1 - 2 * look.across, height: 1 - 2 * look.down)
    }
}

extension VideoFrame {
    /// Looks for black bars; nil if the frame is too dark to tell, or if its buffer can't be read. May take some
    /// milliseconds: not for the main thread.
    package func lookForBars() -> BlackBars.Look? {
        guard let frame = inMemory(), let luma = frame.luma else { return nil }
        let (rows, columns) = (luma.edges(of: .rows), luma.edges(of: .columns))
        guard let rows, let columns else { return nil }
        let (across, down) = rotation.isTransposed ? (rows, columns) : (columns, rows)
        return BlackBars.Look(across: across.bar, down: down.bar, isSure: across.isSure && down.isSure)
    }

    private var luma: LumaPlane? {
        guard let plane = planes.first, width > 0, height > 0 else { return nil }
        let step: Int
        var first = 0
        switch format.layout {
        case .planarYUV, .semiPlanarYUV, .gray, .planarGBR: step = 1
        case .rgba, .bgra: (step, first) = (4, 1)
        case .yuyv: step = 2
        case .uyvy: (step, first) = (2, 1)
        }
        let bytes = format.bytesPerComponent
        let black = !format.isRGB && color.range == .limited ? 16 : 0
        return LumaPlane(
            base: plane.base + first * bytes + (bytes == 2 && format.isHighAligned ? 1 : 0),
            width: min(width, plane.width), height: min(height, plane.height), row: plane.bytesPerRow,
            column: step * bytes, shift: bytes == 2 && !format.isHighAligned ? format.bitDepth - 8 : 0,
            limit: black + LumaPlane.noise)
    }
}

/// Luma, or green, of a frame in memory, in steps of 255.
private struct LumaPlane {
    enum Lines { case rows, columns }

    let base: UnsafeRawPointer
    let width: Int
    let height: Int
    /// Bytes to the next row, and to the next column.
    let row: Int
    let column: Int
    /// Bits to drop of a word with 16 bits; 0 for bytes.
    let shift: Int
    /// The greatest value that is black.
    let limit: Int

    /// Steps above black that are noise.
    static let noise = 10
    /// Samples that are looked at in a line.
    private static let samples = 240

    /// Share of a line's samples that are brighter than black.
    private func share(_ lines: Lines, _ index: Int) -> Double {
        let (length, along, start) =
            lines == .rows ? (width, column, index * row) : (height, row, index * column)
        let count = min(length, Self.samples)
        var bright = 0
        for sample in 0..<count {
            let place = base + start + sample * length / count * along
            let value =
                shift == 0
                ? Int(place.load(as: UInt8.self)) : Int(place.loadUnaligned(as: UInt16.self)) >> shift
            if value > limit { bright += 1 }
        }
        return Double(bright) / Double(count)
    }

    /// Thickness of the bars at both ends, in parts of the frame, and whether the picture between them ends sharply;
    /// nil if no line has content.
    func edges(of lines: Lines) -> (bar: Double, isSure: Bool)? {
        let count = lines == .rows ? height : width
        func bar(_ indexes: some Sequence<Int>) -> (thickness: Int, isSharp: Bool)? {
            var thickness = 0
            for index in indexes {
                let share = share(lines, index)
                if share > 0.02 { return (thickness, share > 0.2) }
                thickness += 1
            }
            return nil
        }
        guard let first = bar(0..<count), let last = bar((0..<count).reversed()) else { return nil }
        let isEqual = abs(first.thickness - last.thickness) <= 2 + count / 200
        let thickness = min(first.thickness, last.thickness)
        // A picture without bars may be dark at its edges.
        let isSure = isEqual && (thickness == 0 || (first.isSharp && last.isSharp))
        return (Double(thickness) / Double(count), isSure)
    }
}
