import OrielGeometry

/// An intact block of cells found in an image.
struct StampBlock {
    let stream: StampColor
    let index: Int
    let quarter: Int
    let area: Rect

    /// Rectangle of the whole frame, estimated from this block alone.
    private var picture: Rect { Self.picture(of: [self]) }

    /// Whether both can belong to one frame: different quarters of the same stream with the same estimated rectangle.
    func belongsWith(_ other: StampBlock) -> Bool {
        guard stream == other.stream, quarter != other.quarter else { return false }
        let (a, b) = (picture, other.picture)
        let tolerance = 6 + max(a.width, b.width) / 50
        return abs(a.x - b.x) <= tolerance && abs(a.y - b.y) <= tolerance && abs(a.maxX - b.maxX) <= tolerance
            && abs(a.maxY - b.maxY) <= tolerance
    }

    /// Returns the frame's rectangle, fitted to the outermost known block edges: an edge at grid line `g` is at `origin
    /// + g × cell`.
    static func picture(of group: [StampBlock]) -> Rect {
        var left = (line: Int.max, at: 0)
        var right = (line: Int.min, at: 0)
        var top = left
        var bottom = right
        for block in group {
            let cells = StampLayout.cells(ofQuarter: block.quarter)
            if cells.x < left.line { left = (cells.x, block.area.x) }
            if cells.maxX > right.line { right = (cells.maxX, block.area.maxX) }
            if cells.y < top.line { top = (cells.y, block.area.y) }
            if cells.maxY > bottom.line { bottom = (cells.maxY, block.area.maxY) }
        }
        let horizontal = fit(left, right, StampLayout.grid.width)
        let vertical = fit(top, bottom, StampLayout.grid.height)
        return Rect(
            x: horizontal.origin, y: vertical.origin, width: horizontal.length, height: vertical.length)
    }

    private static func fit(
        _ first: (line: Int, at: Int), _ last: (line: Int, at: Int), _ lines: Int
    ) -> (origin: Int, length: Int) {
        let cell = Double(last.at - first.at) / Double(last.line - first.line)
        let origin = Double(first.at) - cell * Double(first.line)
        return (Int(origin.rounded()), Int((cell * Double(lines)).rounded()))
    }
}
