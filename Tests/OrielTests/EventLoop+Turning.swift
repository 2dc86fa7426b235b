import Oriel
import OrielPlatform
import OrielTestSupport
import Testing

extension EventLoop {
    /// Turns until a condition is met, at most 20 s; draws the player after each turn.
    @MainActor func turn(
        drawing player: Player? = nil, sourceLocation: SourceLocation = #_sourceLocation, until isSo: () -> Bool
    ) throws {
        let limit = MonotonicClock.now + .seconds(20)
        while !isSo() {
            try #require(MonotonicClock.now < limit, sourceLocation: sourceLocation)
            turn(limit: .milliseconds(10))
            player?.refresh(for: MonotonicClock.now, interval: .milliseconds(16))
        }
    }
}
