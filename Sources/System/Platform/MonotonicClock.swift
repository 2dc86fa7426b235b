import CLinux
import Glibc
import Synchronization

/// Host time: `CLOCK_MONOTONIC`, as time since the clock's epoch (`clock_gettime`). Wayland's presentation times and
/// the kernel's timers use the same clock.
public enum MonotonicClock {
    /// Current time since the clock's epoch.
    public static var now: Duration {
        let held = heldNanoseconds.load(ordering: .relaxed)
        return held == 0 ? kernelNow : .nanoseconds(held)
    }

    private static var kernelNow: Duration {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return .seconds(time.tv_sec) + .nanoseconds(time.tv_nsec)
    }

    // MARK: Held time

    private static let heldNanoseconds = Atomic<Int64>(0)

    /// The host time at which the clock is held, for tests of apps, which move it on without waiting; nil in every
    /// other process. Waits with a limit, but those of event loops, still take the kernel's time.
    package static var held: Duration? {
        get {
            let held = heldNanoseconds.load(ordering: .relaxed)
            return held == 0 ? nil : .nanoseconds(held)
        }
        set { heldNanoseconds.store(newValue.map { max(1, $0.nanoseconds) } ?? 0, ordering: .relaxed) }
    }

    /// The kernel's time for a timer of an event loop: a held clock moves on by itself, so the loop looks again soon.
    package static func alarm(for time: Duration) -> Duration {
        held == nil ? time : kernelNow + .milliseconds(1)
    }

    /// The kernel's time from which host time reaches `time`, if a held clock went on now.
    package static func kernelTime(of time: Duration) -> Duration {
        held.map { kernelNow + (time - $0) } ?? time
    }
}

extension Duration {
    /// Whole nanoseconds, clamped to `Int64`.
    public var nanoseconds: Int64 { whole(perSecond: 1_000_000_000) }

    /// Whole microseconds, clamped to `Int64`.
    package var microseconds: Int64 { whole(perSecond: 1_000_000) }

    /// Whole units, clamped to `Int64`; what is left of one is cut off.
    /// - Parameter units: number of units in a second; a power of ten up to 10¹⁸.
    package func whole(perSecond units: Int64) -> Int64 {
        let (seconds, attoseconds) = components
        let (product, isTooLarge) = seconds.multipliedReportingOverflow(by: units)
        let (sum, isSumTooLarge) = product.addingReportingOverflow(attoseconds / (1_000_000_000_000_000_000 / units))
        return isTooLarge || isSumTooLarge ? (seconds < 0 ? .min : .max) : sum
    }

    /// Seconds as a floating-point number.
    public var seconds: Double {
        let (seconds, attoseconds) = components
        return Double(seconds) + Double(attoseconds) * 1e-18
    }
}
