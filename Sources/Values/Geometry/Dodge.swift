/// Decides whether an overlay moves out of the pointer's way. Pure; all times are of one clock.
///
/// It stays in place if the pointer follows it a second time within three seconds, until the pointer has been away for
/// as long. No modifier key is needed: most compositors send none to a surface without keyboard focus.
public struct Dodge: Hashable, Sendable {
    private static let patience = Duration.seconds(3)
    private static let limit = 2

    private var count = 0
    private var last: Duration?

    /// Creates a value that no pointer has come to yet.
    public init() {}

    /// Handles a pointer that enters the overlay at time `now`.
    /// - Returns: true if the overlay should move away.
    public mutating func pointerCame(at now: Duration) -> Bool {
        if let last, now - last > Self.patience { count = 0 }
        last = now
        guard count < Self.limit else { return false }
        count += 1
        return true
    }

    /// Handles a pointer that is still over the overlay at time `now`.
    public mutating func pointerStayed(at now: Duration) { last = now }
}

extension Placement {
    /// Returns a placement in the next corner, away from a pointer over the overlay. The overlay moves across the
    /// pointer's direction, so that it isn't under the pointer again.
    /// - Parameters:
    ///   - x: the pointer's position on the overlay, in logical pixels.
    ///   - y: the pointer's position on the overlay, in logical pixels.
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
