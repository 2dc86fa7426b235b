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

/// `Observable`, change handlers, and in an extension the sequences of times and events.
@MainActor @Suite struct PlayerObservationTests {
    final class Time { var now = Duration.seconds(1000) }
    let time = Time()
    let source: FakeFrameSource
    let loop: EventLoop

    init() throws {
        source = try FakeFrameSource()
        loop = try EventLoop()
    }

    func player(paused: Bool = false) -> Player {
        Player(source: source, paused: paused, clock: { [time] in time.now })
    }

    /// Observes what `read` reads until it changes once.
    private func observe(_ read: () -> Void) -> Count {
        let count = Count()
        withObservationTracking(read) { count.add() }
        return count
    }

    /// Plays the fake source's frames, drawn at 60 Hz.
    func draw(_ player: Player, _ refreshes: Int) {
        for _ in 0..<refreshes {
            time.now += .seconds(1) / 60
            player.refresh(for: time.now, interval: .seconds(1) / 60)
        }
    }

    // MARK: Properties

    @Test func aPropertyIsToldWithItsChangeAlone() {
        let player = player()
        source.deliver(0..<100, to: player)
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
        source.deliver(0..<600, to: player)
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
            for await now in Observations({ (player.timeControlStatus, player.status == .readyToPlay) }) {
                seen.append(now)
            }
        }
        defer { task.cancel() }
        await yield { seen.count == 1 }
        player.isMuted = true
        for _ in 0..<100 { await Task.yield() }
        source.deliver(0..<100, to: player)
        draw(player, 3)
        await yield { seen.last?.0 == .playing }
        player.pictureForm.gravity = .resizeAspectFill
        for _ in 0..<100 { await Task.yield() }
        player.pause()
        await yield { seen.last?.0 == .paused }
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
        source.deliver(0..<100, to: player)
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

    /// Collects a sequence in a task.
    @MainActor final class Reading<Element: Sendable> {
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
            for _ in 0..<20 { await Task.yield() }
            await yield { values.count >= count }
        }
    }
}
