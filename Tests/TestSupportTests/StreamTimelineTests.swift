import OrielMedia
import OrielTestSupport
import Testing

@Suite struct StreamTimelineTests {
    private func timeline(_ indexes: [Int?]) -> StreamTimeline {
        StreamTimeline(
            indexes.enumerated().map { number, index in
                .init(number: number, time: .seconds(Double(number) / 60), index: index)
            })
    }

    @Test func aSmoothStreamHasNothingToReport() {
        let line = timeline([nil, 5, 5, 6, 6, 7, 7, 8, nil])
        #expect(line.shown == [5, 6, 7, 8])
        #expect(line.lost.isEmpty && line.regressions.isEmpty && line.skipped.isEmpty)
        #expect((line.worstClockError(rate: Rational(30, 1)) ?? 9) <= 1)
    }

    @Test func lossRegressionAndSkipAreFound() {
        let line = timeline([5, 6, nil, 7, 6, 9])
        #expect(line.lost.map(\.number) == [2])
        #expect(line.regressions.map(\.number) == [4])
        #expect(line.skipped == [8])
    }

    @Test func aFrozenPictureLeavesItsClock() {
        let frozen = timeline((0..<60).map { $0 / 2 } + Array(repeating: 30, count: 30))
        #expect((frozen.worstClockError(rate: Rational(30, 1)) ?? 0) > 10)
        let errors = frozen.clockErrors(rate: Rational(30, 1)) { $0.number < 60 }
        #expect(errors.last.map { abs($0.frames + 14.5) < 1 } == true)
        #expect(timeline([nil, nil]).worstClockError(rate: Rational(30, 1)) == nil)
    }
}
