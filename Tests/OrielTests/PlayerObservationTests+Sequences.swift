import Observation
import Oriel
import OrielLibav
import OrielMedia
import OrielPlatform
import OrielTransport
import Synchronization
import Testing

/// The sequences of times and events, and their ends.
extension PlayerObservationTests {
    @Test func periodicTimesFollowPlaybackAndJumps() async {
        let player = player(paused: true)
        source.deliver(0..<600, to: player)
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
        source.deliver(2700..<2710, generation: source.generation, to: player)
        await reading.settle(8)
        #expect(reading.values.last == .seconds(90))
        // A paused player waits for nothing.
        player.passTimes()
        await reading.settle()
        #expect(reading.values.count == 8)
    }

    @Test func boundaryTimesAreThoseThatPlaybackPasses() async {
        let player = player(paused: true)
        source.deliver(0..<600, to: player)
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
        source.deliver(300..<400, generation: source.generation, to: player)
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
        source.deliver(0..<600, to: player)
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
        await yield { all.allSatisfy(\.hasEnded) && events.allSatisfy(\.hasEnded) }
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
        await yield { ended == 4 }
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
        source.deliver(0..<3, to: player)
        player.rate = 2
        player.pause()
        player.seek(to: .seconds(30)) { _ in }
        source.deliver(900..<903, generation: source.generation, to: player)
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
        source.deliver(0..<3, to: player)
        for _ in 0..<600 where !player.isBuffering { draw(player, 1) }
        #expect(player.isBuffering && player.timeControlStatus == .waitingToPlayAtSpecifiedRate)
        time.now += .seconds(3)
        source.deliver(3..<100, to: player)
        await yield { reading.values.contains { $0.kind == .resumed(after: .seconds(3)) } }
        let stalls = reading.values.compactMap { if case .resumed(let length) = $0.kind { length } else { nil } }
        #expect(reading.values.contains { $0.kind == .stalled } && stalls == [.seconds(3)])
    }
}
