import OrielMedia
import OrielTransport
import Testing

/// Playlists, and repeated parts of a medium.
@Suite struct ListTests {
    private func milliseconds(_ times: [Duration]) -> [Int] { times.map { Int(($0 / .milliseconds(1)).rounded()) } }

    private func rig(ahead: Int, _ change: (inout ModelSource) -> Void = { _ in }) -> TransportRig {
        TransportRig {
            $0.successors = 1
            $0.readyAhead = ahead
            change(&$0)
        }
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
