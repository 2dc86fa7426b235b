/// A position in fractional pixels; x points right, y down.
package struct PathPoint: Hashable, Sendable {
    package var x: Double
    package var y: Double

    package init(x: Double, y: Double) { (self.x, self.y) = (x, y) }
    package init(_ x: Double, _ y: Double) { self.init(x: x, y: y) }

    package static let zero = PathPoint(0, 0)
}

/// A step of a filled path; contours are closed implicitly.
package enum PathElement: Hashable, Sendable {
    case move(PathPoint)
    case line(PathPoint)
    case cubic(PathPoint, PathPoint, PathPoint)

    package var points: [PathPoint] {
        switch self {
        case .move(let point), .line(let point): [point]
        case .cubic(let first, let second, let end): [first, second, end]
        }
    }

    /// Returns the element with other points.
    package func map(_ change: (PathPoint) -> PathPoint) -> PathElement {
        switch self {
        case .move(let point): .move(change(point))
        case .line(let point): .line(change(point))
        case .cubic(let first, let second, let end): .cubic(change(first), change(second), change(end))
        }
    }
}
