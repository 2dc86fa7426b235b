import OrielPlatform
import Testing

@Suite struct DurationUnitsTests {
    @Test func aRestIsCutOff() {
        #expect(Duration.nanoseconds(1_999_999).whole(perSecond: 1000) == 1)
        #expect(Duration.nanoseconds(-1_999_999).whole(perSecond: 1000) == -1)
        #expect(Duration.nanoseconds(1_234_567).microseconds == 1234)
        #expect((Duration.seconds(3) + .nanoseconds(7)).nanoseconds == 3_000_000_007)
    }

    @Test func whatIsTooLargeIsClamped() {
        let most = Duration.seconds(Int64.max)
        #expect(most.nanoseconds == .max && (.zero - most).nanoseconds == .min)
        // The seconds alone fit.
        let (seconds, rest) = (Int64.max / 1_000_000, Duration.nanoseconds(999_999_999))
        #expect(Duration.seconds(seconds).microseconds == seconds * 1_000_000)
        #expect((.seconds(seconds) + rest).microseconds == .max)
        #expect((.seconds(-seconds) - rest).microseconds == .min)
    }
}
