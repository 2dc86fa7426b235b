import OrielMedia
import OrielTransport
import Testing

/// Audio's effects on the transport: its own duration, and its clock.
@Suite struct SoundTransportTests {
    @Test(arguments: [true, false]) func soundThatIsLongerIsHeardToItsEnd(_ isSeen: Bool) {
        var rig = TransportRig(playing: .milliseconds(2500)) {
            $0.frameCount = 10
            $0.tellsDuration = isSeen
            $0.soundUntil = .seconds(3)
        }
        #expect(rig.transport.phase == .playing)
        rig.pass(.seconds(1), seen: isSeen)
        #expect(rig.transport.phase == .ended)
        #expect(rig.position == .seconds(3))
    }

    /// Music with a single endless frame, as from a radio station that disconnects.
    @Test(arguments: [true, false]) func musicThatBreaksOffIsHeardToThereAndFails(_ isSeen: Bool) {
        var source = ModelSource()
        (source.isSoundOnly, source.isSeekable, source.tellsDuration) = (true, false, false)
        (source.frameCount, source.frameDuration) = (1, .seconds(100_000))
        source.bufferedUntil = .seconds(3)
        var rig = TransportRig(source)
        rig.pass(.seconds(1), seen: isSeen)
        rig.source.soundUntil = .seconds(3)
        rig.fail()
        #expect(rig.transport.phase != .failed)
        rig.pass(.seconds(5), seen: isSeen)
        #expect(rig.transport.phase == .failed && rig.position < .milliseconds(3100))
    }

    /// A duration estimated from the bit rate neither ends playback nor limits seeks.
    @Test(arguments: [true, false]) func musicOfGuessedLengthEndsWithItsSound(_ isSeen: Bool) {
        var source = ModelSource()
        (source.isSoundOnly, source.isDurationGuessed) = (true, true)
        (source.frameCount, source.frameDuration) = (1, .seconds(13))
        source.bufferedUntil = .seconds(20)
        source.isEndless = true
        var rig = TransportRig(source)
        rig.pass(.seconds(1), seen: isSeen)
        rig.send(.seek(.seconds(18)))
        #expect(rig.position == .seconds(18))
        rig.send(.seek(.seconds(12)))
        rig.pass(.seconds(16), seen: isSeen)
        #expect(rig.transport.phase == .playing && rig.position > .seconds(13))
        rig.source.isEndless = false
        rig.source.soundUntil = .seconds(20)
        rig.pass(.seconds(6), seen: isSeen)
        #expect(rig.transport.phase == .ended && rig.position == .seconds(20))
    }

    @Test func aLoopDoesNotWaitForItsSound() {
        let rig = TransportRig(playing: .milliseconds(1300)) {
            $0.frameCount = 10
            $0.loops = true
            $0.soundUntil = .seconds(3)
        }
        #expect(rig.position < .seconds(1))
    }

    @Test func framesThatWereLeftOutAreFetchedWhenTheyAreSeen() {
        var rig = TransportRig(playing: .seconds(1)) { $0.frameCount = 100 }
        rig.source.hasLostVideo = true
        let seeks = rig.source.seeks
        rig.pass(.milliseconds(500), seen: false)
        #expect(rig.source.seeks == seeks)
        rig.pass(.milliseconds(500), seen: true)
        #expect(rig.source.seeks == seeks + 1)
        #expect((rig.position - .seconds(2)).magnitude < .milliseconds(150))
    }

    /// The sound of each repetition that begins unseen belongs to a later generation, as the source's frames would.
    @Test func theClockTellsWhichRepetitionItIsIn() {
        var source = ModelSource()
        (source.frameCount, source.loops) = (10, true)
        var rig = TransportRig(source)
        rig.pass(.milliseconds(1500), seen: true)
        let first = rig.transport.clockGeneration
        #expect(first == rig.transport.picture?.generation)
        rig.pass(.seconds(3), seen: false)
        #expect(rig.transport.clockGeneration == first + 3)
        // Seen again, the source is sent there, and its frames begin another generation.
        rig.pass(.milliseconds(300), seen: true)
        #expect(rig.transport.clockGeneration == rig.transport.picture?.generation)
        rig.pass(.seconds(1), seen: true)
        #expect(rig.transport.clockGeneration == rig.transport.picture?.generation)
    }

