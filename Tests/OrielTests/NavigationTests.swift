import Oriel
import Testing

/// The seeks that a hand on the bar causes, and what another medium forgets of them.
@Suite struct NavigationTests {
    @Test func theNextPositionIsSoughtWhenTheLastOneIsThere() {
        var navigation = Navigation()
        navigation.beginScrubbing(from: .seconds(3))
        navigation.scrub(to: .seconds(5))
        #expect(navigation.nextSeek(isSeeking: false) == .seconds(5))
        navigation.scrub(to: .seconds(6))
        navigation.scrub(to: .seconds(7))
        #expect(navigation.nextSeek(isSeeking: true) == nil)
        #expect(navigation.nextSeek(isSeeking: false) == .seconds(7))
        #expect(navigation.wanted == .seconds(7))
        // Its frame is there: the bar follows the player again.
        #expect(navigation.nextSeek(isSeeking: false) == nil && navigation.wanted == nil)
        #expect(navigation.isScrubbing && navigation.origin == .seconds(3))
        navigation.endScrubbing()
        #expect(!navigation.isScrubbing)
    }

    @Test func anotherMediumForgetsTimesAndKeepsTheHandsThatHold() {
        var navigation = Navigation()
        navigation.handMoved(isDown: true)
        navigation.beginScrubbing(from: .seconds(3))
        navigation.scrub(to: .seconds(5))
        _ = navigation.nextSeek(isSeeking: false)
        navigation.repeatStart = .seconds(1)
        navigation.mediumChanged()
        #expect(!navigation.isScrubbing && navigation.wanted == nil && navigation.repeatStart == nil)
        #expect(navigation.nextSeek(isSeeking: false) == nil)
        #expect(navigation.isHeld)
        navigation.handMoved(isDown: false)
        #expect(!navigation.isHeld)
    }

    @Test func aHandThatLetsGoUnannouncedHoldsNothing() {
        var navigation = Navigation()
        navigation.handMoved(isDown: false)
        navigation.handMoved(isDown: true)
        #expect(navigation.isHeld)
    }
}
