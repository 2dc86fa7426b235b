/// Placements after the release of a drag.
extension Placement {
    /// Minimum speed of a throw, in logical pixels per second.
    public static let throwSpeed = 1000.0
    /// Minimum component of the unit direction for an axis to count (sin 22.5°): of eight equal sectors, four lead to
    /// corners and four to edges.
    private static let share = 0.3827

    /// Returns the end of a throw: a corner, or the edge in the velocity's direction at the point where the path meets
    /// it. Nil if the velocity is too low.
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

    /// Returns the placement in the corner that a drag by (`dx`, `dy`) leads to. On an axis with little motion the side
    /// stays.
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

    /// Range of positions for a side of a given length: with a margin at both ends, or centred if there is no room.
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
