import OrielAccessibility
import Testing

/// Subtitles for a screen reader.
struct SpokenSubtitlesTests {
    @Test func aLineIsSaidOnceWhileItStays() {
        var subtitles = SpokenSubtitles()
        #expect(subtitles.take(["Who is there?"]) == "Who is there?")
        #expect(subtitles.take(["Who is there?"]) == nil)
        #expect(subtitles.take(["Who is there?", "It is me."]) == "It is me.")
        #expect(subtitles.take(["It is me."]) == nil)
    }

    @Test func aLineThatComesAgainIsSaidAgain() {
        var subtitles = SpokenSubtitles()
        #expect(subtitles.take(["No!"]) == "No!")
        #expect(subtitles.take([]) == nil)
        #expect(subtitles.take(["No!"]) == "No!")
    }

    @Test func linesThatComeTogetherAreSaidInTheirOrder() {
        var subtitles = SpokenSubtitles()
        #expect(subtitles.take(["- Tea?", "- Please."]) == "- Tea? - Please.")
    }
}
