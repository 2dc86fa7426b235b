import OrielTransport
import Testing

/// Scrubbing holds the position and keeps an item from ending.
@Suite struct HoldTests {
    /// Returns a medium of four frames of 100 ms, held at its end.
    private func held(_ change: (inout ModelSource) -> Void = { _ in }, seen: Bool = true) -> TransportRig {
        var rig = TransportRig(change)
        rig.pass(.milliseconds(200), seen: seen)
        rig.send(.hold(true))
        rig.pass(.seconds(4), seen: seen)
        return rig
    }

    @Test(arguments: [true, false]) func theLastPictureStaysUntilTheHandLetsGo(isSeen: Bool) {
        var rig = held(seen: isSeen)
        #expect(rig.transport.phase == .playing && !rig.transport.isPaused && !rig.told.contains(.ended))
        if isSeen { #expect(rig.shown.last == .milliseconds(300)) }
        #expect(rig.position == .milliseconds(400) && rig.wakeTime == nil)
        rig.send(.hold(false))
        rig.pass(.milliseconds(100), seen: isSeen)
        #expect(rig.transport.phase == .ended && rig.position == .milliseconds(400))
    }

    /// The next item's frames may be ready or not.
    @Test(arguments: [0, 2]) func theNextItemBeginsWhenTheHandLetsGo(readyAhead: Int) {
        var rig = held {
            $0.successors = 1
            $0.readyAhead = readyAhead
        }
        #expect(rig.source.successors == 1 && rig.shown.last == .milliseconds(300))
        rig.send(.hold(false))
        rig.pass(.milliseconds(300), seen: true)
        #expect(rig.source.successors == 0 && rig.position < .milliseconds(350))
    }

    @Test func aLoopBeginsAgainWhenTheHandLetsGo() {
        var rig = held { $0.loops = true }
        #expect(!rig.told.contains(.looped) && rig.position == .milliseconds(400))
        rig.send(.hold(false))
        rig.pass(.milliseconds(100), seen: true)
        #expect(rig.told.contains(.looped))
    }

    /// An item that the user chose is being opened, and is refused when the film before it is over.
    @Test(arguments: [true, false], [0, 1]) func anEndWaitsForAChosenItem(isSeen: Bool, successors: Int) {
        var source = ModelSource()
        source.successors = successors
        source.awaitsItem = true
        var rig = TransportRig(source)
        rig.pass(.seconds(4), seen: isSeen)
        #expect(rig.transport.phase == .playing && rig.position == .milliseconds(400) && rig.wakeTime == nil)
        #expect(rig.source.successors == successors && !rig.told.contains(.ended))
        rig.source.awaitsItem = false
        rig.send(.news)
        rig.pass(.milliseconds(100), seen: isSeen)
        #expect(rig.source.successors == 0 && rig.told.contains(.ended) == (successors == 0))
    }

    @Test func aLoopDoesNotWaitForAChosenItem() {
        let rig = TransportRig(playing: .seconds(4)) { ($0.loops, $0.awaitsItem) = (true, true) }
        #expect(rig.told.count { $0 == .looped } >= 8)
    }

    /// An image has no end of its own; one that stood for a chosen item's sake plays on when that is refused.
    @Test func aRefusedItemLetsTheClockRunOn() {
        var source = ModelSource()
        (source.awaitsItem, source.successors, source.isStill, source.frameCount) = (true, 1, true, 1)
        var rig = TransportRig(source)
        rig.pass(.seconds(9), seen: true)
        #expect(rig.source.successors == 1)
        (rig.source.awaitsItem, rig.source.successors) = (false, 0)
        rig.send(.news)
        let position = rig.position
        rig.pass(.seconds(1), seen: true)
        #expect(rig.transport.phase == .playing && rig.position > position)
    }

    /// A seek to the end and back during one hold.
    @Test(arguments: [0, 1]) func aSeekBackGoesOnFromThere(successors: Int) {
        var rig = held { $0.successors = successors }
        rig.send(.seek(.milliseconds(900)))
        rig.pass(.seconds(1), seen: true)
        #expect(rig.shown.last == .milliseconds(300) && rig.source.successors == successors)
        rig.send(.seek(.milliseconds(100)))
        rig.pass(.milliseconds(60), seen: true)
        rig.send(.hold(false))
        rig.pass(.milliseconds(60), seen: true)
        #expect(
            rig.transport.phase == .playing && rig.position < .milliseconds(300) && rig.source.successors == successors)
    }

    @Test func whatFailsUnderTheHandIsToldAfterwards() {
        var rig = held { $0.frameCount = 400 }
        rig.fail()
        rig.pass(.seconds(60), seen: true)
        #expect(rig.transport.phase != .failed)
        rig.send(.hold(false))
        rig.pass(.milliseconds(100), seen: true)
        #expect(rig.transport.phase == .failed)
    }

    @Test func pausedAtTheHeldEndItEndsWhenResumed() {
        var rig = held()
        rig.send(.pause)
        rig.send(.hold(false))
        #expect(rig.transport.phase == .playing && rig.position == .milliseconds(400))
        rig.send(.resume)
        rig.pass(.milliseconds(100), seen: true)
        #expect(rig.transport.phase == .ended)
    }
}
