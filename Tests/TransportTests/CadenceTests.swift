import OrielMedia
import OrielTransport
import Testing

/// Selection of the frame for each refresh.
@Suite struct CadenceTests {
    /// Plays frames of one rate at 60 refreshes per second; returns the index shown at each, and the number of dropped
    /// frames.
    private func play(fps: Int, refreshes: Int, jitter: (Int) -> Duration = { _ in .zero }) -> (
        shown: [Int], dropped: Int
    ) {
        let interval = Duration.nanoseconds(16_666_667)
        var source = ModelSource()
        source.frameCount = 1000
        source.frameDuration = .seconds(1) / fps
        source.capacity = 4
        var rig = TransportRig(source)
        rig.workOut()
        let start = rig.now + interval
        let shown = (0..<refreshes).map { index in
            let presentation = start + interval * index + jitter(index)
            rig.now = max(rig.now, presentation - interval / 2)
            rig.workOut()
            rig.send(.refresh(presentation: presentation, interval: interval))
            return rig.transport.picture.map { Int(($0.time / source.frameDuration).rounded()) } ?? -1
        }
        return (shown, rig.transport.counts.dropped)
    }

    @Test func thirtyFramesOnSixtyRefreshesAreEachShownTwice() {
        let (shown, dropped) = play(fps: 30, refreshes: 120)
        #expect(dropped == 0)
        #expect(shown == (0..<120).map { $0 / 2 })
    }

    @Test func sixtyFramesOnSixtyRefreshesDropNoneUnderJitter() {
        let (shown, dropped) = play(fps: 60, refreshes: 300) {
            $0 == 0 ? .zero : .microseconds(($0 * 7919 % 13 - 6) * 1000)
        }
        #expect(dropped == 0)
        #expect(shown == Array(0..<300))
    }

    @Test func framesTooManyForTheDisplayAreDroppedEvenly() {
        let (shown, dropped) = play(fps: 120, refreshes: 60)
        #expect(dropped >= 58 && dropped <= 60)
        // The clock starts with the very first frame, whatever else is due at that refresh.
        #expect(shown[0] == 0)
        #expect(zip(shown.dropFirst(), shown.dropFirst(2)).allSatisfy { $1 - $0 <= 2 && $1 >= $0 })
    }

    struct Rate: CustomTestStringConvertible, Sendable {
        var testDescription: String
        var frame: Duration
        var unevenness: [Duration] = []

        static let all = [
            Rate(testDescription: "24", frame: .seconds(1) / 24), Rate(testDescription: "25", frame: .seconds(1) / 25),
            Rate(testDescription: "30", frame: .seconds(1) / 30), Rate(testDescription: "50", frame: .seconds(1) / 50),
            Rate(testDescription: "59.94", frame: .seconds(1001) / 60000),
            Rate(testDescription: "60", frame: .seconds(1) / 60),
            Rate(
                testDescription: "variable", frame: .milliseconds(40),
                unevenness: [.zero, .milliseconds(-15), .milliseconds(7), .milliseconds(22), .milliseconds(-3)]),
        ]
    }

    /// Twenty seconds of each rate on each display: every refresh shows the frame nearest to it. Thus each frame is
    /// first seen within half a refresh of its time, for as many refreshes as are nearest to it, and none that has one
    /// is dropped.
    @Test(arguments: Rate.all, [60, 75, 144]) func eachRefreshShowsItsFrame(rate: Rate, hertz: Int) {
        let interval = Duration.seconds(1) / hertz
        var source = ModelSource()
        source.frameCount = 2000
        source.frameDuration = rate.frame
        source.unevenness = rate.unevenness
        source.capacity = 4
        var rig = TransportRig(source)
        rig.workOut()
        // A display that reports its times to the microsecond, afterwards.
        var schedule = RefreshSchedule(refreshInterval: interval)
        let start = rig.now + interval
        var (next, wrong, shown) = (0, [Int](), [Int]())
        for refresh in 0..<20 * hertz {
            let presentation = start + interval * refresh
            rig.now = max(rig.now, presentation - interval / 2)
            rig.workOut()
            let foreseen = refresh == 0 ? presentation : schedule.nextPresentation(after: rig.now)
            rig.send(.refresh(presentation: foreseen, interval: interval))
            schedule.presented(at: presentation + .microseconds(refresh % 3 - 1), refreshInterval: interval)
            // In whole nanoseconds, independent of the transport.
            let reach = (presentation - start).nanoseconds + interval.nanoseconds / 2
            while source.time(of: next + 1).nanoseconds <= reach { next += 1 }
            let picture = rig.transport.picture.map { $0.time } ?? .seconds(-1)
            let distance = abs((picture - source.time(of: next)).nanoseconds)
            // A refresh halfway between two frames may show either.
            let isHalfway = [next, next + 1].contains {
                abs(source.time(of: $0).nanoseconds - reach) < 2000 && distance <= rate.frame.nanoseconds * 2
            }
            if distance > 1000, !isHalfway { wrong.append(refresh) }
            if shown.last != next { shown.append(next) }
        }
        #expect(wrong == [], "\(rate.testDescription) on \(hertz)")
        #expect(rig.transport.counts.late == 0 && rig.transport.counts.repeated == 0)
        let passedOver = shown[shown.count - 1] + 1 - shown.count
        #expect(abs(rig.transport.counts.dropped - passedOver) <= 2)
        if rate.unevenness.isEmpty, rate.frame >= interval { #expect(rig.transport.counts.dropped == 0) }
    }
}

extension Duration {
    fileprivate var nanoseconds: Int64 { components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000 }
}
