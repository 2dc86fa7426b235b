public import OrielMedia
public import OrielStamps

/// One stream's frames in a capture, composition by composition. Pure.
public struct StreamTimeline: Hashable, Sendable {
    public struct Sample: Hashable, Sendable {
        /// Number of the composition.
        public var number: Int
        /// Host time of the composition.
        public var time: Duration
        /// Newest visible index; nil if the stream isn't visible.
        public var index: Int?
        /// Whether a frame of the stream is torn.
        public var isTorn: Bool

        public init(number: Int, time: Duration, index: Int?, isTorn: Bool = false) {
            self.number = number
            self.time = time
            self.index = index
            self.isTorn = isTorn
        }
    }

    /// Time in which the stream must be visible; a composition without it then counts as lost. Times are host times.
    public enum Presence: Hashable, Sendable {
        /// In every composition.
        case throughout
        /// In each composition presented at this time or later.
        case from(Duration)
        /// In each composition presented before this time.
        case until(Duration)
        /// In each composition presented at the first time or later, and before the second.
        case between(Duration, Duration)
        /// From its first appearance to its last. That can't detect a stream that never appeared or that disappeared
        /// for good: for inspections only, not for proofs.
        case whileSeen
    }

    /// Compositions in which the stream must be visible.
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

    /// True if there were compositions to evaluate and each has a whole frame, with no index lower than before.
    public var isSteady: Bool { !samples.isEmpty && lost.isEmpty && torn.isEmpty && regressions.isEmpty }

    /// Compositions without the stream.
    public var lost: [Sample] { samples.filter { $0.index == nil } }

    /// Compositions with a torn frame.
    public var torn: [Sample] { samples.filter(\.isTorn) }

    /// Compositions with an index lower than the one before.
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

    /// Returns each composition's distance from the stream's clock, in frames; positive if ahead. The clock runs at
    /// `rate`, anchored at the median of the samples for which `anchors` holds, by default all.
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

    /// Returns the greatest distance from the clock, in frames; nil without samples.
    public func worstClockError(rate: Rational) -> Double? {
        clockErrors(rate: rate).map { abs($0.frames) }.max()
    }
}
