public import OrielMedia
public import OrielStamps

/// What a capture says about one stream, composition by composition. Pure.
public struct StreamTimeline: Hashable, Sendable {
    public struct Sample: Hashable, Sendable {
        /// The composition's number.
        public var number: Int
        /// Its time: host time.
        public var time: Duration
        /// The newest index visible; nil if the stream was not.
        public var index: Int?
        /// True if any frame of the stream was torn.
        public var isTorn: Bool

        public init(number: Int, time: Duration, index: Int?, isTorn: Bool = false) {
            self.number = number
            self.time = time
            self.index = index
            self.isTorn = isTorn
        }
    }

    /// When the stream must be there; in a composition of that time without it, it is lost. Times are host times.
    public enum Presence: Hashable, Sendable {
        /// In every composition.
        case throughout
        /// In each that was presented then or later, to the last one.
        case from(Duration)
        /// In each that was presented before.
        case until(Duration)
        /// In each that was presented at the first time or later, and before the second.
        case between(Duration, Duration)
        /// From its first appearance to its last. That can't tell that it never came, nor that it went for good: for a
        /// look at a session, never for a proof.
        case whileSeen
    }

    /// The compositions in which the stream must be there.
    public let samples: [Sample]

    public init(of stream: StampColor, in compositions: [Composition], present presence: Presence) {
        self.init(
            compositions.map { composition in
                Sample(
                    number: composition.number, time: composition.time, index: composition.index(of: stream),
                    isTorn: composition.stamps.contains { $0.stream == stream && $0.isTorn })
            }, present: presence)
    }

    public init(_ samples: [Sample], present presence: Presence) {
        switch presence {
        case .throughout: self.samples = samples
        case .from(let start): self.samples = samples.filter { $0.time >= start }
        case .until(let end): self.samples = samples.filter { $0.time < end }
        case .between(let start, let end): self.samples = samples.filter { $0.time >= start && $0.time < end }
        case .whileSeen:
            guard let first = samples.firstIndex(where: { $0.index != nil }),
                let last = samples.lastIndex(where: { $0.index != nil })
            else {
                self.samples = []
                return
            }
            self.samples = Array(samples[first...last])
        }
    }

    private var visible: [(sample: Sample, index: Int)] {
        samples.compactMap { sample in sample.index.map { (sample, $0) } }
    }

    /// True if there were compositions to judge, and the stream was in each, whole, and never went back.
    public var isSteady: Bool { !samples.isEmpty && lost.isEmpty && torn.isEmpty && regressions.isEmpty }

    /// Compositions without the stream.
    public var lost: [Sample] { samples.filter { $0.index == nil } }

    /// Compositions with a torn frame.
    public var torn: [Sample] { samples.filter(\.isTorn) }

    /// Compositions whose index is lower than the one before.
    public var regressions: [Sample] {
        zip(visible, visible.dropFirst()).filter { $1.index < $0.index }.map { $1.sample }
    }

    /// The indexes shown, in order, each once per run.
    public var shown: [Int] {
        visible.map(\.index).reduce(into: []) { if $0.last != $1 { $0.append($1) } }
    }

    /// Indexes between the lowest and the highest shown that were never shown.
    public var skipped: [Int] {
        let seen = Set(visible.map(\.index))
        guard let low = seen.min(), let high = seen.max() else { return [] }
        return (low...high).filter { !seen.contains($0) }
    }

    /// How far each composition's index is from the clock that the stream keeps, in frames: positive where it is ahead.
    /// The clock is `rate`, anchored at the median of the samples for which `anchors` holds, all of them by default.
    public func clockErrors(
        rate: Rational, anchoredBy anchors: (Sample) -> Bool = { _ in true }
    ) -> [(sample: Sample, frames: Double)] {
        let offsets = visible.map {
            (sample: $0.sample, offset: Double($0.index) - $0.sample.time / .seconds(1) * rate.value)
        }
        let anchored = offsets.filter { anchors($0.sample) }.map(\.offset).sorted()
        guard !anchored.isEmpty else { return [] }
        let anchor = anchored[anchored.count / 2]
        return offsets.map { ($0.sample, $0.offset - anchor) }
    }

    /// The largest distance from the clock, in frames; nil where there are no samples.
    public func worstClockError(rate: Rational) -> Double? {
        clockErrors(rate: rate).map { abs($0.frames) }.max()
    }
}
