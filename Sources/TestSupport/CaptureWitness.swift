import OrielGeometry
import OrielPlatform
public import OrielStamps
import Synchronization

/// Proves a capture complete: a small overlay surface that shows a new index at every refresh, so that each composition
/// has one of its own. An index that no captured composition shows is a composition that was missed.
public final class CaptureWitness: Sendable {
    public let stream: StampColor
    private let surface: TestSurface
    /// When `stop` was called: up to then it was to be in every composition.
    private let end = Mutex<Duration?>(nil)

    /// What a capture was found to hold.
    public struct Verdict: Hashable, Sendable, Codable {
        /// Compositions captured between the witness's first and last appearance.
        public var captured: Int
        /// Compositions that were to be captured: the witness's commits in that time.
        public var expected: Int
        /// Indexes that no captured composition shows.
        public var missed: Int
        /// Captured compositions, in that time, in which the witness was not legible, and which it didn't draw for: of others,
        /// such as those in which a picture lay over it, the next index tells that they were captured.
        public var illegible: Int
        /// The longest time between two captured compositions.
        public var longestGap: Duration
        /// The median time between two captured compositions.
        public var refresh: Duration

        /// True if nothing was missed, and there was something to miss.
        public var isComplete: Bool { expected > 0 && missed == 0 && illegible == 0 }
    }

    /// Shows the witness in the middle of an output, the first one unless told, where it covers no stamp of a full-screen
    /// frame, unless told which edges to keep to. Its stream must be none that the test itself shows.
    public init(
        socket: String, output: String? = nil, stream: StampColor = .cyan, edges: TestSurface.Edges = []
    ) throws {
        self.stream = stream
        surface = try TestSurface(
            .overlay(edges: edges), size: Size(width: 84, height: 48), title: "witness", socket: socket, output: output
        ) { number in .stamp(stream, index: number & StampPainter.maximumIndex) }
    }

    /// The number of refreshes it has drawn for.
    public var commits: Int { surface.commits.count }

    /// Removes it.
    public func stop() {
        end.withLock { if $0 == nil { $0 = MonotonicClock.now } }
        surface.stop()
    }

    /// Judges a capture of the witness's output. Call it after `ScreenCapture.stop`.
    public func verdict(on compositions: [Composition]) -> Verdict {
        Self.verdict(on: compositions, stream: stream, until: end.withLock { $0 })
    }

    /// Judges a capture by the witness of a stream. Pure.
    /// - Parameter end: when the witness was removed: one that was gone before proves nothing from then on. nil takes its
    ///   last appearance.
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
            // Indexes wrap; a step back would be a long way forward, and fails as that.
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
