import OrielMedia
import OrielTransport
import Testing

/// Sources with an app's own clock.
@Suite struct TimebaseTests {
    private struct Rig {
        var transport = Transport()
        var state = SourceState(phase: .opening, isLive: true)
        var clock = PlaybackClock()
        var now = Duration.seconds(1000)
        var told: [Transport.Change] = []

        init(runs: Bool = true) {
            clock.set(media: .zero, at: now)
            if runs { clock.resume(at: now) }
        }

        var picture: Int? { transport.picture.map { Int(($0.time / .milliseconds(1)).rounded()) } }
        var waiting: Int { state.waiting.count }
        var wakeTime: Duration? { transport.wakeTime(source: state) }

        mutating func push(_ times: Int...) {
            state.phase = .ready
            state.waiting += times.map { FrameStamp(time: .milliseconds($0), duration: .zero, generation: 0) }
            send(.news)
        }

        mutating func send(_ event: Transport.Event) {
            state.timebase = clock
            for effect in transport.handle(event, source: state, at: now) {
                switch effect {
                case .take(let count): state.waiting.removeFirst(count)
                case .drop: state.waiting.removeFirst()
                case .tell(let change): told.append(change)
                case .seek, .wakeWhenBuffered, .advance: Issue.record("\(effect)")
                }
            }
        }

        mutating func refresh(after time: Duration) {
            now += time
            send(.refresh(presentation: now, interval: .milliseconds(20)))
        }
    }

    @Test func nothingThatHappensMovesTheClock() {
        var rig = Rig()
        rig.push(0)
        let commands: [Transport.Event] = [
            .pause, .resume, .speed(3), .seek(.seconds(9)), .step, .rejoin, .restart(presentation: .seconds(1)),
            .device(media: .seconds(4), generation: 0, host: .seconds(1000)), .deviceGone, .wake,
        ]
        for command in commands {
            rig.refresh(after: .seconds(10))
            rig.send(command)
            #expect(rig.transport.clock == rig.clock && rig.transport.phase == .playing, "\(command)")
            #expect(rig.transport.position(source: rig.state, at: rig.now) == rig.now - .seconds(1000))
        }
        // A pending seek is answered too.
        #expect(rig.told == [.opened, .picture, .landed, .landed])
        #expect(rig.transport.counts.repeated == 0)
    }

    @Test func theAppsClockStopsAndRunsIt() {
        var rig = Rig()
        rig.push(0, 100, 200)
        rig.clock.pause(at: rig.now)
        rig.refresh(after: .seconds(5))
        #expect(rig.transport.isPaused && rig.picture == 0 && rig.waiting == 2 && rig.wakeTime == nil)
        rig.clock.set(media: .milliseconds(150), at: rig.now)
        rig.refresh(after: .zero)
        #expect(rig.picture == 100)
        rig.clock.resume(at: rig.now)
        rig.refresh(after: .milliseconds(60))
        #expect(!rig.transport.isPaused && rig.picture == 200)
        #expect(rig.told.filter { $0 == .paused }.count == 2)
    }

    @Test func theNewestThatIsDueIsShownHoweverLateAndTheOthersAreCounted() {
        var rig = Rig()
        rig.push(0)
        rig.refresh(after: .milliseconds(10))
        rig.refresh(after: .milliseconds(10))
        rig.push(1, 2, 3)
        rig.refresh(after: .seconds(60))
        rig.refresh(after: .milliseconds(10))
        #expect(rig.picture == 3)
        rig.push(10, 20, 30, 600_000)
        rig.refresh(after: .milliseconds(10))
        #expect(rig.picture == 30 && rig.waiting == 1 && rig.transport.counts.dropped == 2)
    }

    @Test func unseenFramesGoWithTheirTimeAndSoMakeRoom() throws {
        var rig = Rig()
        rig.push(0, 100, 200)
        let wake = try #require(rig.wakeTime)
        #expect(wake == .seconds(1000) + .milliseconds(200))
        // An app that is always ahead of time delays nothing.
        rig.state.waiting.append(FrameStamp(time: .milliseconds(500), duration: .zero, generation: 0))
        rig.now = wake
        rig.send(.wake)
        #expect(rig.picture == 200 && rig.waiting == 1)
    }

    @Test func withoutAPictureTheNextFrameIsOneAtOnce() {
        var rig = Rig(runs: false)
        rig.push(700)
        #expect(rig.picture == 700)
        rig.send(.removePicture)
        #expect(rig.picture == nil && rig.transport.phase == .opening)
        rig.push(100, 900)
        #expect(rig.picture == 100 && rig.waiting == 1)
        #expect(rig.told == [.paused, .opened, .picture, .landed, .picture, .landed])
    }
}
