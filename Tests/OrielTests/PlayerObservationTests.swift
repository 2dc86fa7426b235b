import Observation
import Oriel
import OrielLibav
import OrielMedia
import OrielPlatform
import OrielTransport
import Synchronization
import Testing

/// Counts calls from any thread.
private final class Count: Sendable {
    private let value = Mutex(0)
    func add() { value.withLock { $0 += 1 } }
    var now: Int { value.withLock(\.self) }
}

/// `Observable`, change handlers and the sequences of times and events.
@MainActor @Suite struct PlayerObservationTests {
    private final class Time { var now = Duration.seconds(1000) }
    private let time = Time()
    private let source: FakeFrameSource
    private let loop: EventLoop

    init() throws {
        source = try FakeFrameSource()
        loop = try EventLoop()
    }

    private func player(paused: Bool = false) -> Player {
        Player(source: source, paused: paused, clock: { [time] in time.now })
    }

    /// Observes what `read` reads until it changes once.
    private func observe(_ read: () -> Void) -> Count {
        let count = Count()
        withObservationTracking(read) { count.add() }
        return count
    }

    /// Plays the fake source's frames, drawn at 60 Hz.
    private func draw(_ player: Player, _ refreshes: Int) {
        for _ in 0..<refreshes {
            time.now += .seconds(1) / 60
            player.refresh(for: time.now, interval: .seconds(1) / 60)
        }
    }

    /// Lets tasks run until a condition is met.
    private func wait(_ condition: () -> Bool) async {
        let limit = ContinuousClock.now + .seconds(20)
        while !condition(), ContinuousClock.now < limit { await Task.yield() }
    }

    // MARK: Properties

    @Test func aPropertyIsToldWithItsChangeAlone() {
        let player = player()
        source.add(0..<100)
        player.sourceHasNews()
        let (paused, rate, control) = (
            observe { _ = player.isPaused }, observe { _ = player.rate }, observe { _ = player.timeControlStatus }
        )
        let (speed, volume, form) = (
            observe { _ = player.speed }, observe { _ = (player.volume, player.isMuted) },
            observe { _ = player.pictureForm }
        )
        let unconcerned = observe { _ = (player.title, player.duration, player.items, player.chapters, player.status) }
        player.pause()
        #expect(paused.now == 1 && rate.now == 1 && control.now == 1 && speed.now == 0)
        player.setSpeed(2)
        #expect(speed.now == 1)
        player.isMuted = true
        #expect(volume.now == 1 && form.now == 0)
        player.pictureForm.gravity = .resizeAspectFill
        #expect(form.now == 1 && unconcerned.now == 0)
        let status = observe { _ = (player.status, player.error) }
        source.phase = .failed
        source.queue = []
        source.failure = MediaError(.undecodable, .path("/films/a.mkv"))
        player.stepForward()
        player.sourceHasNews()
        #expect(status.now == 1 && unconcerned.now == 1)
    }

    @Test func nothingIsToldWithAFrame() {
        let player = player()
        source.duration = .seconds(60)
        source.add(0..<600)
        player.sourceHasNews()
        draw(player, 3)
        let frames = Count()
        player.addChangeHandler { if $0 == .frames { frames.add() } }
        let told = observe {
            _ = (player.isPaused, player.speed, player.rate, player.timeControlStatus, player.hasEnded)
            _ = (player.isBuffering, player.status, player.error, player.duration, player.title, player.bitRate)
            _ = (player.items, player.currentItem, player.chapters, player.interstitialTimeRanges)
            _ = (player.volume, player.isMuted, player.audioTracks, player.subtitleTracks, player.videoTracks)
            _ = (player.pictureForm, player.deinterlaces, player.repeatedRange, player.currentInterstitial)
            _ = (player.position, player.statistics, player.currentTime(), player.currentChapter)
        }
        draw(player, 120)
        #expect(frames.now > 50 && told.now == 0)
    }

