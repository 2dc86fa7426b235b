package import OrielGeometry

/// Rasterisation of a path without a renderer, for buttons that an app draws itself.
extension VectorPath {
    /// Scan lines per pixel row.
    private static let lines = 8
    /// Line segments per curve; fine enough for icons.
    private static let pieces = 12

    private struct Edge {
        var top: PathPoint
        var bottom: PathPoint
        /// 1 for a downward edge, −1 for an upward one.
        var turn: Int
    }

    /// Returns the coverage of each pixel of a square, 0 to 255, in rows from the top without padding.
    /// - Parameters:
    ///   - side: side of the square in pixels.
    ///   - units: length of the side in the path's units.
    package func coverage(side: Int, units: Double) -> [UInt8] {
        coverage(width: side, height: side, scale: Double(side) / units)
    }

    /// Returns the coverage of each pixel, 0 to 255, in rows from the top without padding.
    /// - Parameters:
    ///   - width: number of pixels in a row.
    ///   - height: number of rows.
    ///   - scale: pixels per unit of the path.
    package func coverage(width: Int, height: Int, scale: Double) -> [UInt8] {
        let edges = edges(scale: scale)
        var result = [UInt8](repeating: 0, count: width * height)
        var row = [Double](repeating: 0, count: width)
        for y in 0..<height {
            for x in row.indices { row[x] = 0 }
            for line in 0..<Self.lines {
                addSpans(of: edges, at: Double(y) + (Double(line) + 0.5) / Double(Self.lines), to: &row)
            }
            for x in 0..<width {
                result[y * width + x] = UInt8(min(255, (row[x] / Double(Self.lines) * 255).rounded()))
            }
        }
        return result
    }

    /// Adds the parts inside the path on one scan line, by winding number.
    private func addSpans(of edges: [Edge], at y: Double, to row: inout [Double]) {
        let crossings = edges.compactMap { edge -> (x: Double, turn: Int)? in
            guard edge.top.y <= y, y < edge.bottom.y else { return nil }
            let share = (y - edge.top.y) / (edge.bottom.y - edge.top.y)
            return (edge.top.x + (edge.bottom.x - edge.top.x) * share, edge.turn)
        }.sorted { $0.x < $1.x }
        var winding = 0
        var start = 0.0
        for crossing in crossings {
            if winding == 0 { start = crossing.x }
            winding += crossing.turn
            if winding == 0 { Self.add(from: start, to: crossing.x, to: &row) }
        }
    }

    private static func add(from start: Double, to end: Double, to row: inout [Double]) {
        let (start, end) = (max(0, start), min(Double(row.count), end))
        guard end > start else { return }
        for x in Int(start)..<min(row.count, Int(end.rounded(.up))) {
            row[x] += min(end, Double(x + 1)) - max(start, Double(x))
        }
    }

    private func edges(scale: Double) -> [Edge] {
        var edges: [Edge] = []
        var start = PathPoint(0, 0)
        var last = start
        func line(to next: PathPoint) {
            defer { last = next }
            guard next.y != last.y else { return }
            edges.append(
                next.y > last.y ? Edge(top: last, bottom: next, turn: 1) : Edge(top: next, bottom: last, turn: -1))
        }
        func scaled(_ point: PathPoint) -> PathPoint { PathPoint(point.x * scale, point.y * scale) }
        for element in elements {
            switch element {
            case .move(let point):
                line(to: start)
                start = scaled(point)
                last = start
            case .line(let point): line(to: scaled(point))
            case .cubic(let first, let second, let third):
                let (a, b, c, d) = (last, scaled(first), scaled(second), scaled(third))
                for piece in 1...Self.pieces {
                    let t = Double(piece) / Double(Self.pieces)
                    let x = Self.mixed(a.x, b.x, c.x, d.x, t)
                    line(to: PathPoint(x, Self.mixed(a.y, b.y, c.y, d.y, t)))
                }
            }
        }
        line(to: start)
        return edges
    }

    /// Coordinate of a Bézier curve at parameter `t`, 0 to 1.
    private static func mixed(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ t: Double) -> Double {
        let u = 1 - t
        return u * u * u * a + 3 * u * u * t * b + 3 * u * t * t * c + t * t * t * d
    }

    /// The path as the `d` attribute of an SVG path.
    package var svg: String {
        func text(_ points: PathPoint...) -> String {
            points.map { "\(Self.rounded($0.x)),\(Self.rounded($0.y))" }.joined(separator: " ")
        }
        var parts: [String] = []
        for element in elements {
            switch element {
            case .move(let point): parts.append((parts.isEmpty ? "M" : "Z M") + text(point))
            case .line(let point): parts.append("L" + text(point))
            case .cubic(let first, let second, let third): parts.append("C" + text(first, second, third))
            }
        }
        return parts.joined(separator: " ") + " Z"
    }

    private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }
}
