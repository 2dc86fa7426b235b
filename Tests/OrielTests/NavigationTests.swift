import Oriel
import Testing

/// The seeks that a hand on the bar causes, and what another medium forgets of them.
@Suite struct NavigationTests {
    @Test func theNextPositionIsSoughtWhenTheLastOneIsThere() {
        var navigation = Navigation()
        navigation.beginScrubbing(from: .seconds(3), in: nil)
        navigation.scrub(to: .seconds(5))
        #expect(navigation.nextSeek(isSeeking: false, in: nil) == .seconds(5))
        navigation.scrub(to: .seconds(6))
        navigation.scrub(to: .seconds(7))
        #expect(navigation.nextSeek(isSeeking: true, in: nil) == nil)
        #expect(navigation.nextSeek(isSeeking: false, in: nil) == .seconds(7))
        #expect(navigation.wanted == .seconds(7))
        // Its frame is there: the bar follows the player again.
        #expect(navigation.nextSeek(isSeeking: false, in: nil) == nil && navigation.wanted == nil)
        #expect(navigation.isScrubbing && navigation.origin == .seconds(3))
        navigation.endScrubbing()
        #expect(!navigation.isScrubbing)
    }

    @Test func anotherMediumForgetsTimesAndKeepsTheHandsThatHold() {
        var navigation = Navigation()
        navigation.handMoved(isDown: true)
        navigation.beginScrubbing(from: .seconds(3), in: nil)
        navigation.scrub(to: .seconds(5))
        _ = navigation.nextSeek(isSeeking: false, in: nil)
        navigation.repeatStart = .seconds(1)
        navigation.mediumChanged()
        #expect(!navigation.isScrubbing && navigation.wanted == nil && navigation.repeatStart == nil)
        #expect(navigation.nextSeek(isSeeking: false, in: nil) == nil)
        #expect(navigation.isHeld)
        navigation.handMoved(isDown: false)
        #expect(!navigation.isHeld)
    }

    /// The item may end while the position before is decoded, and be told after the frame of that.
    @Test func aPositionIsSoughtInItsOwnItemOnly() {
        let (first, second) = (PlayerItem("a.mkv"), PlayerItem("b.mkv"))
        var navigation = Navigation()
        navigation.beginScrubbing(from: .zero, in: first)
        navigation.scrub(to: .seconds(4))
        #expect(navigation.nextSeek(isSeeking: false, in: first) == .seconds(4))
        navigation.scrub(to: .seconds(5))
        navigation.endScrubbing()
        #expect(navigation.nextSeek(isSeeking: false, in: second) == nil)
        #expect(navigation.wanted == nil)
    }

    @Test func playbackGoesOnBehindTheLastPositionOfTheHand() {
        var navigation = Navigation()
        navigation.handMoved(isDown: true)
        navigation.beginScrubbing(from: .zero, in: nil)
        navigation.scrub(to: .seconds(4))
        #expect(navigation.nextSeek(isSeeking: false, in: nil) == .seconds(4))
        navigation.scrub(to: .seconds(5))
        navigation.handMoved(isDown: false)
        navigation.endScrubbing()
        let letsGoAtOnce = navigation.letsGo(isAsked: true)
        #expect(!letsGoAtOnce)
        #expect(navigation.nextSeek(isSeeking: false, in: nil) == .seconds(5))
        let letsGoBefore = navigation.letsGo(isAsked: false)
        #expect(!letsGoBefore)
        #expect(navigation.nextSeek(isSeeking: false, in: nil) == nil)
        let letsGo = (navigation.letsGo(isAsked: false), navigation.letsGo(isAsked: false))
        #expect(letsGo == (true, false))
        // A hand by itself, as a key's, has no position to wait for.
        navigation.handMoved(isDown: true)
        let holds = !navigation.letsGo(isAsked: true)
        navigation.handMoved(isDown: false)
        let isOver = navigation.letsGo(isAsked: true)
        #expect(holds && isOver)
    }

    @Test func aHandThatLetsGoUnannouncedHoldsNothing() {
        var navigation = Navigation()
        navigation.handMoved(isDown: false)
        navigation.handMoved(isDown: true)
        #expect(navigation.isHeld)
    }
}
