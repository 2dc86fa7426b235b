import OrielMedia
import Testing

@Suite struct PlaybackClockTests {
    @Test func aPausedClockStands() {
        var clock = PlaybackClock(media: .seconds(3))
        #expect(clock.mediaTime(at: .seconds(100)) == .seconds(3))
        #expect(clock.hostTime(of: .seconds(4)) == nil)
        clock.resume(at: .seconds(100))
        #expect(clock.mediaTime(at: .seconds(102)) == .seconds(5))
        clock.pause(at: .seconds(103))
        #expect(clock.mediaTime(at: .seconds(200)) == .seconds(6))
    }

    @Test func aChangeOfSpeedDoesNotJump() {
        var clock = PlaybackClock()
        clock.resume(at: .zero)
        clock.setSpeed(2, at: .seconds(1))
        #expect(clock.mediaTime(at: .seconds(1)) == .seconds(1))
        #expect(clock.mediaTime(at: .seconds(2)) == .seconds(3))
        #expect(clock.hostTime(of: .seconds(3)) == .seconds(2))
        clock.setSpeed(.nan, at: .seconds(2))
        #expect(clock.speed == 2)
    }
}
