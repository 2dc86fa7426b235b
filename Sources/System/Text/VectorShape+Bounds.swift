import OrielGeometry

extension VectorShape {
    /// Box of the points in whole pixels; nil if there are none.
    var bounds: Rect? {
        let points = elements.prefix(TextLimits.elements).flatMap(\.points)
        guard let first = points.first.map(Point.init(rounding:)) else { return nil }
        var (least, most) = (first, first)
        for point in points.lazy.map(Point.init(rounding:)) {
            least = Point(x: min(least.x, point.x), y: min(least.y, point.y))
            most = Point(x: max(most.x, point.x), y: max(most.y, point.y))
        }
        return Rect(origin: least, size: Size(width: most.x - least.x, height: most.y - least.y))
    }
}

extension PathElement {
    /// The element with its points clamped to the surroundings of a surface. Filling a distant path would take memory
    /// for nothing visible.
    func kept(near size: Size) -> Self {
        map {
            PathPoint(
                x: TextLimits.clamped($0.x, -256...Double(size.width) + 256),
                y: TextLimits.clamped($0.y, -256...Double(size.height) + 256))
        }
    }
}
