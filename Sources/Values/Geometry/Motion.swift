/// Animation of a rectangle to another, fast at first and slow at the end. Pure; all times are of one clock.
public struct Motion: Hashable, Sendable {
    /// Usual duration of an animation.
    public static let duration = Duration.milliseconds(200)

    /// The rectangle before the animation.
    public let start: Rect
    /// The rectangle after the animation.
    public let end: Rect
    private let beginning: Duration
    private let duration: Duration

    /// Creates an animation.
    /// - Parameter beginning: time at which the rectangle is still at its start.
    public init(from start: Rect, to end: Rect, at beginning: Duration, lasting duration: Duration = Self.duration) {
        self.start = start
        self.end = end
        self.beginning = beginning
        self.duration = duration
    }

    /// Returns whether the animation has ended.
    public func isOver(at time: Duration) -> Bool { time >= beginning + duration }

    /// Returns the progress at a time, 0 to 1.
    public func share(at time: Duration) -> Double {
        guard !isOver(at: time) else { return 1 }
        let left = 1 - max(0, (time - beginning) / duration)
        return 1 - left * left * left
    }

    /// Returns the rectangle at a time.
    public func rect(at time: Duration) -> Rect {
        let share = share(at: time)
        func between(_ a: Int, _ b: Int) -> Int { a + Int((Double(b - a) * share).rounded()) }
        return Rect(
            x: between(start.x, end.x), y: between(start.y, end.y), width: between(start.width, end.width),
            height: between(start.height, end.height))
    }
}
