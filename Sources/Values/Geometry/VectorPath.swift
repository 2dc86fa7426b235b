import Glibc

/// A filled path with non-zero winding. All contours except holes have the same direction, so that they may overlap.
package struct VectorPath: Hashable, Sendable {
    package private(set) var elements: [PathElement] = []

    package init() {}

    package init(_ elements: [PathElement]) { self.elements = elements }

    /// Relative handle length of a Bézier quarter circle, accurate within 0.03 % of the radius.
    private static let quarter = 0.5523

    /// Adds a box with round corners; the radius is limited to half of the shorter side.
    package mutating func addBox(
        x: Double, y: Double, width: Double, height: Double, radius: Double, isHole: Bool = false
    ) {
        guard width > 0, height > 0 else { return }
        let radius = min(radius, width / 2, height / 2)
        addPolygon(
            [
                PathPoint(x, y), PathPoint(x + width, y), PathPoint(x + width, y + height),
                PathPoint(x, y + height),
            ], radius: radius, isHole: isHole)
    }

    /// Adds the outline of a box, drawn inside it.
    package mutating func addFrame(x: Double, y: Double, width: Double, height: Double, radius: Double, line: Double) {
        addBox(x: x, y: y, width: width, height: height, radius: radius)
        addBox(
            x: x + line, y: y + line, width: width - 2 * line, height: height - 2 * line,
            radius: max(0, radius - line), isHole: true)
    }

    package mutating func addCircle(_ center: PathPoint, radius: Double) {
        addBox(x: center.x - radius, y: center.y - radius, width: radius * 2, height: radius * 2, radius: radius)
    }

    /// Adds a polygon with round corners.
    package mutating func addPolygon(_ corners: [PathPoint], radius: Double = 0, isHole: Bool = false) {
        guard corners.count > 2 else { return }
        let points = (Self.area(corners) < 0) == isHole ? corners : corners.reversed()
        for index in points.indices {
            let point = points[index]
            let before = points[(index + points.count - 1) % points.count]
            let after = points[(index + 1) % points.count]
            guard radius > 0 else {
                elements.append(index == 0 ? .move(point) : .line(point))
                continue
            }
            // The arc touches both sides at the same distance from the corner.
            let angle = abs(Self.angle(before, point, after))
            let reach = min(
                radius / max(tan(angle / 2), 0.01), Self.distance(before, point) / 2, Self.distance(after, point) / 2)
            let start = Self.point(from: point, to: before, reach)
            let end = Self.point(from: point, to: after, reach)
            let handle = reach * (1 - Self.quarter)
            elements.append(index == 0 ? .move(start) : .line(start))
            elements.append(
                .cubic(
                    Self.point(from: point, to: before, handle), Self.point(from: point, to: after, handle), end))
        }
    }

    /// Adds a line with round ends.
    package mutating func addLine(_ start: PathPoint, _ end: PathPoint, width: Double) {
        let length = Self.distance(start, end)
        guard length > 0 else { return addCircle(start, radius: width / 2) }
        let (x, y) = ((end.x - start.x) / length * width / 2, (end.y - start.y) / length * width / 2)
        addPolygon(
            [
                PathPoint(start.x - x + y, start.y - y - x), PathPoint(end.x + x + y, end.y + y - x),
                PathPoint(end.x + x - y, end.y + y + x), PathPoint(start.x - x - y, start.y - y + x),
            ], radius: width / 2)
    }

    /// Adds an arc of a ring from one angle to a larger one, in radians; 0 points right, and angles grow clockwise.
    package mutating func addArc(_ center: PathPoint, radius: Double, width: Double, from start: Double, to end: Double)
    {
        let (outer, inner) = (radius + width / 2, radius - width / 2)
        func point(_ angle: Double, _ radius: Double) -> PathPoint {
            PathPoint(center.x + cos(angle) * radius, center.y + sin(angle) * radius)
        }
        func go(_ from: Double, _ to: Double, _ radius: Double) {
            let steps = max(1, Int((abs(to - from) / (.pi / 4)).rounded(.up)))
            let step = (to - from) / Double(steps)
            let handle = 4 / 3 * tan(step / 4) * radius
            for index in 0..<steps {
                let (a, b) = (from + Double(index) * step, from + Double(index + 1) * step)
                let (first, last) = (point(a, radius), point(b, radius))
                elements.append(
                    .cubic(
                        PathPoint(first.x - sin(a) * handle, first.y + cos(a) * handle),
                        PathPoint(last.x + sin(b) * handle, last.y - cos(b) * handle), last))
            }
        }
        elements.append(.move(point(start, outer)))
        go(start, end, outer)
        elements.append(.line(point(end, inner)))
        go(end, start, inner)
        addCircle(point(start, radius), radius: width / 2)
        addCircle(point(end, radius), radius: width / 2)
    }

    /// Returns the path scaled, then moved.
    package func placed(at origin: PathPoint, scale: Double) -> VectorPath {
        VectorPath(
            elements.map { element in
                element.map { PathPoint(origin.x + $0.x * scale, origin.y + $0.y * scale) }
            })
    }

    // MARK: Geometry

    private static func distance(_ a: PathPoint, _ b: PathPoint) -> Double { hypot(b.x - a.x, b.y - a.y) }

    private static func point(from a: PathPoint, to b: PathPoint, _ reach: Double) -> PathPoint {
        let length = max(distance(a, b), .leastNonzeroMagnitude)
        return PathPoint(a.x + (b.x - a.x) / length * reach, a.y + (b.y - a.y) / length * reach)
    }

    private static func angle(_ a: PathPoint, _ corner: PathPoint, _ b: PathPoint) -> Double {
        let (ax, ay, bx, by) = (a.x - corner.x, a.y - corner.y, b.x - corner.x, b.y - corner.y)
        return atan2(ax * by - ay * bx, ax * bx + ay * by)
    }

    /// Signed area; positive for a clockwise contour.
    private static func area(_ points: [PathPoint]) -> Double {
        points.indices.reduce(0) { sum, index in
            let (a, b) = (points[index], points[(index + 1) % points.count])
            return sum + a.x * b.y - b.x * a.y
        }
    }
}
