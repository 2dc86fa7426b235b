/// What was done to a program that did not look: whoever clicks on a picture that is stuck doesn't mean what is there seconds later
/// (contract case 54).
package enum StaleInput {
    /// What is older is not taken any more.
    package static let patience = Duration.seconds(2)
    /// Beyond that the compositor's clock is another one than the host's, and an age can't be told.
    package static let longest = Duration.seconds(60)

    /// - Parameters:
    ///   - time: an event's, which compositors read off `CLOCK_MONOTONIC`, in milliseconds of 32 bits, though nothing obliges them to.
    ///   - now: the host's.
    package static func contains(_ time: Duration, at now: Duration) -> Bool {
        let age = UInt32(truncatingIfNeeded: now.milliseconds &- time.milliseconds)
        return patience...longest ~= .milliseconds(Int64(age))
    }
}

extension Duration {
    /// Whole ones.
    fileprivate var milliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds &* 1000 &+ attoseconds / 1_000_000_000_000_000
    }
}
