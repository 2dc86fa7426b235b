import Oriel
import Testing

@Suite struct ChapterTests {
    private let starts: [Duration] = [.zero, .seconds(60), .seconds(61), .seconds(300)]

    @Test func theNextIsTheFirstThatIsToCome() {
        #expect(ChapterChoice.next(of: starts, at: .seconds(1)) == 1)
        #expect(ChapterChoice.next(of: starts, at: .seconds(60)) == 2)
        #expect(ChapterChoice.next(of: starts, at: .seconds(300)) == nil)
        #expect(ChapterChoice.next(of: [], at: .zero) == nil)
    }

    /// Far into a chapter, "previous" is its start; near the start, the chapter before.
    @Test func backIsThisOnesBeginningOrTheOneBefore() {
        #expect(ChapterChoice.previous(of: starts, at: .seconds(100)) == 2)
        #expect(ChapterChoice.previous(of: starts, at: .seconds(302)) == 2)
        #expect(ChapterChoice.previous(of: starts, at: .seconds(304)) == 3)
        #expect(ChapterChoice.previous(of: starts, at: .seconds(2)) == 0)
        #expect(ChapterChoice.previous(of: [.seconds(5)], at: .zero) == nil)
        #expect(ChapterChoice.previous(of: [], at: .zero) == nil)
    }

    @Test func theOneThatIsPlayedIsTheLastThatBegan() {
        #expect(ChapterChoice.current(of: starts, at: .seconds(60)) == 1)
        #expect(ChapterChoice.current(of: [.seconds(5)], at: .zero) == nil)
    }
}
