import OrielTransport
import Testing

@Suite struct TransportTests {
    private func milliseconds(_ times: [Duration]) -> [Int] { times.map { Int(($0 / .milliseconds(1)).rounded()) } }

    // MARK: Seen

    @Test func aSeenPictureShowsEachFrameAndEndsAfterTheLastOne() {
        var rig = TransportRig()
        rig.pass(.milliseconds(600), seen: true)
        #expect(milliseconds(rig.shown) == [0, 100, 200, 300])
        #expect(rig.transport.phase == .ended && rig.transport.isPaused)
        #expect(rig.position == .milliseconds(400))
        #expect(rig.told.filter { $0 != .picture } == [.opened, .landed, .ended])
        #expect(rig.transport.counts == Transport.Counts())
    }

    @Test func theClockBeginsWithTheRefreshThatShowsTheFirstFrame() {
        var rig = TransportRig()
        rig.workOut()
        rig.pass(.milliseconds(500))
        #expect(rig.position == .zero)
        rig.refresh()
        rig.now += .milliseconds(70)
        #expect(rig.position == .milliseconds(50))
    }

    @Test func aPictureNobodyDrawsBeginsByItself() {
        var rig = TransportRig()
        rig.workOut()
        #expect(rig.wakeTime == rig.now + .seconds(2))
        rig.pass(.milliseconds(2100))
        #expect(rig.position == .milliseconds(100))
    }

    @Test func aLoopSeenFollowsWithoutAGap() {
        let rig = TransportRig(playing: .milliseconds(860)) { $0.loops = true }
        #expect(milliseconds(rig.shown) == [0, 100, 200, 300, 0, 100, 200, 300, 0])
        #expect(rig.told.filter { $0 == .looped }.count == 2)
        #expect(rig.source.seeks == 0 && rig.transport.counts.dropped == 0)
    }

    @Test func framesThatTheDisplayCannotShowAreDroppedAndCounted() {
        let rig = TransportRig(playing: .milliseconds(300)) {
            $0.frameDuration = .milliseconds(5)
            $0.frameCount = 40
            $0.capacity = 8
        }
        #expect(rig.transport.counts.dropped == 40 - rig.shown.count)
        #expect(rig.shown.count <= 12)
    }

