import Foundation
import OrielPlatform
import OrielStamps
import OrielTestSupport
import Testing

/// How soon a frame that an app enqueues is seen. Figures, not verdicts: only with `ORIEL_BENCHMARK` in the
/// environment.
@Suite(
    .serialized, .enabled(if: ProcessInfo.processInfo.environment["ORIEL_BENCHMARK"] != nil, "ORIEL_BENCHMARK is unset")
)
struct PushBenchmarkTests {
    /// Frames of 1920×1080 that are due when they come, 34 ms apart, so that they come at every part of a refresh.
    @Test(.needs(.phoc, .sway), arguments: CompositorKind.wlroots)
    func fromEnqueueToPresented(kind: CompositorKind) async throws {
        let refresh = Duration.nanoseconds(16_666_667)
        try await withSession(kind) { session, compositor in
            let capture = try ScreenCapture(socket: compositor.socket)
            let app = try session.lab("hurry", "--frames", "600")
            defer { app.stop(grace: .zero) }
            #expect(app.wait(.seconds(120)) == .code(0), "\(app.standardError)")
            try capture.stop()
            var enqueued: [Int: Duration] = [:]
            for line in app.standardOutput.split(separator: "\n") {
                let words = line.split(separator: " ").compactMap { Int64($0) }
                if words.count == 2 { enqueued[Int(words[0])] = .nanoseconds(words[1]) }
            }
            var seen: [Int: Duration] = [:]
            for composition in capture.compositions {
                if let index = composition.index(of: .green), seen[index] == nil { seen[index] = composition.time }
            }
            // The first ones wait for the window.
            let late = seen.filter { $0.key >= 60 }.compactMap { number, time in
                enqueued[number].map { (time - $0) / refresh }
            }
            .sorted()
            try #require(late.count > 300, "\(late.count) of \(enqueued.count) were seen: \(app.standardError)")
            func text(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
            print(
                "\(kind): of \(enqueued.count - 60) frames \(late.count) seen, after \(text(late[late.count / 2])) refreshes (median), "
                    + "\(text(late[late.count * 95 / 100])) (p95), \(text(late[late.count - 1])) (worst)")
        }
    }
}
