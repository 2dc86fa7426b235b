import OrielPlatform

/// Recognizes input events that waited too long because the process was stuck: a click on a frozen picture isn't meant
/// for what is there seconds later (contract case 54).
package enum StaleInput {
    /// Events older than this are ignored.
    package static let patience = Duration.seconds(2)
    /// Maximum age that is believed. A larger one means that the compositor uses another clock than the host's, and the
    /// age is unknown.
    package static let longest = Duration.seconds(60)

    /// Whether an event is too old now to be handled.
    static func contains(_ time: Duration) -> Bool { contains(time, at: MonotonicClock.now) }

    /// Whether an event is too old to be handled.
    /// - Parameters:
    ///   - time: the event's time. Compositors usually take it from `CLOCK_MONOTONIC`, in milliseconds of 32 bits,
    ///     although the protocol doesn't require that.
    ///   - now: the present host time.
    package static func contains(_ time: Duration, at now: Duration) -> Bool {
        let age = UInt32(truncatingIfNeeded: now.nanoseconds / 1_000_000 &- time.nanoseconds / 1_000_000)
        return patience...longest ~= .milliseconds(Int64(age))
    }
}