    @Test func anEqualValueIsNotTold() {
        let player = player()
        source.duration = .seconds(60)
        source.add(0..<100)
        let first = observe { _ = (player.isPaused, player.rate, player.title, player.items, player.volume) }
        player.sourceHasNews()
        let (level, tracks) = (
            observe { _ = (player.volume, player.audioDelay, player.selectedAudioTrack) },
            observe { _ = (player.deinterlaces, player.hardwareDecoding, player.selectedVideoTrack) }
        )
        let rest = observe { _ = (player.repeatedRange, player.loopsItems, player.defaultRate, player.actionAtItemEnd) }
        player.isMuted = true
        player.pictureForm.gravity = .resizeAspectFill
        player.repeatedRange = nil
        player.loopsItems = player.loopsItems
        player.defaultRate = player.defaultRate
        player.actionAtItemEnd = player.actionAtItemEnd
        #expect(first.now == 0 && level.now == 0 && tracks.now == 0 && rest.now == 0)
        player.volumePercent = 50
        player.repeatedRange = .seconds(1)..<(.seconds(2))
        #expect(level.now == 1 && rest.now == 1)
    }

    @Test func aSequenceHasNoValueTwiceInARow() async {
        let player = player()
        var seen: [(Player.TimeControlStatus, Bool)] = []
        let task = Task { @MainActor in
            for await now in Observations({ (player.timeControlStatus, player.status == .ready) }) {
                seen.append(now)
            }
        }
        defer { task.cancel() }
        await wait { seen.count == 1 }
        player.isMuted = true
        for _ in 0..<100 { await Task.yield() }
        source.add(0..<100)
        player.sourceHasNews()
        draw(player, 3)
        await wait { seen.last?.0 == .playing }
        player.pictureForm.gravity = .resizeAspectFill
        for _ in 0..<100 { await Task.yield() }
        player.pause()
        await wait { seen.last?.0 == .paused }
        #expect(seen.count > 2 && !zip(seen, seen.dropFirst()).contains { $0 == $1 }, "\(seen)")
    }

    // MARK: Handlers

    @Test func handlersAreRemovedByTheirTokens() throws {
        let player = player()
        player.sourceHasNews()
        let other = Player(source: try FakeFrameSource())
        var heard: [String] = []
        var second: Player.ChangeHandlerToken?
        let first = player.addChangeHandler { change in
            heard.append("first \(change)")
            if let second { player.removeChangeHandler(second) }
            if heard.count == 1 { player.addChangeHandler { heard.append("late \($0)") } }
        }
        second = player.addChangeHandler { heard.append("second \($0)") }
        player.pause()
        #expect(heard == ["first paused"])
        player.resume()
        #expect(heard == ["first paused", "first paused", "late paused"])
        other.removeChangeHandler(first)
        player.pause()
        #expect(heard.count == 5)
        player.removeChangeHandler(first)
        player.removeChangeHandler(first)
        player.resume()
        #expect(heard.count == 6 && heard.last == "late paused")
    }

    /// Sequences and observers come and go inside a notification, and inside one another's.
    @Test func observersComeAndGoInsideANotification() async {
        let player = player()
        source.add(0..<100)
        player.sourceHasNews()
        var readings: [Reading<Player.Event>] = []
        var times: [Reading<Duration>] = []
        var tokens: [Player.ChangeHandlerToken] = []
        let tracked = Count()
        for _ in 0..<50 {
            tokens.append(
                player.addChangeHandler { change in
                    guard change == .paused else { return }
                    readings.append(Reading(player.events))
                    times.append(Reading(player.periodicTimes(every: .seconds(1))))
                    readings.first?.cancel()
                    if readings.count.isMultiple(of: 3), let token = tokens.popLast() {
                        player.removeChangeHandler(token)
                    }
                    withObservationTracking {
                        _ = player.isPaused
                    } onChange: {
                        tracked.add()
                    }
                })
        }
        player.pause()
        #expect((25..<50).contains(readings.count) && times.count == readings.count && tracked.now == 0)
        let first = readings.count
        player.resume()
        await readings[1].settle(1)
        await times[0].settle(1)
        #expect(tracked.now == first && readings.count > first)
        // The ones from before have heard of the second change alone.
        #expect(readings[1].values.map(\.kind) == [.rate(1)] && times[0].values.count >= 1)
    }

    // MARK: Times

    /// Collects a sequence in a task.
    @MainActor private final class Reading<Element: Sendable> {
        private(set) var values: [Element] = []
        private(set) var hasEnded = false
        private var task: Task<Void, Never>?

