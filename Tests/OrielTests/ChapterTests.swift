import Oriel
import OrielPlayer
import OrielSceneHandoff
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

    private func answer(_ choice: PlayerCommand.ChapterChoice, _ starts: [Duration], at position: Duration) -> String {
        do throws(CommandFailure) {
            return "\(try choice.index(among: starts, at: position, of: "a"))"
        } catch { return "\(error)" }
    }

    @Test func aCommandLeadsToItsChapter() {
        #expect(answer(.next, starts, at: .seconds(60)) == "2")
        #expect(answer(.previous, starts, at: .seconds(100)) == "2")
        #expect(answer(.previous, [.seconds(5)], at: .zero) == "0")
        #expect(answer(.number(4), starts, at: .zero) == "3")
    }

    @Test func aChapterThatCannotBeReachedIsAFailureThatSaysWhy() {
        #expect(answer(.next, [], at: .zero) == "a has no chapters")
        #expect(answer(.previous, [], at: .zero) == "a has no chapters")
        #expect(answer(.next, starts, at: .seconds(300)) == "a is in its last chapter")
        #expect(answer(.number(5), starts, at: .zero) == "a has no chapter 5; choose 1 to 4")
        #expect(answer(.number(0), [.zero], at: .zero) == "a has no chapter 0; choose 1")
    }

    @Test func theOneThatIsPlayedIsTheLastThatBegan() {
        #expect(ChapterChoice.current(of: starts, at: .seconds(60)) == 1)
        #expect(ChapterChoice.current(of: [.seconds(5)], at: .zero) == nil)
    }
}
