import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Figures of a view in an app's window: for scripts/prove, on a machine that does nothing else.
@Suite(.serialized) struct InlineBenchmarkTests {
    private static let refresh = 1000.0 / 60

    /// From the command to the presentation of the new surface, lifted and returned. The limit is two refreshes.
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func aToggleTakesTwoRefreshes(kind: CompositorKind) async throws {
        let count = Counts.of("ORIEL_INLINE_TOGGLES", default: 10)
        let clip = try OrielProgram.clip(.green, frames: 1800, size: Size(width: 1280, height: 720))
        try await withSession(kind) { session, compositor in
            let app = try InlineSession(clip, in: session)
            defer { app.process.stop(grace: .zero) }
            let watch = try compositor.launch(session.program.path, ["watch", "--json"])
            defer { watch.stop() }
            for number in 0..<count {
                for mode in [PlayerStatus.Mode.pip, .window] {
                    try session.run("toggle")
                    #expect(try session.player("a").mode == mode)
                    pause(.milliseconds(100 + number * 37 % 97), because: "not always at the same distance")
                }
            }
            var times: [String: [Double]] = [:]
            var last = 0.0
            for line in watch.standardOutput.split(separator: "\n") {
                let event = (try? JSONSerialization.jsonObject(with: Data(line.utf8))) as? [String: Any] ?? [:]
                let name = event["event"] as? String ?? ""
                if name == "presented", let time = event["latency_ms"] as? Double { last = max(last, time) }
                if name == "didStart" || name == "didStop", last > 0 {
                    times[name, default: []].append(last)
                    last = 0
                }
            }
            for (name, label) in [("didStart", "lifted"), ("didStop", "returned")] {
                let sorted = try #require(times[name]?.sorted(), "\(watch.standardOutput.suffix(400))")
                let median = sorted[sorted.count / 2]
                print(
                    "\(kind), \(label) \(sorted.count) times, ms: median \(rounded(median)), "
                        + "95 % \(rounded(sorted[sorted.count * 95 / 100])), worst \(rounded(sorted.last ?? 0))")
                #expect(sorted.count >= count * 9 / 10)
                if isProving { #expect(median <= 2 * Self.refresh) }
            }
        }
    }

    /// In play, against Oriel's own window of the same size with the same film: context switches and processor time.
    @Test(.needs(.phoc), arguments: ["shm", "gles"])
    func itCostsWhatAWindowCosts(renderer: String) async throws {
        let pairs = Counts.of("ORIEL_INLINE_PAIRS", default: 3)
        let seconds = Counts.of("ORIEL_INLINE_SECONDS", default: 10)
        let clip = try OrielProgram.clip(.green, frames: 1800, size: Size(width: 640, height: 360))
        func usage(_ pid: Int32, _ session: OrielSession) throws -> (switches: Double, time: Double) {
            pause(.seconds(2), because: "the start is not measured")
            let frames = try session.player("a").frames.presented
            let before = try #require(ProcessUsage(of: pid))
            pause(.seconds(seconds), because: "the play of some seconds is measured")
            let after = try #require(ProcessUsage(of: pid))
            let count = Double(try session.player("a").frames.presented - frames)
            return (
                Double(after.voluntarySwitches - before.voluntarySwitches) / count,
                (after.cpuTime - before.cpuTime) / .milliseconds(1) / count
            )
        }
        try await withSession(.phoc) { session, _ in
            var inline: [(switches: Double, time: Double)] = []
            var own: [(switches: Double, time: Double)] = []
            for _ in 0..<pairs {
                for isOwn in [false, true] {
                    let app = try InlineSession(
                        clip, in: session, "--renderer", renderer, isOwn ? "--own-window" : "--large")
                    let figures = try usage(app.process.pid, session)
                    if isOwn { own.append(figures) } else { inline.append(figures) }
                    try session.run("quit")
                    #expect(app.process.wait(.seconds(10)) == .code(0))
                }
            }
            func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }
            let switches = median(inline.map(\.switches)) / median(own.map(\.switches))
            let time = median(inline.map(\.time)) / median(own.map(\.time))
            print(
                "\(renderer), a frame in play, median of \(pairs): switches inline "
                    + "\(rounded(median(inline.map(\.switches)))), own window \(rounded(median(own.map(\.switches)))), "
                    + "\(rounded(switches)) times; processor time \(rounded(median(inline.map(\.time)))) and "
                    + "\(rounded(median(own.map(\.time)))) ms, \(rounded(time)) times")
            if isProving { #expect(switches <= 1.05) }
        }
    }

    /// Paused, in a window that draws nothing.
    @Test(.needs(.phoc), arguments: ["shm", "gles"]) func anIdleViewWakesNothing(renderer: String) async throws {
        let clip = try OrielProgram.clip(.green, frames: 300)
        try await withSession(.phoc) { session, _ in
            let app = try InlineSession(clip, in: session, "--renderer", renderer)
            defer { app.process.stop(grace: .zero) }
            app.act("z")
            try session.wait(for: "a") { $0.paused }
            var switches: [Int] = []
            // Twice: the end of a thread takes its own count away.
            let isQuiet = wait(.seconds(30), every: .zero) {
                let before = ProcessUsage(of: app.process.pid)?.switches ?? 0
                pause(.seconds(3), because: "the wakeups of some seconds are counted")
                switches.append((ProcessUsage(of: app.process.pid)?.switches ?? .max) - before)
                return switches.suffix(2) == [0, 0]
            }
            print("\(renderer), paused inline: context switches in 3 s: \(switches)")
            #expect(isQuiet, "\(switches)")
        }
    }

    private func rounded(_ value: Double) -> Double { (value * 100).rounded() / 100 }
}