        init(_ sequence: AsyncStream<Element>) {
            task = Task { [weak self] in
                for await value in sequence { self?.values.append(value) }
                self?.hasEnded = true
            }
        }

        func cancel() { task?.cancel() }

        /// Lets the reader take what was yielded, at least `count` values in all.
        func settle(_ count: Int = 0) async {
            let limit = ContinuousClock.now + .seconds(20)
            for _ in 0..<20 { await Task.yield() }
            while values.count < count, ContinuousClock.now < limit { await Task.yield() }
        }
    }

    @Test func periodicTimesFollowPlaybackAndJumps() async {
        let player = player(paused: true)
        source.add(0..<600)
        player.sourceHasNews()
        let reading = Reading(player.periodicTimes(every: .milliseconds(500)))
        await reading.settle(1)
        #expect(reading.values == [.zero])
        player.play()
        draw(player, 2)
        await reading.settle(2)
        #expect(reading.values.count == 2)
        for count in 3...6 {
            draw(player, 30)
            player.passTimes()
            await reading.settle(count)
        }
        #expect(reading.values.count == 6)
        for (index, value) in reading.values.dropFirst(2).enumerated() {
            #expect(abs(value / .milliseconds(500) - Double(index + 1)) < 0.15, "\(value)")
        }
        player.pause()
        await reading.settle(7)
        #expect(reading.values.count == 7)
        player.seek(to: .seconds(90)) { _ in }
        source.add(2700..<2710, generation: source.generation)
        player.sourceHasNews()
        await reading.settle(8)
        #expect(reading.values.last == .seconds(90))
        // A paused player waits for nothing.
        player.passTimes()
        await reading.settle()
        #expect(reading.values.count == 8)
    }

    @Test func boundaryTimesAreThoseThatPlaybackPasses() async {
        let player = player(paused: true)
        source.add(0..<600)
        player.sourceHasNews()
        let times: [Duration] = [
            .seconds(1), .milliseconds(500), .zero, .seconds(1), .seconds(-3), .seconds(Int64.max), .seconds(8),
        ]
        let reading = Reading(player.boundaryTimes(times))
        player.passTimes()
        await reading.settle()
        #expect(reading.values == [] || reading.values == [.zero])
        player.play()
        for _ in 0..<3 {
            draw(player, 30)
            player.passTimes()
        }
        await reading.settle(3)
        #expect(reading.values == [.zero, .milliseconds(500), .seconds(1)])
        // A seek passes nothing.
        player.seek(to: .seconds(10)) { _ in }
        source.add(300..<400, generation: source.generation)
        player.sourceHasNews()
        draw(player, 10)
        player.passTimes()
        await reading.settle()
        #expect(reading.values.count == 3)
    }

    @Test func theLoopsTimerPassesTheTimes() async throws {
        let player = Player(source: source)
        source.add(0..<600)
        try player.attach(to: MainLoop(loop))
        loop.turn(limit: .zero)
        let reading = Reading(player.boundaryTimes([.milliseconds(50), .milliseconds(100), .milliseconds(150)]))
        let end = MonotonicClock.now + .seconds(20)
        while reading.values.count < 3, MonotonicClock.now < end {
            loop.turn(limit: .milliseconds(20))
            player.refresh(for: MonotonicClock.now, interval: .milliseconds(16))
            await reading.settle()
        }
        #expect(reading.values == [.milliseconds(50), .milliseconds(100), .milliseconds(150)])
        player.detach()
    }

    @Test(arguments: [Duration.zero, .seconds(-1), .nanoseconds(1), .seconds(Int64.max), .seconds(Int64.min)])
    func anAbsurdIntervalIsAnInterval(interval: Duration) async {
        let player = player()
        source.add(0..<600)
        player.sourceHasNews()
        let reading = Reading(player.periodicTimes(every: interval))
        for _ in 0..<3 {
            draw(player, 5)
            player.passTimes()
            await reading.settle()
        }
        await reading.settle(1)
        #expect((1..<10).contains(reading.values.count))
    }

    // MARK: The sequences' ends

