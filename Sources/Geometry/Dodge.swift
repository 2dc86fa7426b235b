/// An overlay that gets out of a pointer's way. Whoever wants it follows: where the pointer comes after it a second time within
/// three seconds it stays, until the pointer has been away for as long. No key is needed, for a surface without the
/// keyboard isn't told of any on most compositors. Pure; all times are of one clock.
public struct Dodge: Hashable, Sendable {
    private static let patience = Duration.seconds(3)
    private static let limit = 2

    private var count = 0
    private var last: Duration?

    /// No pointer has come yet.
    public init() {}

    /// The pointer came, at `now`.
    /// - Returns: whether it is to get out of the way.
    public mutating func pointerCame(at now: Duration) -> Bool {
        if let last, now - last > Self.patience { count = 0 }
        last = now
        guard count < Self.limit else { return false }
        count += 1
        return true
    }

    /// The pointer is on it still.
    public mutating func pointerStayed(at now: Duration) { last = now }
}

extension Placement {
    /// In the next corner, away from a pointer that came over it: across the pointer's way, so that it is not under it again.
    /// - Parameters:
    ///   - x: the pointer's place on the picture.
    ///   - y: the pointer's place on the picture.
    public func dodged(x: Double, y: Double, in area: Size) -> Placement {
        let (width, height) = (Double(max(1, size.width)), Double(max(1, size.height)))
        let toSide = min(x, width - x) / width
        let toEnd = min(y, height - y) / height
        let held = heldByNearestCorner(in: area).corner
        let corner =
            toSide < toEnd
            ? Corner(isTop: !held.isTop, isLeft: held.isLeft) : Corner(isTop: held.isTop, isLeft: !held.isLeft)
        return moved(to: corner).clamped(to: area)
    }
}
