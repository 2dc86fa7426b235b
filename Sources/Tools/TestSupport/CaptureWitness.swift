import OrielGeometry
import OrielPlatform
public import OrielStamps
import Synchronization

/// Proves that a capture is complete: a small overlay that shows a new index at each refresh, so that each composition
/// has its own. An index missing from the capture is a missed composition.
public final class CaptureWitness: Sendable {
    public let stream: StampColor
    private let surface: TestSurface
    /// Host time of `stop`, up to which each composition must contain the witness.
    private let end = Mutex<Duration?>(nil)

    /// Evaluation of a capture.
    public struct Verdict: Hashable, Sendable, Codable {
        /// Number of compositions captured between the witness's first and last appearance.
        public var captured: Int
        /// Number of the witness's commits in that time: the compositions that should be captured.
        public var expected: Int
        /// Number of indexes that no captured composition shows.
        public var missed: Int
        /// Number of captured compositions in that time without a legible witness that it didn't draw for either. Those
        /// in which another surface covered it don't count: the next index proves that they were captured.
        public var illegible: Int
        /// Longest time between two captured compositions.
        public var longestGap: Duration
        /// Median time between two captured compositions.
        public var refresh: Duration

        /// True if nothing was missed and there was something to miss.
        public var isComplete: Bool { expected > 0 && missed == 0 && illegible == 0 }
    }

    /// Shows the witness on an output, by default in the middle of the first one, where it covers no stamp of a
    /// full-screen frame. Its stream must not be used by the test itself.
    public init(
        socket: String, output: String? = nil, stream: StampColor = .cyan, edges: TestSurface.Edges = []
    ) throws {
        self.stream = stream
        surface = try TestSurface(
            .overlay(edges: edges), size: Size(width: 84, height: 48), title: "witness", socket: socket, output: output
        ) { number in .stamp(stream, index: number & StampPainter.maximumIndex) }
    }

    /// Number of refreshes that it has drawn for.
    public var commits: Int { surface.commits.count }

    /// Removes the witness.
    public func stop() {
        end.withLock { if $0 == nil { $0 = MonotonicClock.now } }
        surface.stop()
    }

    /// Evaluates a capture of the witness's output. Call it after `ScreenCapture.stop`.
    public func verdict(on compositions: [Composition]) -> Verdict {
        Self.verdict(on: compositions, stream: stream, until: end.withLock { $0 })
    }

    /// Evaluates a capture by the witness with this stream. Pure.
    /// - Parameter end: host time of the witness's removal, after which it proves nothing; nil uses its last
    ///   appearance.
    public static func verdict(
        on compositions: [Composition], stream: StampColor, until end: Duration? = nil
    ) -> Verdict {
        let indexes = compositions.map { $0.index(of: stream) }
        guard let first = indexes.firstIndex(where: { $0 != nil }), let last = indexes.lastIndex(where: { $0 != nil })
        else {
            return Verdict(captured: 0, expected: 0, missed: 0, illegible: 0, longestGap: .zero, refresh: .zero)
        }
        var expected = 1
        var missed = 0
        var previous = indexes[first] ?? 0
        var (covered, unproven) = (0, 0)
        for index in indexes[first...last] {
            guard let index else {
                covered += 1
                continue
            }
            // Indexes wrap around; a backward step counts as a long forward one and fails.
            let step = (index - previous) & StampPainter.maximumIndex
            expected += step
            missed += max(0, step - 1 - covered)
            unproven += max(0, covered - max(0, step - 1))
            covered = 0
            previous = index
        }
        let times = compositions[first...last].map(\.time)
        let gaps = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
        return Verdict(
            captured: last - first + 1, expected: expected, missed: missed,
            illegible: unproven
                + (end.map { end in compositions[(last + 1)...].count { $0.time < end } } ?? 0),
            longestGap: gaps.last ?? .zero,
            refresh: gaps.isEmpty ? .zero : gaps[gaps.count / 2])
    }
}
