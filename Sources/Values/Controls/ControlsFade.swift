/// The way of controls that appear or disappear, as their opacity. Pure; all times are of one clock.
package struct ControlsFade: Hashable, Sendable {
    /// Times of a whole way in and out.
    package static let entrance = Duration.milliseconds(120)
    package static let exit = Duration.milliseconds(200)

    private let start: Double
    /// 1 or 0.
    package let end: Double
    private let beginning: Duration

    /// Begins a way in or out.
    /// - Parameter opacity: the opacity now: a way that was not finished is turned around.
    package init(isIn: Bool, from opacity: Double, at beginning: Duration) {
        start = min(max(opacity, 0), 1)
        end = isIn ? 1 : 0
        self.beginning = beginning
    }

    /// The part of the way that is left takes its part of the time.
    private var duration: Duration { (end == 1 ? Self.entrance : Self.exit) * (end - start).magnitude }

    package func isOver(at time: Duration) -> Bool { time >= beginning + duration }

    package func opacity(at time: Duration) -> Double {
        guard !isOver(at: time) else { return end }
        return start + (end - start) * max(0, (time - beginning) / duration)
    }
}
