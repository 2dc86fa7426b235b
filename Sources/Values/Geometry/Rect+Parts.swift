extension Rect {
    /// The four squares that contain rounded corners of a radius; the whole rectangle if they would overlap.
    package func corners(_ radius: Double) -> [Rect] {
        let edge = cornerEdge(radius)
        guard edge > 0 else { return [] }
        guard 2 * edge <= width, 2 * edge <= height else { return [self] }
        return [(x, y), (maxX - edge, y), (x, maxY - edge), (maxX - edge, maxY - edge)].map { x, y in
            Rect(x: x, y: y, width: edge, height: edge)
        }
    }

    /// The four strips between the corners that contain a line along the edges.
    package func edges(_ radius: Double, line: Int) -> [Rect] {
        let edge = cornerEdge(radius)
        guard line > 0, line <= edge, 2 * edge <= width, 2 * edge <= height else { return [] }
        return [
            Rect(x: x + edge, y: y, width: width - 2 * edge, height: line),
            Rect(x: x + edge, y: maxY - line, width: width - 2 * edge, height: line),
            Rect(x: x, y: y + edge, width: line, height: height - 2 * edge),
            Rect(x: maxX - line, y: y + edge, width: line, height: height - 2 * edge),
        ].filter { !$0.isEmpty }
    }

    /// The rest of the rectangle, none of whose pixels are affected by the rounding.
    package func lessCorners(_ radius: Double) -> [Rect] {
        let edge = cornerEdge(radius)
        guard 2 * edge <= width, 2 * edge <= height else { return [] }
        return [
            Rect(x: x + edge, y: y, width: width - 2 * edge, height: edge),
            Rect(x: x, y: y + edge, width: width, height: height - 2 * edge),
            Rect(x: x + edge, y: maxY - edge, width: width - 2 * edge, height: edge),
        ].filter { !$0.isEmpty }
    }

    private func cornerEdge(_ radius: Double) -> Int {
        radius > 0 ? Int(min(radius, 65536).rounded(.up)) : 0
    }
}
