import FoundationEssentials
import Oriel
import OrielLibav
import OrielPlatform
import OrielTransport
import Testing

/// AVPlayer's names on `Player`.
@MainActor @Suite struct PlayerVocabularyTests {
    private final class Time { var now = Duration.seconds(1000) }
    private let time = Time()
    private let source: FakeFrameSource

    init() throws { source = try FakeFrameSource() }

    private func player(paused: Bool = true) -> Player {
        Player(source: source, paused: paused, clock: { [time] in time.now })
    }

    /// Answers the last seek with its frame.
    private func land(_ player: Player) {
        source.deliver(0..<3, generation: source.generation, to: player)
    }

    // MARK: Rate

    @Test func playBeginsAtTheDefaultRateAndARateOfZeroPauses() {
        let player = player()
        #expect(player.rate == 0 && player.defaultRate == 1 && player.timeControlStatus == .paused)
        player.play()
        #expect(player.rate == 1 && !player.isPaused)
        #expect(player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        source.deliver(0..<3, to: player)
        #expect(player.timeControlStatus == .playing)
        player.rate = 2
        #expect(player.rate == 2 && player.speed == 2 && player.defaultRate == 1)
        player.rate = 0
        #expect(player.rate == 0 && player.isPaused && player.speed == 2)
        // AVPlayer forgets a rate that was set, and resume() keeps it.
        player.resume()
        #expect(player.rate == 2)
        player.pause()
        player.play()
        #expect(player.rate == 1)
        player.pause()
        player.defaultRate = 1.5
        #expect(player.rate == 0 && player.isPaused)
        player.play()
        #expect(player.rate == 1.5)
        player.defaultRate = 3
        #expect(player.rate == 1.5 && player.defaultRate == 3)
        // The user's key goes on at it too.
        player.pause()
        player.defaultRate = 1.1
        player.resume()
        #expect(player.rate == 1.1 && player.speed == 1.1)
        // The user's speed, by a key or a command, is the one that play() keeps.
        player.setSpeed(4)
        player.pause()
        player.play()
        #expect(player.rate == 4 && player.defaultRate == 4)
        #expect(player.currentTime() == player.position)
    }

    @Test func aRateThatIsNoRateChangesNothingAndALargeOneIsTheLargest() {
        let player = player()
        for rate in [Float.nan, -Float.infinity, -1, -Float.leastNonzeroMagnitude] {
            player.rate = rate
            player.defaultRate = rate
            #expect(player.rate == 0 && player.isPaused && player.speed == 1 && player.defaultRate == 1, "\(rate)")
        }
        player.rate = .infinity
        #expect(player.rate == 8 && !player.isPaused)
        player.rate = .nan
        #expect(player.rate == 8)
        player.rate = .leastNonzeroMagnitude
        #expect(player.speed == 0.1 && !player.isPaused)
        player.defaultRate = .infinity
        #expect(player.defaultRate == 8)
        player.setSpeed(.nan)
        #expect(player.speed == 0.1 && player.defaultRate == 0.1)
    }

    @Test func theStatusIsPausedAtTheEndAndAfterAFailure() {
        let player = player(paused: false)
        source.add(0..<1)
        source.phase = .ended
        player.sourceHasNews()
        for _ in 0..<100 where !player.hasEnded {
            time.now += .milliseconds(100)
            player.wake()
        }
        #expect(player.hasEnded && player.timeControlStatus == .paused && player.rate == 0)
        #expect(player.error == nil)
        source.failure = MediaError(.undecodable, .path("/films/a.mkv"))
        let failing = Player(source: source, clock: { [time] in time.now })
        source.phase = .failed
        failing.sourceHasNews()
        #expect(failing.timeControlStatus == .paused && failing.error == source.failure)
    }

