import OrielMedia
import OrielTransport
import Testing

/// Playlists, and repeated parts of a medium.
@Suite struct ListTests {
    private func milliseconds(_ times: [Duration]) -> [Int] { times.map { Int(($0 / .milliseconds(1)).rounded()) } }

    private func rig(ahead: Int, _ change: (inout ModelSource) -> Void = { _ in }) -> TransportRig {
        var source = ModelSource()
        source.successors = 1
        source.readyAhead = ahead
        change(&source)
        return TransportRig(source)
    }

    @Test func whatWasOpenedAheadFollowsWithoutAGap() {
        var rig = rig(ahead: 2)
        rig.pass(.milliseconds(860), seen: true)
        #expect(milliseconds(rig.shown) == [0, 100, 200, 300, 0, 100, 200, 300])
        #expect(rig.told.filter { $0 != .picture } == [.opened, .landed, .looped, .ended])
        #expect(rig.transport.counts == Transport.Counts())
        #expect(rig.position == .milliseconds(400))
    }

    @Test func soundThatIsLongerThanThePicturesIsHeardBeforeTheNextBegins() {
        var rig = rig(ahead: 2) { $0.soundUntil = .milliseconds(600) }
        rig.pass(.milliseconds(580), seen: true)
        #expect(rig.source.successors == 1)
        #expect(milliseconds(rig.shown) == [0, 100, 200, 300])
        rig.pass(.milliseconds(60), seen: true)
        #expect(rig.source.successors == 0)
        #expect(rig.position < .milliseconds(60))
    }

    @Test func whatIsNotOpenYetIsWaitedForAndThePictureStands() {
        var rig = rig(ahead: 0)
        rig.pass(.milliseconds(390), seen: true)
        rig.pass(.milliseconds(300), seen: true, works: false)
        #expect(rig.source.successors == 0)
        #expect(rig.position == .zero)
        #expect(rig.transport.picture?.time == .milliseconds(300))
        rig.pass(.milliseconds(200), seen: true)
        #expect(rig.told.filter { $0 == .opened }.count == 2)
        #expect(milliseconds(rig.shown).suffix(2) == [0, 100])
        #expect(rig.transport.phase == .playing)
    }

    @Test func whereNobodyLooksTimeGoesOnInTheNext() {
        var rig = rig(ahead: 2)
        rig.workOut()
        rig.refresh()
        rig.pass(.milliseconds(700))
        #expect(rig.source.successors == 0 && rig.transport.phase == .playing)
        #expect(rig.position > .milliseconds(200) && rig.position < .milliseconds(400))
        rig.pass(.milliseconds(100), seen: true)
        #expect(rig.transport.picture.map { $0.time >= .milliseconds(200) } == true)
    }

    @Test func whatFailsGivesWayToTheNext() {
        var rig = rig(ahead: 0)
        rig.pass(.milliseconds(150), seen: true)
        rig.fail()
        rig.pass(.milliseconds(1000), seen: true)
        #expect(!rig.told.contains(.failed))
        #expect(rig.source.successors == 0 && rig.transport.phase == .ended)
    }

    @Test func whatCannotBeOpenedGivesWayToTheNext() {
        var rig = rig(ahead: 0)
        rig.fail()
        rig.pass(.milliseconds(600), seen: true)
        #expect(rig.told.filter { $0 != .picture } == [.opened, .landed, .ended])
        #expect(milliseconds(rig.shown) == [0, 100, 200, 300])
    }

    @Test func anImageInAListIsShownForSomeSeconds() {
        var rig = rig(ahead: 1) {
            $0.isStill = true
            $0.frameCount = 1
        }
        rig.pass(.milliseconds(4900), seen: true)
        #expect(rig.source.successors == 1)
        rig.pass(.milliseconds(200), seen: true)
        #expect(rig.source.successors == 0)
        // The last item stays.
        rig.pass(.seconds(20), seen: true)
        #expect(rig.transport.phase == .playing)
    }

    @Test func aPausedStepShowsTheNextItemsFirstFrame() {
        var rig = rig(ahead: 0)
        rig.pass(.milliseconds(150), seen: true)
        rig.send(.pause)
        rig.source.advance()
        rig.send(.advanced(late: nil))
        rig.pass(.milliseconds(300), seen: true)
        #expect(rig.transport.isPaused && rig.transport.picture?.generation == 1000)
        #expect(rig.position == .zero && rig.wakeTime == nil)
    }

    // MARK: Repeated parts

    @Test(arguments: [true, false]) func aPartIsPlayedAgainAndAgain(isSeen: Bool) {
        var rig = TransportRig()
        rig.pass(.milliseconds(50), seen: true)
        rig.send(.repeating(.milliseconds(100)..<(.milliseconds(300))))
        rig.pass(.seconds(2), seen: isSeen)
        #expect(rig.transport.phase != .ended)
        #expect(rig.source.seeks >= 4)
        #expect(rig.position >= .milliseconds(100) && rig.position <= .milliseconds(320))
        rig.send(.repeating(nil))
        rig.pass(.seconds(1), seen: isSeen)
        #expect(rig.transport.phase == .ended)
    }

    @Test func whoGoesBehindThePartPlaysOn() {
        var rig = TransportRig()
        rig.pass(.milliseconds(50), seen: true)
        rig.send(.repeating(.zero..<(.milliseconds(200))))
        rig.send(.seek(.milliseconds(250)))
        rig.pass(.milliseconds(500), seen: true)
        #expect(rig.transport.phase == .ended)
    }

