/// Where a hand that lets go sends a picture.
extension Placement {
    /// A hand that is slower puts the picture down where it is, in logical pixels a second.
    public static let throwSpeed = 1000.0
    /// Of a direction's unit length, what an axis must have to count: the picture goes into a corner between two of eight
    /// equal sectors, and else to an edge.
    private static let share = 0.3827

    /// Where a throw ends: at the edge that the velocity points at, as far along it as the way goes, or in a corner. Nil for
    /// a velocity that is no throw.
    public func thrown(_ velocity: Velocity, in area: Size) -> Placement? {
        let speed = velocity.speed
        guard speed >= Self.throwSpeed else { return nil }
        let (x, y) = (velocity.x / speed, velocity.y / speed)
        let (isAcross, isAlong) = (abs(x) >= Self.share, abs(y) >= Self.share)
        let rect = clamped(to: area).rect(in: area)
        let (atX, atY) = (Span(rect.width, in: area.width), Span(rect.height, in: area.height))
        var end = rect
        if isAcross { end.x = x < 0 ? atX.first : atX.last }
        if isAlong { end.y = y < 0 ? atY.first : atY.last }
        if isAcross, !isAlong { end.y = atY.nearest(to: rect.y + Self.way(end.x - rect.x, y / x)) }
        if isAlong, !isAcross { end.x = atX.nearest(to: rect.x + Self.way(end.y - rect.y, x / y)) }
        return Placement(rect: end, in: area, output: output)
    }

    /// In the corner that a drag by (`dx`, `dy`) leads to: on an axis that the hand hardly went along it stays on its side.
    public func snapped(dx: Double, dy: Double, in area: Size) -> Placement {
        let length = Velocity(x: dx, y: dy).speed
        let rect = rect(in: area)
        func isBefore(_ distance: Double, _ center: Int, _ room: Int) -> Bool {
            length > 0 && abs(distance) >= length * Self.share ? distance < 0 : center < room
        }
        let corner = Corner(
            isTop: isBefore(dy, rect.y + rect.maxY, area.height), isLeft: isBefore(dx, rect.x + rect.maxX, area.width))
        return moved(to: corner).clamped(to: area)
    }

    private static func way(_ distance: Int, _ slope: Double) -> Int { Int((Double(distance) * slope).rounded()) }

    /// Where a side of some length may begin: a margin from both ends, or in the middle where there is no room for them.
    private struct Span {
        let first: Int
        let last: Int

        init(_ length: Int, in room: Int) {
            first = min(Placement.defaultMargin, max(0, (room - length) / 2))
            last = max(first, room - length - first)
        }

        func nearest(to value: Int) -> Int { min(max(value, first), last) }
    }
}