    /// The keyframe is farther away than the clock may be ahead: it seeks there once and shows the keyframe meanwhile.
    @Test(arguments: [3, 20, 60, 150]) func aLongWayIsGoneOnce(refreshes: Int) {
        var rig = TransportRig(playing: .seconds(1)) {
            $0.frameCount = 1000
            ($0.keyInterval, $0.slowness) = (200, refreshes)
        }
        rig.source.hasLostVideo = true
        rig.source.isReadAhead = true
        rig.pass(.seconds(30), seen: false)
        let seeks = rig.source.seeks
        rig.shown = []
        rig.pass(.milliseconds(20), seen: true)
        rig.pass(.milliseconds(20) * (refreshes + 3), seen: true)
        #expect(rig.source.seeks == seeks + 1)
        #expect(rig.shown.first == .seconds(20) && rig.shown.dropFirst().first ?? .zero >= .seconds(31))
        // Audio isn't interrupted while the video may lag.
        #expect(rig.told.contains(.buffering) == (refreshes == 150))
        rig.pass(.seconds(5), seen: true)
        #expect(rig.source.seeks == seeks + 1 && rig.transport.phase == .playing)
        #expect((rig.position - (rig.transport.picture?.time ?? .zero)).magnitude < .milliseconds(200))
    }

    /// Slides: the current one began long ago.
    @Test func aLongFrameIsWhereTheClockIs() {
        var source = ModelSource()
        (source.frameCount, source.frameDuration, source.capacity) = (10, .seconds(10), 1)
        var rig = TransportRig(source)
        rig.pass(.seconds(1), seen: true)
        rig.source.hasLostVideo = true
        rig.pass(.seconds(33), seen: false)
        let seeks = rig.source.seeks
        rig.pass(.milliseconds(40), seen: true)
        rig.pass(.seconds(1), seen: true, works: false)
        rig.pass(.seconds(3), seen: true)
        #expect(rig.source.seeks == seeks + 1 && rig.transport.picture?.time == .seconds(30))
        #expect(rig.transport.phase == .playing)
    }

    // MARK: Master clocks

    @Test func theDevicesClockIsFollowedWithoutAJump() {
        var rig = TransportRig(playing: .seconds(1)) { $0.frameCount = 1000 }
        let start = rig.position
        // Its first report tells the latency of audio after a start.
        rig.send(.device(media: start - .milliseconds(50), generation: 0, host: rig.now))
        #expect(rig.position == start - .milliseconds(50))
        #expect(rig.transport.followsDevice)
        rig.pass(.milliseconds(20), seen: true)
        for _ in 0..<40 {
            let before = rig.position
            rig.send(
                .device(media: start + (rig.now - .seconds(1001)) - .milliseconds(10), generation: 0, host: rig.now))
            #expect((rig.position - before).magnitude <= .milliseconds(6))
            rig.pass(.milliseconds(20), seen: true)
        }
        let expected = start + (rig.now - .seconds(1001)) - .milliseconds(10)
        #expect((rig.position - expected).magnitude < .milliseconds(2))
        // A report from another pass of a loop doesn't apply to this one.
        rig.send(.device(media: .seconds(90), generation: 1, host: rig.now))
        #expect((rig.position - expected).magnitude < .milliseconds(2))
        rig.send(.device(media: .seconds(60), generation: 0, host: rig.now))
        #expect(rig.position == .seconds(60))
        rig.send(.deviceGone)
        #expect(!rig.transport.followsDevice)
    }

    /// The container's duration may be wrong in either direction.
    @Test(arguments: [1000, 10_000]) func soundAloneEndsWithTheSound(milliseconds: Int) {
        let told = Duration.milliseconds(milliseconds)
        var transport = Transport()
        var source = SourceState(
            phase: .ready, duration: told, isSeekable: true,
            waiting: [FrameStamp(time: .zero, duration: told, generation: 0)])
        source.isSoundOnly = true
        #expect(transport.handle(.news, source: source, at: .zero).contains(.take(1)))
        source.waiting = []
        _ = transport.handle(.refresh(presentation: .zero, interval: .milliseconds(16)), source: source, at: .zero)
        _ = transport.handle(
            .refresh(presentation: .milliseconds(2500), interval: .milliseconds(16)), source: source,
            at: .milliseconds(2500))
        #expect(transport.phase == .playing)
        source.phase = .ended
        source.soundUntil = .seconds(3)
        #expect(!transport.handle(.news, source: source, at: .milliseconds(2600)).contains(.tell(.ended)))
        #expect(transport.wakeTime(source: source) == .seconds(3))
        #expect(transport.handle(.wake, source: source, at: .seconds(3)).contains(.tell(.ended)))
    }

    /// The device tells that its sound is late by its latency.
    @Test func thePositionIsNotBeforeTheTargetOfASeek() {
        var rig = TransportRig(playing: .seconds(1)) { $0.frameCount = 40 }
        rig.send(.seek(.seconds(2)))
        rig.workOut()
        let target = rig.position
        rig.pass(.milliseconds(60), seen: true)
        let early = target - .milliseconds(15)
        rig.send(.device(media: early, generation: rig.source.generation, host: rig.now))
        #expect(rig.transport.clock.mediaTime(at: rig.now) == early && rig.position == target)
        rig.now += .milliseconds(20)
        #expect(rig.position == target + .milliseconds(5))
    }
}

extension Duration {
    var magnitude: Duration { self < .zero ? .zero - self : self }
}
