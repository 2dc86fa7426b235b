import OrielCommand
import Testing

@Suite struct MediaTimeFormatTests {
    @Test(arguments: [
        ("90", 90.0), ("1:30", 90), ("1:02:03.5", 3723.5), ("0", 0), (".5", 0.5), ("90:00", 5400),
    ])
    func timesReadAsPeopleWriteThem(text: String, seconds: Double) {
        #expect(MediaTimeFormat.parse(text) == .seconds(seconds))
    }

    @Test(arguments: [
        "", "x", "1:60", "1:2:3:4", "-5", "1.5:00", "nan", "inf", "1e9", ":", "1:", "0x10", "99999999999999999999",
    ])
    func whatIsNoTimeIsRefused(text: String) {
        #expect(MediaTimeFormat.parse(text) == nil)
    }

    @Test func aSignMakesASeekRelative() throws {
        let back = try #require(MediaTimeFormat.parseSeek("-10"))
        #expect(back.time == .seconds(-10) && back.isRelative)
        let place = try #require(MediaTimeFormat.parseSeek("1:00"))
        #expect(place.time == .seconds(60) && !place.isRelative)
        #expect(MediaTimeFormat.parseSeek("+-1") == nil)
    }
}
