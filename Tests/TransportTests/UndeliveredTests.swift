import OrielTransport
import Testing

/// Sources that don't deliver frames.
@Suite struct UndeliveredTests {
    private func milliseconds(_ times: [Duration]) -> [Int] { times.map { Int(($0 / .milliseconds(1)).rounded()) } }

    @Test func aStalledSourceIsWaitedForAndNothingIsSkipped() {
        var rig = TransportRig(playing: .milliseconds(300)) { $0.frameCount = 50 }
        rig.pass(.seconds(10), seen: true, works: false)
        #expect(rig.transport.phase == .buffering)
        let last = rig.shown.last ?? .zero
        #expect(rig.position == last + .milliseconds(100))
        #expect(rig.told.filter { $0 == .buffering }.count == 1)
        rig.pass(.seconds(1), seen: true)
        #expect(rig.told.filter { $0 == .buffering }.count == 2)
        #expect(rig.shown == (0..<rig.shown.count).map { .milliseconds(100) * $0 })
    }

    @Test func afterAStallTheClockWaitsUntilEnoughIsReadAhead() {
        var rig = TransportRig(playing: .milliseconds(300)) { $0.frameCount = 50 }
        rig.source.bufferedUntil = .milliseconds(500)
        rig.pass(.seconds(10), seen: true, works: false)
        rig.pass(.seconds(1), seen: true)
        #expect(rig.transport.phase == .buffering && rig.source.wakeTime != nil)
        rig.read(until: .milliseconds(1100))
        #expect(rig.transport.phase == .buffering)
        rig.read(until: .seconds(3))
        #expect(rig.transport.phase == .playing)
    }

    private func live() -> ModelSource {
        var source = ModelSource()
        source.frameCount = 3000
        source.isSeekable = false
        source.tellsDuration = false
        source.isLive = true
        source.hasLiveEdge = true
        return source
    }

    /// Pauses and stalls add up; a short one isn't made up for.
    @Test func aLiveStreamThatFellBehindIsTakenUpAnew() {
        var rig = TransportRig(live())
        rig.pass(.seconds(1), seen: true)
        rig.send(.pause)
        rig.pass(.seconds(20), seen: true)
        rig.send(.resume)
        rig.pass(.seconds(2), seen: true)
        #expect(rig.source.seeks == 0 && rig.position < .seconds(4))
        rig.pass(.seconds(11), seen: true, works: false)
        #expect(rig.transport.phase == .buffering && rig.source.seeks == 0)
        rig.source.liveFrame = 340
        rig.pass(.milliseconds(500), seen: true)
        #expect(rig.source.seeks == 1 && rig.transport.phase == .playing)
        #expect(rig.position >= .seconds(34) && rig.position < .seconds(35))
        // And again from there.
        rig.told = []
        rig.send(.pause)
        rig.pass(.seconds(29), seen: true)
        rig.send(.resume)
        #expect(rig.source.seeks == 1)
        rig.send(.pause)
        rig.pass(.seconds(2), seen: true)
        rig.source.liveFrame = 660
        rig.send(.resume)
        #expect(rig.source.seeks == 2 && rig.told.contains(.seeked))
        rig.pass(.milliseconds(200), seen: true)
        #expect(rig.told.contains(.landed) && rig.position >= .seconds(66))
    }

    @Test func theLiveEdgeIsThereWhereOneIs() {
        var rig = TransportRig(live())
        rig.pass(.seconds(1), seen: true)
        rig.source.liveFrame = 100
        rig.send(.live)
        rig.pass(.milliseconds(200), seen: true)
        #expect(rig.source.seeks == 1 && rig.position >= .seconds(10))
        // A source that refuses continues, and isn't requested repeatedly.
        rig.source.hasLiveEdge = false
        rig.told = []
        rig.send(.live)
        #expect(rig.told == [.landed])
        rig.pass(.seconds(40), seen: true)
        #expect(rig.source.seeks == 1)
        var file = TransportRig()
        file.pass(.milliseconds(100), seen: true)
        file.told = []
        file.send(.live)
        #expect(file.told == [.landed] && file.source.seeks == 0)
    }

    /// A stream that changes to another codec: the other streams go on.
    @Test(arguments: [0, 900]) func timeGoesOnWithoutPicturesThatAreLost(afterMilliseconds late: Int) {
        var rig = TransportRig(playing: .milliseconds(300)) { $0.frameCount = 50 }
        let before = rig.position
        rig.pass(.milliseconds(late), seen: true, works: false)
        #expect((rig.transport.phase == .buffering) == (late > 500))
        rig.source.isVideoLost = true
        rig.send(.news)
        #expect(rig.transport.phase == .playing)
        rig.pass(.seconds(10), seen: true, works: false)
        #expect(rig.transport.phase == .playing && rig.position >= before + .seconds(10) - .milliseconds(40))
        #expect(rig.transport.counts.repeated <= late / 20)
    }