    /// Sees a stop of the process as no time at all: frames, audio's clock and a live stream's distance.
    @Test(arguments: [true, false], [true, false]) func aStopOfTheProcessPlaysNothing(isSeen: Bool, hasDevice: Bool) {
        var rig = TransportRig(playing: .seconds(1)) { $0.frameCount = 100 }
        rig.pass(.seconds(1), seen: isSeen)
        if hasDevice { rig.send(.device(media: rig.position, generation: 0, host: rig.now)) }
        let (position, dropped) = (rig.position, rig.transport.counts.dropped)
        rig.now += .seconds(4)
        rig.send(.stopped(for: .seconds(4)))
        #expect(rig.position == position && !rig.transport.followsDevice)
        rig.pass(.milliseconds(500), seen: true)
        #expect((rig.position - position - .milliseconds(500)).magnitude < .milliseconds(50))
        if isSeen { #expect(rig.transport.counts.dropped == dropped) }
    }

    @Test func aStopOfTheProcessLeavesAPauseAsItIs() {
        var rig = TransportRig()
        rig.pass(.milliseconds(150), seen: true)
        rig.send(.pause)
        let position = rig.position
        rig.now += .seconds(4)
        rig.send(.stopped(for: .seconds(4)))
        #expect(rig.position == position && rig.transport.isPaused)
    }

    // MARK: Unseen

    @Test func unseenNothingIsDecodedAndTheEndIsTheOnlyWakeup() {
        var rig = TransportRig(playing: .milliseconds(300)) { $0.frameCount = 3000 }
        let shown = rig.shown.count
        #expect(rig.wakes(within: .seconds(200)) <= 1)
        #expect(rig.shown.count == shown)
        #expect(rig.position > .seconds(199))
        #expect(rig.wakes(within: .seconds(200)) <= 2)
        #expect(rig.transport.phase == .ended && rig.told.last == .ended)
        #expect(rig.position == .seconds(300))
    }

    @Test(arguments: [true, false]) func aGrowingFileEndsWithItsFrames(isSeen: Bool) {
        var rig = TransportRig(playing: .seconds(1)) {
            $0.isGrowing = true
            $0.frameCount = 40
            $0.isReadAhead = true
        }
        rig.pass(.milliseconds(2500), seen: isSeen)
        #expect(rig.transport.phase == .playing && rig.position > .seconds(3))
        rig.send(.seek(.milliseconds(3900)))
        #expect(rig.position == .milliseconds(3900))
        rig.pass(.seconds(1), seen: isSeen)
        #expect(rig.transport.phase == .ended && rig.position == .seconds(4))
    }

    @Test func unseenALoopGoesOnAndDecodesNothing() {
        var rig = TransportRig(playing: .milliseconds(300)) {
            $0.frameCount = 100
            $0.loops = true
        }
        let taken = rig.taken
        _ = rig.wakes(within: .seconds(95))
        #expect(rig.told.filter { $0 == .looped }.count == 9)
        #expect(rig.taken == taken)
        #expect(rig.position > .seconds(5) && rig.position < .milliseconds(5500))
        // When seen again, it is where the clock is.
        rig.pass(.milliseconds(100), seen: true)
        #expect(rig.source.seeks == 1)
        #expect(rig.shown.last.map { $0 > .seconds(5) && $0 < .seconds(6) } == true)
    }

    @Test func whatShowsAgainJoinsWhereTheClockIs() {
        var rig = TransportRig(playing: .milliseconds(300)) { $0.frameCount = 3000 }
        _ = rig.wakes(within: .seconds(60))
        rig.refresh()
        #expect(rig.source.seeks == 1)
        rig.workOut()
        rig.refresh()
        let shown = rig.shown.last ?? .zero
        #expect(shown > .milliseconds(60_100) && shown <= rig.position + .milliseconds(30))
        #expect(rig.transport.counts.dropped == 0)
    }

    @Test func aShortAbsenceIsDecodedThrough() {
        var rig = TransportRig(playing: .milliseconds(300)) { $0.frameCount = 300 }
        _ = rig.wakes(within: .seconds(1))
        rig.pass(.milliseconds(200), seen: true)
        #expect(rig.source.seeks == 0)
        #expect(rig.shown.last.map { $0 > .milliseconds(1300) } == true)
        #expect(rig.transport.counts.dropped == 0)
    }

    @Test func whatCannotBeSoughtIsTakenUnseenAndShowsWhenLookedAt() {
        var rig = TransportRig(playing: .milliseconds(300)) {
            $0.frameCount = 100
            $0.isSeekable = false
            $0.tellsDuration = false
        }
        _ = rig.wakes(within: .seconds(5))
        #expect(rig.taken > 45)
        rig.pass(.milliseconds(300), seen: true)
        #expect(rig.shown.last.map { rig.position - $0 < .milliseconds(150) } == true)
        _ = rig.wakes(within: .seconds(10))
        #expect(rig.transport.phase == .ended && rig.position == .seconds(10))
    }

    @Test func whatCannotBeSoughtAndIsLateBringsTheClockBack() {
        var rig = TransportRig(playing: .milliseconds(300)) {
            $0.frameCount = 1000
            $0.isSeekable = false
        }
        // The whole process was stopped for a minute.
        rig.now += .seconds(60)
        rig.refresh()
        #expect(rig.position < .seconds(1))
        rig.pass(.milliseconds(500), seen: true)
        #expect(rig.shown.last.map { rig.position - $0 < .milliseconds(150) } == true)
    }

    // MARK: Commands

    @Test func aSeekHoldsTheClockUntilItsFrameIsThereAndLandsUnseen() {
        var rig = TransportRig(playing: .milliseconds(300)) { $0.frameCount = 300 }
        rig.now += .seconds(1)
        rig.told = []
        rig.send(.seek(.milliseconds(20_050)))
        #expect(rig.told == [.seeked])
        rig.now += .seconds(3)
        #expect(rig.position == .milliseconds(20_050) && rig.wakeTime == nil)
        rig.work()
        #expect(rig.told == [.seeked, .picture, .landed])
        #expect(rig.shown.last == .seconds(20))
        rig.workOut()
        rig.now += .seconds(1)
        #expect(rig.position == .seconds(21))
    }

    @Test func theNewestOfSeveralSeeksLands() {
        var rig = TransportRig(playing: .milliseconds(300)) { $0.frameCount = 300 }
        rig.told = []
        rig.send(.seek(.seconds(20)))
        rig.send(.seek(.seconds(5)))
        rig.workOut()
        #expect(rig.shown.last == .seconds(5))
        #expect(rig.told == [.seeked, .seeked, .picture, .landed])
    }

    @Test func aSeekThatTheSourceRefusesChangesNothingAndIsAnswered() {
        var rig = TransportRig(playing: .milliseconds(300)) {
            $0.frameCount = 300
            $0.isSeekable = false
        }
        let position = rig.position
        rig.told = []
        rig.send(.seek(.seconds(20)))
        #expect(rig.told == [.landed])
        #expect(rig.position == position && rig.transport.phase == .playing)
    }

    @Test func aSeekBehindTheEndShowsTheLastFrameAndEnds() {
        var rig = TransportRig()
        rig.pass(.milliseconds(100), seen: true)
        rig.send(.seek(.seconds(90)))
        rig.pass(.milliseconds(300), seen: true)
        #expect(rig.shown.last == .milliseconds(300) && rig.transport.phase == .ended)
    }

    @Test func pausedItHasNoWakeupAndStepsFrameByFrame() {
        var rig = TransportRig()
        rig.pass(.milliseconds(100), seen: true)
        rig.send(.pause)
        let position = rig.position
        #expect(rig.wakeTime == nil && rig.transport.nextFrameDue(source: rig.source.state) == nil)
        rig.now += .seconds(5)
        rig.refresh()
        #expect(rig.position == position)
        rig.send(.step)
        #expect(rig.shown.last == .milliseconds(100) && rig.position == .milliseconds(100))
        rig.send(.resume)
        rig.pass(.milliseconds(150), seen: true)
        #expect(rig.shown.last == .milliseconds(200))
    }

    @Test func resumingAtTheEndBeginsAgain() {
        var rig = TransportRig()
        rig.pass(.milliseconds(600), seen: true)
        rig.send(.resume)
        rig.pass(.milliseconds(50), seen: true)
        #expect(rig.shown.last == .zero && rig.transport.phase == .playing)
    }
}
