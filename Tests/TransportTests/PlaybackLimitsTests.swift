import OrielTransport
import Testing

@Suite struct PlaybackLimitsTests {
    @Test func aValueInsideARangeStays() {
        for volume in PlaybackLimits.volume { #expect(PlaybackLimits.volume.nearest(to: volume) == volume) }
        #expect(PlaybackLimits.speed.nearest(to: 0.1) == 0.1 && PlaybackLimits.speed.nearest(to: 8) == 8)
    }

    @Test func aValueOutsideBecomesTheNearestBound() {
        #expect(PlaybackLimits.volume.nearest(to: -1) == 0 && PlaybackLimits.volume.nearest(to: .max) == 130)
        #expect(PlaybackLimits.speed.nearest(to: 0) == 0.1 && PlaybackLimits.speed.nearest(to: .infinity) == 8)
        #expect(PlaybackLimits.speed.nearest(to: -.infinity) == 0.1)
        #expect(PlaybackLimits.audioDelay.nearest(to: .seconds(-11)) == .seconds(-10))
        #expect(PlaybackLimits.audioDelay.nearest(to: .seconds(3600)) == .seconds(10))
    }

    @Test func aValueThatIsNoNumberStays() { #expect(PlaybackLimits.speed.nearest(to: .nan).isNaN) }
}
