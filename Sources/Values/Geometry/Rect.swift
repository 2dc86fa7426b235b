/// A half-open rectangle; y points downwards.
public struct Rect: Hashable, Sendable, Codable {
    /// Position of the left side.
    public var x: Int
    /// Position of the upper side.
    public var y: Int
    /// Width, from left to right.
    public var width: Int
    /// Height, from top to bottom.
    public var height: Int

    /// Creates a rectangle.
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
    /// The width and height.
    public var size: Size { Size(width: width, height: height) }
    /// Position of the right side, which is not part of the rectangle; the nearest integer if it overflows.
    public var maxX: Int { x.saturatingAdding(width) }
    /// Position of the lower side, which is not part of the rectangle; the nearest integer if it overflows.
    public var maxY: Int { y.saturatingAdding(height) }
    /// True if the rectangle has no area.
    public var isEmpty: Bool { width <= 0 || height <= 0 }

    package func contains(_ point: Point) -> Bool { point.x >= x && point.x < maxX && point.y >= y && point.y < maxY }
    /// Returns whether another rectangle lies entirely inside.
    public func contains(_ other: Rect) -> Bool {
        other.x >= x && other.y >= y && other.maxX <= maxX && other.maxY <= maxY
    }

    /// Returns the common part; nil if there is none.
    public func intersection(_ other: Rect) -> Rect? {
        let left = max(x, other.x)
        let top = max(y, other.y)
        let (right, bottom) = (min(maxX, other.maxX), min(maxY, other.maxY))
        guard left < right, top < bottom else { return nil }
        return Rect(
            x: left, y: top, width: right.saturatingSubtracting(left), height: bottom.saturatingSubtracting(top))
    }

    /// Returns the rectangle without a margin on each side.
    package func inset(by margin: Int) -> Rect {
        Rect(x: x + margin, y: y + margin, width: width - 2 * margin, height: height - 2 * margin)
    }

    /// Returns the rectangle moved right and down.
    package func offset(by distance: Point) -> Rect {
        Rect(x: x + distance.x, y: y + distance.y, width: width, height: height)
    }

    /// Returns the rectangle in units of a scale, each number rounded.
    package func divided(by scale: Double) -> Rect {
        func part(_ length: Int) -> Int { Int((Double(length) / scale).rounded()) }
        return Rect(x: part(x), y: part(y), width: part(width), height: part(height))
    }

    /// Creates the rectangle of a size in the middle of another.
    package init(_ size: Size, inMiddleOf area: Rect) {
        self.init(
            x: area.x + (area.width - size.width) / 2, y: area.y + (area.height - size.height) / 2, width: size.width,
            height: size.height)
    }

    /// The part of this rectangle outside of another, in at most four disjoint pieces.
    package func subtracting(_ other: Rect) -> [Rect] {
        guard let hole = intersection(other) else { return isEmpty ? [] : [self] }
        return [
            Rect(x: x, y: y, width: width, height: hole.y - y),
            Rect(x: x, y: hole.maxY, width: width, height: maxY - hole.maxY),
            Rect(x: x, y: hole.y, width: hole.x - x, height: hole.height),
            Rect(x: hole.maxX, y: hole.y, width: maxX - hole.maxX, height: hole.height),
        ].filter { !$0.isEmpty }
    }
}

extension Int {
    /// Returns the sum, or the nearest integer if it overflows.
    fileprivate func saturatingAdding(_ other: Int) -> Int {
        let (sum, overflows) = addingReportingOverflow(other)
        return overflows ? (other < 0 ? .min : .max) : sum
    }

    /// Returns the difference, or the nearest integer if it overflows.
    package func saturatingSubtracting(_ other: Int) -> Int {
        let (difference, overflows) = subtractingReportingOverflow(other)
        return overflows ? (other < 0 ? .max : .min) : difference
    }
}
