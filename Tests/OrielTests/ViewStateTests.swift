import Oriel
import Testing

@MainActor @Suite struct ViewStateTests {
    /// The view that gave its state away answers no command, and its hand on the bar is the other's.
    @Test func everythingMovesAndNothingStays() {
        var old = ViewState()
        var replies = 0
        old.commands.wait(for: .started) { _ in replies += 1 }
        old.navigation.beginScrubbing(from: .seconds(3), in: nil)
        old.navigation.handMoved(isDown: true)
        var new = old.handOver()
        #expect(old.commands.isEmpty && old.navigation == Navigation())
        #expect(new.navigation.origin == .seconds(3) && new.navigation.isHeld)
        for reply in new.commands.takeAll() { reply(nil) }
        #expect(replies == 1)
    }
}