    /// The video pauses while audio goes on: the last frame stays, and time goes on as far as audio was read.
    @Test(arguments: [true, false], [0, 900]) func timeGoesOnWhilePicturesPause(
        isSeen: Bool, afterMilliseconds late: Int
    ) {
        var source = live()
        source.hasLiveEdge = false
        source.bufferedUntil = .seconds(2)
        var rig = TransportRig(source)
        rig.pass(.seconds(1), seen: true)
        rig.pass(.milliseconds(late), seen: isSeen, works: false)
        let before = rig.position
        rig.source.isVideoPaused = true
        rig.read(until: .seconds(6))
        rig.send(.news)
        #expect(rig.transport.phase == .playing)
        rig.pass(.seconds(3), seen: isSeen, works: false)
        #expect(rig.transport.phase == .playing && (rig.position - before - .seconds(3)).magnitude < .milliseconds(300))
        // Then audio ends too, and late audio is played.
        rig.pass(.seconds(5), seen: isSeen, works: false)
        #expect(rig.transport.phase == .buffering && rig.position == .seconds(6))
        rig.read(until: .milliseconds(6900))
        #expect(rig.transport.phase == .buffering)
        rig.read(until: .milliseconds(7100))
        #expect(rig.transport.phase == .playing)
        rig.pass(.milliseconds(500), seen: isSeen, works: false)
        #expect(rig.position > .milliseconds(6400) && rig.position <= .milliseconds(6600))
        // Video continues: first with frames that are late, then with frames a little later.
        rig.read(until: .seconds(300))
        rig.source.skip(to: 20)
        let late = rig.position
        rig.pass(.milliseconds(20), seen: true)
        #expect(rig.position >= late && rig.position < late + .milliseconds(60) && rig.source.seeks == 0)
        rig.source.leaveOut()
        let shown = rig.shown.count
        rig.source.skip(to: 68)
        let resumed = rig.position
        rig.pass(.seconds(1), seen: isSeen)
        #expect(rig.shown.count > shown && rig.shown[shown] >= .milliseconds(6800))
        #expect(
            rig.transport.phase == .playing && (rig.position - resumed - .seconds(1)).magnitude < .milliseconds(150))
    }

    /// A stall of audio alone is waited for as well, and no audio is skipped.
    @Test(arguments: [true, false]) func soundAloneIsWaitedFor(isSeen: Bool) {
        var source = live()
        source.hasLiveEdge = false
        source.frameCount = 1
        source.frameDuration = .seconds(100_000)
        source.capacity = 1
        source.isSoundOnly = true
        source.bufferedUntil = .seconds(3)
        var rig = TransportRig(source)
        rig.source.isEndless = true
        rig.pass(.seconds(1), seen: true)
        rig.pass(.seconds(1), seen: isSeen)
        #expect(rig.transport.phase == .playing)
        rig.pass(.seconds(10), seen: isSeen)
        #expect(rig.transport.phase == .buffering && rig.position == .seconds(3))
        #expect(rig.source.wakeTime == .seconds(4))
        rig.read(until: .seconds(8))
        #expect(rig.transport.phase == .playing)
        rig.pass(.seconds(2), seen: isSeen)
        #expect((rig.position - .seconds(5)).magnitude < .milliseconds(50))
        // If the end has been read, there is nothing to wait for.
        rig.source.bufferedUntil = nil
        rig.pass(.seconds(10), seen: isSeen)
        #expect(rig.transport.phase == .playing)
    }

    @Test func whileTheClockWaitsNoneIsAheadOfThePicture() {
        var rig = TransportRig(playing: .milliseconds(300)) { $0.frameCount = 50 }
        let before = rig.shown.last ?? .zero
        rig.pass(.milliseconds(400), seen: true, works: false)
        #expect(rig.position <= before + .milliseconds(300))
    }

    @Test func aFailureBeforeTheFirstFrameIsToldOnce() {
        var rig = TransportRig()
        rig.work()
        rig.fail()
        rig.send(.news)
        rig.send(.resume)
        #expect(rig.told == [.opened, .failed])
        #expect(rig.transport.phase == .failed && rig.wakeTime == nil)
    }

    @Test func aFailureWhileOpeningIsAllThatIsTold() {
        var rig = TransportRig()
        rig.fail()
        #expect(rig.told == [.failed])
    }

    @Test func aFailureOnTheWayComesAfterTheFramesThatWait() {
        var rig = TransportRig()
        rig.pass(.milliseconds(100), seen: true)
        rig.fail()
        #expect(rig.transport.phase == .playing)
        rig.pass(.seconds(1), seen: true, works: false)
        #expect(milliseconds(rig.shown) == [0, 100, 200])
        #expect(rig.told.last == .failed)
    }

    /// Unseen frames before the failure are never taken, and the failure must not count as the end.
    @Test func unseenABreakIsAFailureWhenTheClockGetsThere() {
        var source = ModelSource()
        source.frameCount = 3000
        var rig = TransportRig(source)
        rig.pass(.milliseconds(300), seen: true)
        rig.breakOff()
        #expect(rig.transport.phase == .playing)
        rig.pass(.seconds(2), works: false)
        #expect(rig.told.last == .failed && !rig.told.contains(.ended))
        // A seek may find that reading works again.
        var other = TransportRig(source)
        other.pass(.milliseconds(300), seen: true)
        other.breakOff()
        other.send(.seek(.seconds(100)))
        other.pass(.seconds(300))
        #expect(other.transport.phase == .ended && !other.told.contains(.failed))
    }

    @Test func aStillPictureStays() {
        let rig = TransportRig(playing: .seconds(60)) {
            $0.frameCount = 1
            $0.isStill = true
        }
        #expect(rig.shown == [.zero] && rig.transport.phase == .playing && rig.wakeTime == nil)
    }
}