    @Test func aPartUpToTheEndIsRepeatedToo() {
        var rig = TransportRig()
        rig.pass(.milliseconds(50), seen: true)
        rig.send(.repeating(.milliseconds(200)..<(.seconds(9))))
        rig.pass(.seconds(1), seen: true)
        #expect(rig.transport.phase != .ended && rig.source.seeks >= 2)
    }
}

/// The order of a playlist.
@Suite struct PlayOrderTests {
    @Test func itGoesFromItemToItemAndEnds() {
        var order = PlayOrder([1, 2, 3])
        #expect(order.current == 1 && order.next == 2 && order.previous == nil)
        order.go(to: 3)
        #expect(order.next == nil && order.previous == 2)
        order.loops = true
        #expect(order.next == 1)
        order.go(to: 1)
        #expect(order.previous == 3)
        order.go(to: 9)
        #expect(order.current == 1)
    }

    @Test func whatCannotBePlayedIsPassedOver() {
        var order = PlayOrder([1, 2, 3])
        order.refuse(2)
        #expect(order.next == 3)
        order.refuse(3)
        #expect(order.next == nil)
        order.loops = true
        #expect(order.next == 1)
        order.refuse(1)
        // No item of a loop can be played.
        #expect(order.next == nil && order.previous == nil)
    }

    @Test func severalItemsAreInsertedAsOneAfterTheOther() {
        for (other, more) in [(nil, [7, 8]), (2, [7, 1, 8]), (3, [7, 7]), (77, [9]), (1, [])] as [(Int?, [Int])] {
            var (atOnce, inTurn) = (PlayOrder([1, 2, 3]), PlayOrder([1, 2, 3]))
            atOnce.insert(more, after: other)
            var last = other
            for item in more where !inTurn.items.contains(item) {
                inTurn.insert(item, after: last)
                last = last == nil || !inTurn.items.contains(last ?? 0) ? last : item
            }
            #expect(atOnce == inTurn)
        }
        var empty = PlayOrder()
        empty.insert([4, 5], after: nil)
        #expect(empty.items == [4, 5] && empty.current == 4)
    }

    @Test func itemsAreInsertedWhereTheyAreWanted() {
        var order = PlayOrder()
        #expect(order.current == nil && order.next == nil)
        order.insert(1)
        order.insert(3)
        order.insert(2, after: 1)
        order.insert(2)
        order.insert(4, after: 77)
        #expect(order.items == [1, 2, 3, 4] && order.current == 1)
    }

    @Test func whatFollowsTakesThePlaceOfWhatIsRemoved() {
        var order = PlayOrder([1, 2, 3])
        order.remove(1)
        #expect(order.current == 2 && order.items == [2, 3])
        order.remove(3)
        #expect(order.current == 2)
        order.remove(2)
        #expect(order.current == nil && order.items.isEmpty)
        order.remove(2)
    }

    @Test func theLastOneRemovedGivesWayToTheOneBefore() {
        var order = PlayOrder([1, 2])
        order.go(to: 2)
        order.remove(2)
        #expect(order.current == 1)
    }

    @Test func thePresentOneIsReplacedInItsPlace() {
        var order = PlayOrder([1, 2])
        order.refuse(1)
        order.replaceCurrent(with: 7)
        #expect(order.items == [7, 2] && order.current == 7 && order.unplayable.isEmpty)
        order.replaceCurrent(with: 2)
        #expect(order.items == [7, 2] && order.current == 2)
        order.replaceCurrent(with: nil)
        #expect(order.items == [7] && order.current == 7)
        order.removeAll()
        order.replaceCurrent(with: 5)
        #expect(order.current == 5)
    }

    @Test func anotherListKeepsThePresentItemAndForgetsWhatIsGone() {
        var order = PlayOrder([1, 2, 3])
        order.go(to: 2)
        order.refuse(1)
        order.refuse(3)
        order.setItems([4, 2, 1])
        #expect(order.items == [4, 2, 1] && order.current == 2 && order.unplayable == [1])
        order.setItems([1, 5])
        #expect(order.current == 5)
        order.setItems([1])
        #expect(order.current == 1)
        order.setItems([])
        #expect(order.current == nil && order.next == nil)
        order.setItems([7])
        #expect(order.current == 7 && order.unplayable == [])
    }

    /// As with AVPlayer, the item fails and not the player.
    @Test(arguments: [true, false], [nil, true, false] as [Bool?]) func anotherMediumPlaysAfterAFailure(
        wasPaused: Bool, wish: Bool?
    ) {
        var rig = TransportRig(ModelSource(), isPaused: wasPaused)
        rig.fail()
        #expect(rig.transport.phase == .failed && rig.transport.isPaused && rig.told.contains(.failed))
        if let wish { rig.send(wish ? .resume : .pause) }
        rig.send(.seek(.milliseconds(100)))
        rig.send(.speed(2))
        #expect(rig.transport.phase == .failed && rig.transport.isPaused)
        rig.source = ModelSource()
        rig.send(.advanced(late: nil))
        rig.pass(.milliseconds(150), seen: true)
        #expect(rig.transport.phase == .playing && rig.transport.isPaused == !(wish ?? !wasPaused))
        #expect((rig.position > .zero) == (wish ?? !wasPaused) && rig.transport.clock.speed == 2)
    }
}
