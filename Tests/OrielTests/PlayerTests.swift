import Oriel
import OrielAudioOutput
import OrielLibav
import OrielMedia
import OrielPipeline
import OrielPlatform
import OrielTransport
import Testing

/// Frames without pixels, made on demand.
final class FakeFrameSource: FrameSource {
    final class NoStorage: Sendable {}
    let wakeup: Wakeup
    var queue: [VideoFrame] = []
    var generation = 0
    var phase = SourceState.Phase.ready
    var duration: Duration?
    var isSeekable = true
    var seeks: [Duration] = []
    var failure: MediaError?
    private(set) var isClosed = false
    private(set) var releases = 0
    var settings = SourceSettings() {
        didSet { if !settings.wantsFrames { timesUnwanted += 1 } }
    }
    private(set) var timesUnwanted = 0

    init() throws { wakeup = try Wakeup() }

    func add(_ indices: Range<Int>, fps: Int = 30, generation: Int = 0) {
        for index in indices {
            queue.append(
                VideoFrame(
                    format: .yuv420p, width: 16, height: 16, planes: [], time: .seconds(index) / fps,
                    duration: .seconds(1) / fps, generation: generation, storage: NoStorage()))
        }
        wakeup.signal()
    }

    /// Adds frames and has the player take them up.
    @MainActor func deliver(_ indices: Range<Int>, fps: Int = 30, generation: Int = 0, to player: Player) {
        add(indices, fps: fps, generation: generation)
        player.sourceHasNews()
    }

    var state: SourceState { SourceState(phase: phase, duration: duration, isSeekable: isSeekable) }
    var description: SourceDescription { SourceDescription(address: "/films/a.mkv", name: "a") }
    var decodedFrames: Int { 0 }
    func waitingFrames() -> [VideoFrame] { queue }
    func takeFrames(_ count: Int) { queue.removeFirst(count) }
    func seek(to time: Duration, _ kind: Transport.SeekKind) -> Int? {
        guard isSeekable else { return nil }
        seeks.append(time)
        queue = []
        generation += 1
        phase = .ready
        return generation
    }
    func releasePictures() {
        releases += 1
        queue = []
    }
    func close() { isClosed = true }
}

/// The player's own behaviour; `TransportTests` cover the transport's decisions.
@MainActor @Suite struct PlayerTests {
    final class Time { var now = Duration.seconds(1000) }
    let time = Time()
    let source: FakeFrameSource
    let loop: EventLoop

    init() throws {
        source = try FakeFrameSource()
        loop = try EventLoop()
    }

    func makePlayer(paused: Bool = false) -> Player {
        let time = time
        return Player(source: source, paused: paused, clock: { time.now })
    }
    /// Runs refreshes of 10 ms and returns the times of the shown frames in milliseconds.
    func play(_ player: Player, refreshes: Int) -> [Int] {
        (0..<refreshes).compactMap { _ in
            time.now += .milliseconds(10)
            player.sourceHasNews()
            let frame = player.currentFrame
            player.refresh(for: time.now, interval: .milliseconds(10))
            if let wake = player.wakeTime, wake <= time.now { player.wake() }
            guard let shown = player.currentFrame, shown !== frame || frame == nil else { return nil }
            return Int((shown.time / .milliseconds(1)).rounded())
        }
    }

    @Test func framesComeInOrderAndOnTime() throws {
        let player = makePlayer()
        source.add(0..<8, fps: 50)
        // The first frame is shown as soon as it is available.
        player.sourceHasNews()
        #expect(player.currentFrame?.time == .zero)
        #expect(play(player, refreshes: 9) == [20, 40, 60, 80])
        #expect(player.position == .milliseconds(80))
        #expect(player.statistics.dropped == 0)
    }

    /// Nothing is drawn while it is paused, which doesn't mean that it isn't visible.
    @Test func itsPicturesAreWantedWhenItGoesOn() throws {
        source.duration = .seconds(60)
        let player = Player(source: source, sound: try PlayerSound(.null), clock: { [time] in time.now })
        source.add(0..<100)
        _ = play(player, refreshes: 30)
        for _ in 0..<2 {
            player.pause()
            time.now += .seconds(10)
            player.resume()
            _ = play(player, refreshes: 30)
        }
        #expect(source.timesUnwanted == 0)
        // If it stays invisible, frames are soon unwanted.
        player.pause()
        time.now += .seconds(10)
        player.resume()
        for _ in 0..<3 {
            time.now += .milliseconds(90)
            player.wake()
        }
        #expect(source.timesUnwanted == 1)
    }

    @Test func aSourcesNewsAndTheEndAreServedByTheLoop() throws {
        let player = Player(source: source)
        var heard: [Player.Change] = []
        player.onChange.append { heard.append($0) }
        try player.attach(to: MainLoop(loop))
        #expect(heard == [])
        loop.turn(limit: .zero)
        #expect(heard == [.opened])
        source.add(0..<2, fps: 100)
        source.phase = .ended
        try loop.turn { player.hasEnded }
        #expect(heard == [.opened, .frames, .landed, .frames, .ended])
        #expect(player.isPaused && player.position == .milliseconds(20))
        player.detach()
        player.seek(to: .zero)
        source.add(0..<1, generation: 1)
        loop.turn(limit: .zero)
        #expect(heard.last == .seeked)
    }

    @Test func whatAListenerCallsFindsASettledStateAndIsToldInOrder() {
        let player = makePlayer()
        var heard: [Player.Change] = []
        player.onChange.append { [unowned player] change in
            heard.append(change)
            if change == .paused, player.isPaused { player.seek(to: .seconds(5)) }
        }
        player.sourceHasNews()
        source.deliver(0..<3, to: player)
        player.pause()
        source.deliver(150..<151, generation: 1, to: player)
        #expect(heard == [.opened, .frames, .landed, .paused, .seeked, .frames, .landed])
        #expect(source.seeks == [.seconds(5)])
    }

