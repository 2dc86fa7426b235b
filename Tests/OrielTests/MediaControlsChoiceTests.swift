import Oriel
import Testing

/// The choice of the view that media keys control, and the numbers of items.
struct MediaControlsChoiceTests {
    private final class View {}
    private let one = View()
    private let other = View()

    private func candidate(_ view: View, heard: Bool = false, playing: Bool = false) -> MediaControlsChoice.Candidate {
        .init(view: ObjectIdentifier(view), isHeard: heard, isPlaying: playing)
    }

    @Test func theViewThatIsHeardIsChosen() {
        var choice = MediaControlsChoice()
        choice.choose(among: [candidate(one, playing: true), candidate(other, heard: true, playing: true)])
        #expect(choice.view == ObjectIdentifier(other))
        choice.choose(among: [candidate(one, heard: true, playing: true), candidate(other, playing: true)])
        #expect(choice.view == ObjectIdentifier(one))
    }

    /// A media key that pauses the view must be able to resume it.
    @Test func aPauseKeepsTheView() {
        var choice = MediaControlsChoice()
        choice.choose(among: [candidate(one, heard: true, playing: true), candidate(other, playing: true)])
        choice.choose(among: [candidate(one), candidate(other, playing: true)])
        #expect(choice.view == ObjectIdentifier(one))
        choice.choose(among: [candidate(one), candidate(other, heard: true, playing: true)])
        #expect(choice.view == ObjectIdentifier(other))
    }

    @Test func twoThatAreHeardDoNotAlternate() {
        var choice = MediaControlsChoice()
        let both = [candidate(one, heard: true, playing: true), candidate(other, heard: true, playing: true)]
        choice.choose(among: both)
        choice.choose(among: both.reversed())
        #expect(choice.view == ObjectIdentifier(one))
    }

    @Test func aViewThatIsGoneIsReplaced() {
        var choice = MediaControlsChoice()
        choice.choose(among: [candidate(one, heard: true, playing: true), candidate(other)])
        choice.choose(among: [candidate(other)])
        #expect(choice.view == ObjectIdentifier(other))
        choice.choose(among: [])
        #expect(choice.view == nil)
    }

    @Test func anItemKeepsItsNumberAndOldOnesAreForgotten() {
        var numbers = ItemNumbers()
        let items = (0..<1500).map { _ in View() }
        let first = items.map { numbers.number(of: $0) }
        #expect(first == Array(1...1500))
        #expect(numbers.number(of: items[1499]) == 1500)
        #expect(numbers.number(of: items[0]) == 1501)
    }
}
