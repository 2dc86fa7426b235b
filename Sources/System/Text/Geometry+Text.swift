import OrielGeometry

extension Rect {
    /// The smallest rectangle around both.
    func union(_ other: Rect) -> Rect {
        let left = min(x, other.x)
        let top = min(y, other.y)
        return Rect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
    }

    /// The rectangle moved right and down by `distance`.
    func moved(by distance: Int) -> Rect { Rect(x: x + distance, y: y + distance, width: width, height: height) }
}

extension Point {
    init(rounding point: PathPoint) {
        let bound = Double(TextLimits.side) * 2
        self.init(
            x: Int(TextLimits.clamped(point.x, -bound...bound).rounded()),
            y: Int(TextLimits.clamped(point.y, -bound...bound).rounded()))
    }
}
