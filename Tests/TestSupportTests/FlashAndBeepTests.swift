import OrielTestSupport
import Testing

@Suite struct FlashAndBeepTests {
    /// Returns flashes for sixty compositions per second, from 0 on.
    private func flashes(_ indexes: [Int?], speed: Double = 1) -> [Double] {
        let samples = indexes.enumerated().map {
            StreamTimeline.Sample(number: $0, time: .seconds(Double($0) / 60), index: $1)
        }
        return FlashAndBeep.flashes(in: samples, framesPerSecond: 30, speed: speed).map {
            ($0 / .milliseconds(1)).rounded()
        }
    }

    @Test func theFrameOfAWholeSecondIsAFlash() {
        #expect(flashes((0..<120).map { 20 + $0 / 2 }) == [333, 1333])
        #expect(flashes((0..<120).map { 20 + $0 }, speed: 2) == [167, 667, 1167, 1667])
        // The frame itself isn't visible, and one composition has no legible frame.
        #expect(flashes([28, 28, 29, 29, nil, nil, 31, 31]) == [67])
    }

    @Test func aSeekIsNoneAndALoopsNextTurnIsOne() {
        #expect(flashes([28, 28, 75, 75, 76]) == [])
        #expect(flashes([28, 28, 61, 61, 62]) == [])
        #expect(flashes([75, 75, 0, 0, 1]) == [])
        #expect(flashes([88, 88, 89, 89, 0, 0, 1]) == [67])
    }

    @Test func eachFlashHasTheBeepNearestToIt() {
        let flashes: [Duration] = [.seconds(1), .seconds(2), .seconds(3)]
        let good = FlashAndBeep(flashes: flashes, beeps: [.milliseconds(990), .milliseconds(2004), .seconds(3)])
        #expect(good.lateness.map { $0.rounded() } == [-10, 4, 0] && good.isInStep)
        let late = FlashAndBeep(flashes: flashes, beeps: flashes.map { $0 + .milliseconds(30) })
        #expect(late.distances.median.rounded() == 30 && !late.isInStep)
        #expect(!FlashAndBeep(flashes: flashes, beeps: flashes.map { $0 - .milliseconds(14) }).isInStep)
        let missing = FlashAndBeep(flashes: flashes, beeps: [.seconds(1), .seconds(3)])
        #expect(missing.unheard == [.seconds(2)] && !missing.isInStep)
        #expect(!FlashAndBeep(flashes: [], beeps: []).isInStep)
    }

    @Test func quantilesAreValuesThatWereThere() {
        let values = Quantiles((1...200).map(Double.init))
        #expect([values.median, values.p95, values.p99, values.worst] == [100, 190, 198, 200])
        #expect(Quantiles([3]).p99 == 3 && Quantiles([]).worst == 0)
    }
}