    @Test func observersAreCalledUntilTheyAreRemoved() async {
        let player = player()
        source.deliver(0..<100, to: player)
        var (times, passed) = ([Duration](), 0)
        let periodic = player.addPeriodicTimeObserver(forInterval: .milliseconds(100), queue: .main) {
            times.append($0)
        }
        let boundary = player.addBoundaryTimeObserver(forTimes: [.milliseconds(250)]) { passed += 1 }
        player.play()
        func play(isDone: () -> Bool) async {
            for _ in 0..<60 {
                time.now += .seconds(1) / 60
                player.refresh(for: time.now, interval: .seconds(1) / 60)
                player.passTimes()
                await yield(until: isDone)
            }
        }
        // A reader gets only the latest time, so each is waited for.
        await play { times.last.map { player.position - $0 < .milliseconds(120) } == true }
        await yield { passed > 0 }
        #expect(times.count >= 10 && times == times.sorted() && passed == 1)
        player.removeTimeObserver(periodic)
        player.removeTimeObserver(boundary)
        player.seek(to: .zero) { _ in }
        land(player)
        let count = times.count
        await play { true }
        for _ in 0..<100 { await Task.yield() }
        #expect(times.count == count && passed == 1)
    }

    // MARK: Volume

    @Test func theVolumeIsAFractionOfTheMediumsOwn() {
        let player = player()
        #expect(player.volume == 1 && player.volumePercent == 100)
        player.volume = 0.5
        #expect(player.volumePercent == 50)
        player.volumePercent = 130
        #expect(player.volume == 1.3)
        let cases: [(volume: Float, percent: Int)] = [
            (Float.infinity, 100), (-Float.infinity, 0), (80, 100), (2.1, 100), (2, 130), (1.31, 130), (1.07, 107),
            (-1, 0), (0.004, 0), (1, 100),
        ]
        for (volume, percent) in cases {
            player.volume = volume
            #expect(player.volumePercent == percent, "\(volume)")
        }
        player.volume = .nan
        #expect(player.volume == 1)
    }

    // MARK: Seeks

    @Test func aSeekIsTrueOnceItsFrameIsThere() async {
        let player = player()
        source.deliver(0..<3, to: player)
        var answers: [Bool] = []
        player.seek(to: .seconds(5)) { answers.append($0) }
        await Task.yield()
        #expect(answers == [])
        land(player)
        #expect(answers == [], "a handler is not called inside a call")
        await Task.yield()
        #expect(answers == [true])
        // In the pause before, no frame and no other change completes it again.
        player.play()
        land(player)
        await Task.yield()
        #expect(answers == [true])
    }

    @Test func theAsyncFormWaitsForTheFrameAndASupersededSeekIsFalse() async {
        let player = player()
        source.deliver(0..<3, to: player)
        async let first = player.seek(to: .seconds(5))
        await yield { source.seeks.count == 1 }
        async let second = player.seek(to: .seconds(7), toleranceBefore: .zero, toleranceAfter: .seconds(Int64.max))
        await yield { source.seeks.count == 2 }
        #expect(await !first)
        land(player)
        #expect(await second)
        #expect(source.seeks == [.seconds(5), .seconds(7)])
    }

    @Test func aSeekOfTheUsersSupersedesTheAppsToo() async {
        let player = player()
        source.deliver(0..<3, to: player)
        var answers: [Bool] = []
        player.seek(to: .seconds(5), toleranceBefore: .zero, toleranceAfter: .zero) { answers.append($0) }
        player.seekNow(to: .seconds(6))
        await Task.yield()
        #expect(answers == [false])
        land(player)
        await Task.yield()
        #expect(answers == [false])
    }

    /// A handler of the landing's change seeks again; the first has landed all the same.
    @Test func aSeekFromAChangeHandlerLeavesTheLandedOneLanded() async {
        let player = player()
        source.deliver(0..<3, to: player)
        var answers: [String] = []
        var isFirst = true
        player.addChangeHandler { [unowned player] change in
            guard change == .landed, isFirst else { return }
            isFirst = false
            player.seek(to: .seconds(9)) { answers.append("second \($0)") }
        }
        player.seek(to: .seconds(5)) { answers.append("first \($0)") }
        land(player)
        await Task.yield()
        #expect(answers == ["first true"])
        land(player)
        await Task.yield()
        #expect(answers == ["first true", "second true"])
    }

    @Test func aSeekThatCannotBeginOrLandIsFalse() async {
        source.isSeekable = false
        let player = player()
        source.deliver(0..<3, to: player)
        #expect(await !player.seek(to: .seconds(5)))
        source.isSeekable = true
        var answers: [Bool] = []
        player.seek(to: .seconds(5)) { answers.append($0) }
        source.phase = .failed
        source.failure = MediaError(.undecodable, .path("/films/a.mkv"))
        player.sourceHasNews()
        await Task.yield()
        #expect(answers == [false])
        // A failed player goes nowhere.
        #expect(await !player.seek(to: .zero))
    }

