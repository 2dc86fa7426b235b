import Oriel
import OrielMedia
import Testing

/// Frames without pixels, made on demand.
final class FakeFrameSource: VideoFrameSource {
    final class NoStorage: Sendable {}
    var queue: [VideoFrame] = []
    var generation = 0
    var isAtEnd = false
    var seeks: [Duration] = []

    func add(_ indices: Range<Int>, fps: Int = 30, generation: Int = 0) {
        for index in indices {
            queue.append(
                VideoFrame(
                    format: .yuv420p, width: 16, height: 16, planes: [], time: .seconds(index) / fps,
                    duration: .seconds(1) / fps, generation: generation, storage: NoStorage()))
        }
    }
    func upcomingFrames(_ limit: Int) -> [VideoFrame] { Array(queue.prefix(limit)) }
    func takeFrames(_ count: Int) { queue.removeFirst(count) }
    var isSeekable = true
    func seek(to time: Duration, exact: Bool) -> Bool {
        guard isSeekable else { return false }
        seeks.append(time)
        queue = []
        generation += 1
        isAtEnd = false
        return true
    }
}

@MainActor @Suite struct PlayerTests {
    final class Time { var now = Duration.seconds(1000) }
    let time = Time()
    let source = FakeFrameSource()
    let selector = FrameSelector(refreshInterval: .milliseconds(10))

    func makePlayer(paused: Bool = false) -> Player {
        let time = time
        return Player(source: source, paused: paused, clock: { time.now })
    }
    /// Turns refreshes of 10 ms and answers the frame times shown, in milliseconds.
    func play(_ player: Player, refreshes: Int) -> [Int] {
        (0..<refreshes).compactMap { _ in
            time.now += .milliseconds(10)
            guard player.advance(to: time.now, selector: selector), let frame = player.currentFrame else { return nil }
            return Int((frame.time / .milliseconds(1)).rounded())
        }
    }

    @Test func framesComeInOrderAndOnTime() {
        let player = makePlayer()
        source.add(0..<8, fps: 50)
        #expect(play(player, refreshes: 9) == [0, 20, 40, 60, 80])
        #expect(player.position == .milliseconds(80))
        #expect(player.statistics.dropped == 0)
    }

    @Test func theClockStandsUntilTheFirstFrame() {
        let player = makePlayer()
        #expect(play(player, refreshes: 50) == [])
        #expect(player.position == .zero)
        source.add(0..<3)
        #expect(play(player, refreshes: 1) == [0])
    }

    @Test func aPausedPlayerShowsItsFirstFrameAndHasNothingDue() {
        let player = makePlayer(paused: true)
        source.add(0..<8)
        #expect(play(player, refreshes: 20) == [0])
        #expect(player.nextFrameDue() == nil)
        player.stepForward()
        #expect(player.nextFrameDue() == .zero)
        #expect(play(player, refreshes: 5) == [33])
        player.resume()
        #expect(player.nextFrameDue() != nil)
    }

    @Test func aSeekDropsWhatWaitedAndHoldsTheClock() {
        let player = makePlayer()
        source.add(0..<8)
        _ = play(player, refreshes: 2)
        player.seek(to: .seconds(5))
        #expect(source.seeks == [.seconds(5)])
        #expect(play(player, refreshes: 30) == [])
        #expect(player.position == .seconds(5))
        source.add(150..<153, generation: 1)
        #expect(play(player, refreshes: 1) == [5000])
    }

    @Test func theEndIsReachedWhenTheLastFrameWasShownForItsTime() {
        let player = makePlayer()
        source.add(0..<3, fps: 50)
        source.isAtEnd = true
        #expect(play(player, refreshes: 5) == [0, 20, 40])
        #expect(!player.hasEnded)
        _ = play(player, refreshes: 2)
        #expect(player.hasEnded)
        #expect(player.isPaused)
        #expect(player.position == .milliseconds(60))
        player.resume()
        #expect(source.seeks == [.zero])
    }

    @Test func aStillPictureStays() {
        let player = makePlayer()
        player.isStill = true
        source.add(0..<1, fps: 25)
        source.isAtEnd = true
        #expect(play(player, refreshes: 50) == [0])
        #expect(!player.hasEnded)
        #expect(player.nextFrameDue() == nil)
    }

    @Test func aLoopFollowsWithoutAGap() {
        let player = makePlayer()
        source.add(0..<3, fps: 50)
        source.add(0..<3, fps: 50, generation: 1)
        #expect(play(player, refreshes: 11) == [0, 20, 40, 0, 20, 40])
        #expect(player.position == .milliseconds(40))
    }

    @Test func aStarvedPlayerDropsNothingOfWhatComesMuchLater() {
        let player = makePlayer()
        source.add(0..<2, fps: 50)
        _ = play(player, refreshes: 100)
        #expect(player.statistics.repeated > 0)
        source.add(2..<6, fps: 50)
        let shown = play(player, refreshes: 60)
        #expect(shown.last == 100)
    }

    @Test func afterALongTimeUnseenTheSourceIsSentToTheClock() {
        let player = makePlayer()
        source.add(0..<8)
        _ = play(player, refreshes: 2)
        time.now += .seconds(60)
        #expect(play(player, refreshes: 1) == [])
        #expect(source.seeks.count == 1)
        let target = player.position
        #expect(target > .seconds(59))
        source.add(1801..<1803, generation: 1)
        #expect(play(player, refreshes: 1) == [60033])
        #expect(player.statistics.dropped == 0)
    }

    @Test func whatCannotSeekPlaysOn() {
        let player = makePlayer()
        source.isSeekable = false
        source.add(0..<8, fps: 50)
        _ = play(player, refreshes: 2)
        player.seek(to: .seconds(5))
        #expect(play(player, refreshes: 4) == [20, 40])
    }

    @Test func framesThatTheDisplayCannotShowAreDroppedAndCounted() {
        let player = makePlayer()
        source.add(0..<8, fps: 200)
        #expect(play(player, refreshes: 4) == [0, 15, 25, 35])
        #expect(player.statistics.dropped == 4)
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
        #expect(heard == [.paused, .speed, .paused])
    }

    @Test func aMediumThatCannotBePlayedSaysWhyOnce() async throws {
        let player = try Player("/nonexistent/film.part.mkv")
        #expect(player.nameOfFile == "film.part" && player.title == "film.part.mkv" && player.duration == nil)
        var heard: [Player.Change] = []
        player.onChange.append { heard.append($0) }
        while player.status == .opening { try await Task.sleep(for: .milliseconds(5)) }
        guard case .failed(let error) = player.status else {
            Issue.record("\(player.status)")
            return
        }
        #expect(error.kind == .noSuchFile)
        player.mediaChanged()
        player.mediaChanged()
        #expect(heard == [.failed])
    }
}
