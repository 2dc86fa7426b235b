import OrielPlayer
import Testing

@Suite struct ItemProgressTests {
    @Test func anItemThatWasPlayedToItsEndIsCrossedUntilTheNextOneHasArrived() {
        var progress = ItemProgress()
        progress.left(hasEnded: false)
        #expect(!progress.hasCrossed)
        progress.left(hasEnded: true)
        let isNewBefore = progress.takeNewItem()
        #expect(progress.hasCrossed && !isNewBefore)
        progress.arrived()
        #expect(!progress.hasCrossed)
        let (isNew, isNewAgain) = (progress.takeNewItem(), progress.takeNewItem())
        #expect(isNew && !isNewAgain)
    }

    @Test func eachLossIsReportedOnceForEachItem() {
        var progress = ItemProgress()
        let first = progress.unreported(of: ["a"])
        let again = progress.unreported(of: ["a"])
        let more = progress.unreported(of: ["a", "b", "c"])
        #expect(first == ["a"] && again.isEmpty && more == ["b", "c"])
        progress.arrived()
        let next = progress.unreported(of: ["a"])
        #expect(next == ["a"])
    }
}
