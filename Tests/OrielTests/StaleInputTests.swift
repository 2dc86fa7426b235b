import Oriel
import Testing

@Suite struct StaleInputTests {
    @Test func case54_whatWasDoneLongAgoIsStaleAndWhatHasAnotherClockIsNot() {
        let now = Duration.seconds(100_000)
        for (age, isStale) in [
            (Duration.zero, false), (.milliseconds(1999), false), (.seconds(2), true), (.seconds(3), true),
            (.seconds(60), true), (.seconds(61), false), (.seconds(5000), false), (.milliseconds(-500), false),
        ] {
            #expect(StaleInput.contains(now - age, at: now) == isStale, "\(age)")
        }
        // The time of a virtual keyboard, which starts at zero.
        #expect(!StaleInput.contains(.milliseconds(5), at: now))
    }

    /// Event times wrap at 32 bits of milliseconds, which a host's uptime of seven weeks exceeds.
    @Test func clocksThatHaveTurnedRoundAgree() {
        let turn = Duration.milliseconds(1 << 32)
        #expect(!StaleInput.contains(.milliseconds(500), at: turn + .milliseconds(1000)))
        #expect(StaleInput.contains(.milliseconds(500), at: turn + .milliseconds(3500)))
        #expect(StaleInput.contains(turn - .milliseconds(500), at: turn + .milliseconds(2500)))
        #expect(!StaleInput.contains(.seconds(Int64.max), at: .seconds(Int64.min)))
    }
}