    @Test func aSeekEndsWithItsPlayer() async {
        var answers: [Bool] = []
        do {
            let player = player()
            player.seek(to: .seconds(5)) { answers.append($0) }
        }
        await Task.yield()
        #expect(answers == [false])
        let player = player()
        player.seek(to: .seconds(5)) { answers.append($0) }
        player.close()
        await Task.yield()
        #expect(answers == [false, false])
    }

    @Test func aThousandSeeksAreAnsweredOnceEach() async {
        let player = player()
        source.deliver(0..<3, to: player)
        var answers: [Bool] = []
        for index in 0..<1000 { player.seek(to: .milliseconds(index)) { answers.append($0) } }
        land(player)
        await yield { answers.count == 1000 }
        #expect(answers.filter(\.self).count == 1 && answers.last == true)
    }

    @Test func absurdTimesAreSoughtWithinTheMedium() async {
        source.duration = .seconds(60)
        let player = player()
        source.deliver(0..<3, to: player)
        for (time, place) in [
            (Duration.seconds(Int64.min), Duration.zero), (.seconds(-1), .zero), (.seconds(Int64.max), .seconds(60)),
        ] {
            var answer: Bool?
            player.seek(to: time) { answer = $0 }
            #expect(source.seeks.last == place)
            land(player)
            await Task.yield()
            #expect(answer == true)
        }
        // Without a known end there is a bound.
        source.duration = nil
        player.seek(to: .seconds(Int64.max)) { _ in }
        #expect(source.seeks.last.map { $0 <= .seconds(10_000_000_000) } == true)
    }

    // MARK: URLs

    @Test func aURLIsAPathOrAnAddress() throws {
        func media(_ text: String) throws -> String { PlayerItem(try #require(URL(string: text))).media }
        #expect(try media("file:///films/A%20film.mkv") == "/films/A film.mkv")
        #expect(try media("https://example.org/a%20b.mp4?x=1") == "https://example.org/a%20b.mp4?x=1")
        #expect(try media("film.mkv") == "film.mkv")
        #expect(try media("-") == "-")
        #expect(PlayerItem(URL(filePath: "/films/100%.mkv")).media == "/films/100%.mkv")
        #expect(PlayerItem(url: URL(filePath: "/films/a:b.mkv")).media == "/films/a:b.mkv")
        #expect(PlayerItem(URL(filePath: "/films/ä.mkv"), startTime: .seconds(3)).startTime == .seconds(3))
        // A path that looks like standard input is a path.
        #expect(PlayerItem(try #require(URL(string: "-"))).location == .path("-"))
    }

    @Test(arguments: ["mailto:someone@example.org", "data:text/plain,hello", "nosuchscheme://x/y", "about:blank"])
    func aURLThatNothingOpensIsAFailure(text: String) async throws {
        let player = try Player(url: try #require(URL(string: text)))
        let deadline = ContinuousClock.now + .seconds(20)
        while player.status == .unknown, ContinuousClock.now < deadline { try await Task.sleep(for: .milliseconds(5)) }
        #expect(player.status != .unknown && player.status != .readyToPlay)
        player.close()
    }

    // MARK: Beginning

    @Test func aNewPlayerWaitsForPlay() throws {
        #expect(try Player("/nowhere.mkv").isPaused)
        #expect(try Player(items: []).isPaused)
        #expect(try Player(playerItem: nil).items == [])
        let item = PlayerItem("/nowhere.mkv")
        #expect(try Player(playerItem: item).currentItem == item)
        #expect(try !Player("/nowhere.mkv", options: .playsAutomatically).isPaused)
        var options = Player.Options()
        options.speed = 2
        options.volumePercent = 40
        let player = try Player(url: URL(filePath: "/nowhere.mkv"), options: options)
        #expect(player.defaultRate == 2 && player.rate == 0 && player.volumePercent == 40)
        player.play()
        #expect(player.rate == 2)
    }
}

extension Player {
    /// Seeks without waiting, from an asynchronous test.
    fileprivate func seekNow(to time: Duration) { seek(to: time) }
}
