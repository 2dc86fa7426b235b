/// Measures the velocity of a drag over its last tenth of a second. Pure; all times are of one clock.
public struct HandVelocity: Hashable, Sendable {
    /// Older steps don't count.
    private static let window = Duration.milliseconds(100)
    /// A drag without motion for this long has stopped.
    private static let stop = Duration.milliseconds(50)
    /// Minimum duration that is assumed: events with equal times, or sent late in one batch, did not happen at once.
    private static let shortest = Duration.milliseconds(40)

    private struct Step: Hashable, Sendable {
        var time: Duration
        var x: Double
        var y: Double
    }

    private var steps: [Step] = []

    /// Creates a value without motion.
    public init() {}

    /// Adds a step by this distance, reached at `time`.
    public mutating func add(dx: Double, dy: Double, at time: Duration) {
        // A time before the last one is of another clock.
        if let last = steps.last, time < last.time { steps = [] }
        steps.append(Step(time: time, x: dx, y: dy))
        // Keeps the last step before the window, as the start of the first one in it.
        while steps.count > 2, steps[1].time < time - Self.window { steps.removeFirst() }
    }

    /// Returns the velocity of a release at `time`; zero if the drag has stopped.
    public func velocity(at time: Duration) -> Velocity {
        // The first step only marks the start of the next one, since its duration is unknown.
        guard steps.count > 1, let first = steps.first, let last = steps.last, time - last.time < Self.stop
        else { return .zero }
        let seconds = max(last.time - max(first.time, last.time - Self.window), Self.shortest) / .seconds(1)
        let (x, y) = steps.dropFirst().reduce((0.0, 0.0)) { ($0.0 + $1.x, $0.1 + $1.y) }
        return Velocity(x: x / seconds, y: y / seconds)
    }
}