    @Test func interstitialsAreToldWithTheirFirstPictureAndTheirLast() {
        source.duration = .seconds(60)
        let player = makePlayer()
        var heard: [Int?] = []
        player.onChange.append { [unowned player] in if $0 == .interstitial { heard.append(player.currentInterstitial) }
        }
        player.interstitialTimeRanges = [
            .seconds(40)..<(.seconds(50)), .seconds(10)..<(.seconds(20)), .seconds(5)..<(.seconds(5)),
        ]
        #expect(player.interstitialTimeRanges == [.seconds(10)..<(.seconds(20)), .seconds(40)..<(.seconds(50))])
        player.pause()
        for (number, second) in [12, 15, 30, 45].enumerated() {
            player.seek(to: .seconds(second))
            source.deliver(second..<second + 1, fps: 1, generation: number + 1, to: player)
        }
        #expect(heard == [0, nil, 1])
        // Without interstitials, the current one ends.
        player.interstitialTimeRanges = []
        #expect(heard == [0, nil, 1, nil] && player.currentInterstitial == nil)
    }

    @Test func anAppsChaptersTakeThePlaceOfTheMediums() {
        let player = makePlayer()
        var told = 0
        player.onChange.append { if $0 == .marks { told += 1 } }
        player.navigationMarkers = [
            .init(start: .seconds(20), title: "The sea"), .init(start: .zero), .init(start: .seconds(-1)),
        ]
        #expect(player.chapters == [.init(start: .zero), .init(start: .seconds(20), title: "The sea")])
        #expect(player.currentChapter == 0)
        player.navigationMarkers = nil
        #expect(player.chapters == [] && told == 2)
    }

    @Test func aFailureIsTheStatus() {
        let player = makePlayer()
        source.failure = MediaError(.undecodable, .path("/films/a.mkv"))
        source.phase = .failed
        player.sourceHasNews()
        #expect(player.status == .failed(MediaError(.undecodable, .path("/films/a.mkv"))))
    }

    @Test func everyReaderHearsOfChangesUntilThePlayerIsGone() async {
        var player: Player? = Player(source: source, paused: false, clock: { [time] in time.now })
        let changes = player?.changes() ?? AsyncStream(unfolding: { nil })
        player?.pause()
        player?.setSpeed(2)
        player?.resume()
        player = nil
        var heard: [Player.Change] = []
        for await change in changes { heard.append(change) }
        #expect(heard == [.opened, .paused, .speed, .paused])
    }

    /// Turns the loop for a time.
    func pass(_ time: Duration) {
        let end = MonotonicClock.now + time
        while MonotonicClock.now < end { loop.turn(limit: end - MonotonicClock.now) }
    }

    /// Returns an attached player, paused at its first frame.
    func pausedPlayer(limit: Duration) throws -> Player {
        source.duration = .seconds(60)
        let player = Player(source: source)
        player.longPause.limit = limit
        source.add(0..<3)
        try player.attach(to: MainLoop(loop))
        loop.turn(limit: .zero)
        player.pause()
        #expect(player.currentFrame != nil && source.releases == 0)
        return player
    }

    @Test func aLongPauseGivesThePicturesBackAndGoingOnSeeksThem() throws {
        let player = try pausedPlayer(limit: .milliseconds(20))
        pass(.milliseconds(200))
        #expect(source.releases == 1 && player.currentFrame != nil && player.isPaused && !player.isBuffering)
        var heard: [Player.Change] = []
        player.onChange.append { heard.append($0) }
        let position = player.position
        player.resume()
        #expect(source.seeks == [position] && !player.isPaused)
        source.add(0..<5, generation: 1)
        pass(.milliseconds(30))
        #expect(heard.prefix(3) == [.seeked, .paused, .frames])
        // Again, this time with a step.
        player.pause()
        pass(.milliseconds(200))
        #expect(source.releases == 2)
        player.stepForward()
        #expect(source.seeks.count == 2 && player.isPaused)
        player.detach()
    }

    @Test func aPauseThatEndsInTimeSeeksNothing() throws {
        let player = try pausedPlayer(limit: .milliseconds(300))
        pass(.milliseconds(20))
        player.resume()
        pass(.milliseconds(500))
        #expect(source.releases == 0 && source.seeks.isEmpty)
        player.detach()
    }

    @Test func whatCanNotBeSoughtInKeepsItsPictures() throws {
        source.isSeekable = false
        let player = try pausedPlayer(limit: .milliseconds(10))
        pass(.milliseconds(100))
        #expect(source.releases == 0)
        player.detach()
    }

    @Test func aMediumThatCannotBePlayedSaysWhyOnce() async throws {
        let player = try Player("/nonexistent/film.part.mkv", options: .playsAutomatically)
        #expect(player.source.description.name == "film.part")
        #expect(player.title == "film.part.mkv" && player.duration == nil)
        var heard: [Player.Change] = []
        player.onChange.append { heard.append($0) }
        let deadline = ContinuousClock.now + .seconds(20)
        while player.status == .unknown, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(5)) }
        guard case .failed(let error) = player.status else {
            Issue.record("\(player.status)")
            return
        }
        #expect(error.kind == .noSuchFile)
        // It failed before any loop turned for it: its view is about to listen.
        player.pictureForm.gravity = .resizeAspectFill
        player.pause()
        #expect(heard == [.form, .paused])
        try player.attach(to: MainLoop(loop))
        #expect(heard == [.form, .paused])
        loop.turn(limit: .zero)
        loop.turn(limit: .zero)
        player.sourceHasNews()
        #expect(heard == [.form, .paused, .failed])
        player.detach()
    }
}
