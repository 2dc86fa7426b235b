import OrielMedia
import OrielTestSupport
import Testing

@Suite struct StreamTimelineTests {
    /// Returns a timeline of sixty compositions per second, from 0 on.
    private func timeline(
        _ indexes: [Int?], present presence: StreamTimeline.Presence = .throughout
    ) -> StreamTimeline {
        StreamTimeline(
            indexes.enumerated().map { number, index in
                .init(number: number, time: Self.time(number), index: index)
            }, present: presence)
    }

    private static func time(_ number: Int) -> Duration { .seconds(Double(number) / 60) }

    @Test func aSmoothStreamHasNothingToReport() {
        let line = timeline([5, 5, 6, 6, 7, 7, 8])
        #expect(line.isSteady)
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

    @Test func aStreamThatGoesAndNeverReturnsIsLost() {
        let line = timeline([5, 6, 7, nil, nil])
        #expect(line.lost.map(\.number) == [3, 4])
        #expect(!line.isSteady)
        #expect(timeline([5, 6, 7, nil, nil], present: .from(Self.time(1))).lost.map(\.number) == [3, 4])
    }

    @Test func aStreamThatComesLateIsLostUntilThen() {
        #expect(timeline([nil, nil, 5, 6]).lost.map(\.number) == [0, 1])
        #expect(timeline([nil, nil, 5, 6], present: .until(Self.time(3))).lost.map(\.number) == [0, 1])
    }

    @Test func aStreamThatNeverCameIsLostFromTheFirstCompositionOn() {
        #expect(timeline([nil, nil, nil]).lost.map(\.number) == [0, 1, 2])
        #expect(timeline([nil, nil, nil], present: .from(Self.time(1))).lost.map(\.number) == [1, 2])
    }

    @Test func whereItNeedNotBeItIsNotLost() {
        let indexes = [nil, 5, 6, nil, 7, nil]
        #expect(timeline(indexes, present: .from(Self.time(1))).lost.map(\.number) == [3, 5])
        #expect(timeline(indexes, present: .until(Self.time(5))).lost.map(\.number) == [0, 3])
        #expect(timeline(indexes, present: .between(Self.time(1), Self.time(3))).isSteady)
        #expect(timeline(indexes, present: .whileSeen).lost.map(\.number) == [3])
        #expect(timeline([nil, nil], present: .whileSeen).samples.isEmpty)
    }

    @Test func noCompositionProvesNothing() {
        #expect(!timeline([]).isSteady)
        #expect(!timeline([5, 6], present: .from(Self.time(2))).isSteady)
        #expect(!timeline([nil, nil], present: .whileSeen).isSteady)
    }

    @Test func aTornFrameIsNotSteady() {
        let samples: [StreamTimeline.Sample] = (0..<3).map {
            .init(number: $0, time: Self.time($0), index: $0, isTorn: $0 == 1)
        }
        #expect(!StreamTimeline(samples, present: .throughout).isSteady)
    }

    @Test func aFrozenPictureLeavesItsClock() {
        let frozen = timeline((0..<60).map { $0 / 2 } + Array(repeating: 30, count: 30))
        #expect((frozen.worstClockError(rate: Rational(30, 1)) ?? 0) > 10)
        let errors = frozen.clockErrors(rate: Rational(30, 1)) { $0.number < 60 }
        #expect(errors.last.map { abs($0.frames + 14.5) < 1 } == true)
        #expect(timeline([nil, nil]).worstClockError(rate: Rational(30, 1)) == nil)
    }
}
