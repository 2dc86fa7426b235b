/// A half-open rectangle, y down.
public struct Rect: Hashable, Sendable, Codable {
    /// Its left side.
    public var x: Int
    /// Its upper side.
    public var y: Int
    /// From left to right.
    public var width: Int
    /// From top to bottom.
    public var height: Int

    /// A rectangle of these sides.
    public init(x: Int, y: Int, width: Int, height: Int) {
        self.x = x
        self.y = y
        self.width = width
        self.height = height
    }

    package init(origin: Point, size: Size) {
        self.init(x: origin.x, y: origin.y, width: size.width, height: size.height)
    }

    package var origin: Point { Point(x: x, y: y) }
    /// Its width and height.
    public var size: Size { Size(width: width, height: height) }
    /// Where its right side is; no part of it. Of a rectangle that leaves the numbers, the last one.
    public var maxX: Int { x.saturatingAdding(width) }
    /// Where its lower side is; no part of it. As `maxX`.
    public var maxY: Int { y.saturatingAdding(height) }
    /// It covers nothing.
    public var isEmpty: Bool { width <= 0 || height <= 0 }

    package func contains(_ point: Point) -> Bool { point.x >= x && point.x < maxX && point.y >= y && point.y < maxY }
    /// Whether another lies in it as a whole.
    public func contains(_ other: Rect) -> Bool {
        other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
    }

    /// The common part; nil where there is none.
    public func intersection(_ other: Rect) -> Rect? {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
        guard left < right, top < bottom else { return nil }
        return Rect(
            x: left, y: top, width: right.saturatingSubtracting(left), height: bottom.saturatingSubtracting(top))
    }
}

extension Int {
    /// The sum, or the number that is nearest to it.
    fileprivate func saturatingAdding(_ other: Int) -> Int {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? (other < 0 ? .min : .max) : sum
    }

    /// The difference, or the number that is nearest to it.
    fileprivate func saturatingSubtracting(_ other: Int) -> Int {
        let (difference, overflows) = subtractingReportingOverflow(other)
        return overflows ? (other < 0 ? .max : .min) : difference
    }
}
