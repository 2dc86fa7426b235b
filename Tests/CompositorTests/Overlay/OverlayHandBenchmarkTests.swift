import OrielControls
import OrielGeometry
import OrielPlatform
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// How far the overlay is behind a hand, and what of the video is lost meanwhile: for scripts/prove, on a machine that
/// does nothing else.
@Suite(.serialized) struct OverlayHandBenchmarkTests {
    private struct Step {
        let time: Duration
        let x: Int
    }

    /// Input to the overlay. phoc 0.24 has no grab: a pointer that is ahead of an edge that it pulls outwards has left
    /// the surface, and the pull is over.
    private static let hands = [
        (CompositorKind.sway, resizes: false), (CompositorKind.phoc, resizes: false),
        (CompositorKind.sway, resizes: true),
    ]

    @Test(.needs(.sway, .phoc), arguments: hands)
    func theOverlayFollowsAHandForTenSeconds(kind: CompositorKind, resizes: Bool) async throws {
        let seconds = Counts.of("ORIEL_DRAG_SECONDS", default: isProving ? 10 : 3)
        let clip = try OrielProgram.clip(.green, frames: (seconds + 60) * 30)
        try await withCompositor(kind) { compositor in
            let mouse = try VirtualPointer(socket: compositor.socket)
            let session = try OrielSession(compositor)
            try session.play(["--id", "a", "--pip", "--size", "480x270", clip], expecting: ["a": .pip])
            let start = try #require(try session.player("a").rect)
            // By its upper left corner, or at a place without controls.
            let grip = resizes ? Point(x: start.x + 3, y: start.y + 3) : Point(x: start.x + 120, y: start.y + 60)
            // In the middle the overlay would lie over the witness while it is large.
            let proven = try await ProvenCapture(of: compositor, edges: resizes ? [.top, .left] : []) { capture in
                if resizes { try session.run("resize", "480x270") }
                try capture.pass(30)
                let first = capture.count
                let steps = try sweep(mouse, from: grip, resizes: resizes, for: .seconds(seconds))
                return (steps, first, capture.count)
            }
            let (steps, first, last) = proven.result
            let during = Array(proven.compositions[first..<last])
            let lags = lags(of: during, behind: steps, offset: grip.x - start.x)
            let timeline = StreamTimeline(of: .green, in: during, present: .throughout)
            let p95 = lags.isEmpty ? 0 : lags[min(lags.count - 1, lags.count * 95 / 100)]
            print(
                "\(kind), \(resizes ? "resize" : "drag"), \(seconds) s: \(steps.count) steps of the hand, \(during.count) "
                    + "compositions, behind by \(text(lags.isEmpty ? 0 : lags[lags.count / 2])) ms (median), \(text(p95)) (p95), "
                    + "\(text(lags.last ?? 0)) (worst); \(timeline.shown.count) frames shown, \(timeline.skipped.count) lost, "
                    + "nowhere in \(timeline.lost.count)")
            #expect(lags.count > seconds * 20, "the overlay hardly moved")
            #expect(timeline.lost.isEmpty && timeline.regressions.isEmpty)
        }
    }

    /// To and fro, a pixel a millisecond.
    private func sweep(
        _ mouse: VirtualPointer, from grip: Point, resizes: Bool, for length: Duration
    ) throws -> [Step] {
        let width = resizes ? 400 : 600
        try mouse.move(to: grip)
        try mouse.press()
        defer { try? mouse.release() }
        let beginning = MonotonicClock.now
        var steps: [Step] = []
        while MonotonicClock.now < beginning + length {
            let time = MonotonicClock.now
            let passed = Int((time - beginning) / .milliseconds(1)) % (2 * width)
            let way = passed < width ? passed : 2 * width - passed
            let point = Point(x: grip.x - way, y: resizes ? grip.y - way * 9 / 16 : grip.y)
            try mouse.move(to: point)
            steps.append(Step(time: time, x: point.x))
            pause(.milliseconds(4), because: "the pace of a hand")
        }
        return steps
    }

    /// For each composition with the overlay on its way, how long ago the hand was where it shows it, ascending, in
    /// milliseconds.
    private func lags(of compositions: [Composition], behind steps: [Step], offset: Int) -> [Double] {
        compositions.compactMap { composition -> Double? in
            guard let place = composition.places(of: .green).first else { return nil }
            let x = place.x + offset
            // The latest moment, within the last quarter of a second, at which the hand was there.
            let passages = zip(steps, steps.dropFirst()).filter { step, next in
                step.time <= composition.time && step.time > composition.time - .milliseconds(250)
                    && min(step.x, next.x) - 2 <= x && x <= max(step.x, next.x) + 2
            }
            return passages.last.map { (composition.time - $0.0.time) / .milliseconds(1) }
        }.sorted()
    }

    private func text(_ value: Double) -> String { "\((value * 10).rounded() / 10)" }
}
