import OrielAccessibility
import Testing

/// Messages for a screen reader.
struct AnnouncementsTests {
    private let now = Duration.seconds(100)

    @Test func ofASeriesOfNumbersTheLastIsSaid() {
        var announcements = Announcements()
        for percent in 50...60 { announcements.add("Volume \(percent) %", at: now + .milliseconds(percent)) }
        announcements.add("Paused", at: now)
        #expect(announcements.take(at: now + .milliseconds(200)).isEmpty)
        #expect(announcements.take(at: now + .seconds(1)) == ["Volume 60 %", "Paused"])
        #expect(announcements.time == nil)
    }

    @Test func theSameIsNotSaidTwice() {
        var announcements = Announcements()
        announcements.add("Paused", at: now)
        #expect(announcements.take(at: now + Announcements.wait) == ["Paused"])
        announcements.add("Paused", at: now + .milliseconds(500))
        #expect(announcements.time == nil)
        announcements.add("Paused", at: now + .seconds(5))
        #expect(announcements.time == now + .seconds(5) + Announcements.wait)
    }

    @Test func bufferingIsSaidOnlyIfItLasts() {
        var announcements = Announcements()
        announcements.add("Buffering…", at: now, isLasting: true)
        #expect(announcements.take(at: now + .seconds(1)).isEmpty)
        announcements.withdraw()
        #expect(announcements.time == nil)
        announcements.add("Buffering…", at: now, isLasting: true)
        #expect(announcements.take(at: now + Announcements.patience) == ["Buffering…"])
    }

    @Test func aFloodIsBounded() {
        var announcements = Announcements()
        for number in 0..<1000 { announcements.add(String(repeating: "x", count: number), at: now) }
        #expect(announcements.take(at: now + .seconds(1)).count == 8)
    }
}
