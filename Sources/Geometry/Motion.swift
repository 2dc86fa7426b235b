/// A rectangle's short way to another: fast at first, slow towards its end. Pure; all times are of one clock.
public struct Motion: Hashable, Sendable {
    /// How long it takes.
    public static let duration = Duration.milliseconds(200)

    /// Where it is until it begins.
    public let start: Rect
    /// Where it is once it is over.
    public let end: Rect
    private let beginning: Duration

    /// - Parameter beginning: when it is still at its start.
    public init(from start: Rect, to end: Rect, at beginning: Duration) {
        self.start = start
        self.end = end
        self.beginning = beginning
    }

    /// It has arrived.
    public func isOver(at time: Duration) -> Bool { time >= beginning + Self.duration }

    /// How much of the way lies behind it, 0 to 1.
    public func share(at time: Duration) -> Double {
        guard !isOver(at: time) else { return 1 }
        let left = 1 - max(0, (time - beginning) / Self.duration)
        return 1 - left * left * left
    }

    /// Where it is at a time.
    public func rect(at time: Duration) -> Rect {
        let share = share(at: time)
        func between(_ a: Int, _ b: Int) -> Int { a + Int((Double(b - a) * share).rounded()) }
        return Rect(
            x: between(start.x, end.x), y: between(start.y, end.y), width: between(start.width, end.width),
            height: between(start.height, end.height))
    }
}
