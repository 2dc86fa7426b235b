/// How fast a hand moves: what it went over the last tenth of a second. Pure; all times are of one clock.
public struct HandVelocity: Hashable, Sendable {
    /// What is older says nothing of now.
    private static let window = Duration.milliseconds(100)
    /// A hand that has sent nothing for so long has stopped.
    private static let stop = Duration.milliseconds(50)
    /// No hand throws in less: what is told of one moment, or late and in one go, did not happen at once.
    private static let shortest = Duration.milliseconds(40)

    private struct Step: Hashable, Sendable {
        var time: Duration
        var x: Double
        var y: Double
    }

    private var steps: [Step] = []

    /// It has not moved yet.
    public init() {}

    /// It went so far since the step before, and was there at `time`.
    public mutating func add(dx: Double, dy: Double, at time: Duration) {
        // One that goes back in time is of another clock.
        if let last = steps.last, time < last.time { steps = [] }
        steps.append(Step(time: time, x: dx, y: dy))
        // The one before the window is where the first in it begins.
        while steps.count > 2, steps[1].time < time - Self.window { steps.removeFirst() }
    }

    /// Its velocity when it lets go at `time`.
    public func velocity(at time: Duration) -> Velocity {
        // The first step is only where the next one begins: nobody knows how long it took.
        guard steps.count > 1, let first = steps.first, let last = steps.last, time - last.time < Self.stop
        else { return .zero }
        let seconds = max(last.time - max(first.time, last.time - Self.window), Self.shortest) / .seconds(1)
        let (x, y) = steps.dropFirst().reduce((0.0, 0.0)) { ($0.0 + $1.x, $0.1 + $1.y) }
        return Velocity(x: x / seconds, y: y / seconds)
    }
}