    @Test func aThousandSequencesEndWithThePlayerAndDoNotKeepIt() async {
        var player: Player? = player()
        weak let released = player
        var all: [Reading<Duration>] = []
        var events: [Reading<Player.Event>] = []
        for index in 0..<1000 {
            if let player {
                switch index % 3 {
                case 0: all.append(Reading(player.periodicTimes(every: .milliseconds(100 + index))))
                case 1: all.append(Reading(player.boundaryTimes([.milliseconds(index)])))
                default: events.append(Reading(player.events))
                }
            }
        }
        await Task.yield()
        // Some readers go first.
        for reading in all.prefix(100) { reading.cancel() }
        await Task.yield()
        player?.pause()
        player = nil
        #expect(released == nil)
        await wait { all.allSatisfy(\.hasEnded) && events.allSatisfy(\.hasEnded) }
        #expect(all.allSatisfy(\.hasEnded) && events.allSatisfy(\.hasEnded))
        #expect(
            events.allSatisfy {
                $0.values.map(\.kind) == [.rate(0)]
                    || $0.values.map(\.kind) == [.opened(duration: nil, bitRate: nil), .rate(0)]
            })
    }

    /// A task that names the player keeps it; the sequences end with the view, which closes the player.
    @Test func theSequencesEndWithAPlayerThatIsClosed() async {
        let player = player()
        var ended = 0
        Task {
            for await _ in player.changes() {}; ended += 1
        }
        Task {
            for await _ in player.events {}; ended += 1
        }
        Task {
            for await _ in player.periodicTimes(every: .seconds(1)) {}; ended += 1
        }
        Task {
            for await _ in player.boundaryTimes([.seconds(1)]) {}; ended += 1
        }
        for _ in 0..<10 { await Task.yield() }
        #expect(ended == 0)
        player.close()
        await wait { ended == 4 }
        #expect(ended == 4)
        for await _ in player.events { Issue.record("a closed player has no events") }
        for await _ in player.periodicTimes(every: .seconds(1)) {}
        for await _ in player.changes() { Issue.record("a closed player has no changes") }
    }

    // MARK: Events

    @Test func eventsHaveTheirValues() async {
        let player = player(paused: true)
        source.duration = .seconds(60)
        let reading = Reading(player.events)
        source.add(0..<3)
        player.sourceHasNews()
        player.rate = 2
        player.pause()
        player.seek(to: .seconds(30)) { _ in }
        source.add(900..<903, generation: source.generation)
        player.sourceHasNews()
        source.failure = MediaError(.undecodable, .path("/films/a.mkv"))
        source.queue = []
        source.phase = .failed
        player.stepForward()
        await reading.settle(7)
        #expect(
            reading.values.map(\.kind) == [
                .opened(duration: .seconds(60), bitRate: nil), .landed, .rate(2), .rate(0), .seeked, .landed,
                .failed(source.failure),
            ])
        #expect(reading.values.last?.position == .seconds(30) && reading.values.allSatisfy { $0.item == nil })
    }

    /// Calls that leave the rate as it is are no changes of it.
    @Test func aRateIsToldWhenItChanges() async {
        let player = player(paused: true)
        let reading = Reading(player.events)
        player.rate = 2
        player.rate = 2
        player.pause()
        player.defaultRate = 1.5
        player.setSpeed(3)
        player.pause()
        player.play()
        player.play()
        // Playing on is a change.
        player.pause()
        player.rate = 3
        await reading.settle(6)
        let rates = reading.values.map(\.kind).dropFirst()
        #expect(rates == [.rate(2), .rate(0), .rate(3), .rate(0), .rate(3)])
    }

    @Test func aStallHasItsLength() async {
        let player = player()
        let reading = Reading(player.events)
        source.add(0..<3)
        player.sourceHasNews()
        for _ in 0..<600 where !player.isBuffering { draw(player, 1) }
        #expect(player.isBuffering && player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        time.now += .seconds(3)
        source.add(3..<100)
        player.sourceHasNews()
        await wait { reading.values.contains { $0.kind == .resumed(after: .seconds(3)) } }
        let stalls = reading.values.compactMap { if case .resumed(let length) = $0.kind { length } else { nil } }
        #expect(reading.values.contains { $0.kind == .stalled } && stalls == [.seconds(3)])
    }
}
