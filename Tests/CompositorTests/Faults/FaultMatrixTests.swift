import Foundation
import Glibc
import OrielGeometry
import OrielPlatform
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Real processes that die or stop in the middle of a swap, on a real compositor, every composition captured and proved
/// so (docs/proof/handoff.md has the table). `scripts/test` strikes a few times, `scripts/prove` in every cell.
@Suite(.serialized) struct FaultMatrixTests {
    private static let count = Counts.of("ORIEL_FAULTS", default: 8)

    @Test(.needs(.phoc)) func theOtherPictureStaysWhenAnyProcessDiesOrStops() async throws {
        let clips = try (
            a: OrielProgram.clip(.green, frames: 1800), b: OrielProgram.clip(.red, frames: 1800),
            third: OrielProgram.clip(.blue, frames: 60, size: .init(width: 320, height: 180))
        )
        for cell in FaultCell.sample(Self.count) {
            try await withCompositor(.phoc) { compositor in
                // A capture that missed a frame proves nothing, so the cell is repeated with new processes.
                let proven = try await ProvenCapture(of: compositor) { capture in
                    try strike(cell, OrielSession(compositor), clips, capture)
                }
                var outcome = proven.result
                for name in ["a", "b"] where name != cell.victim.rawValue.lowercased() {
                    let line = StreamTimeline(
                        of: name == "a" ? .green : .red, in: proven.compositions,
                        present: .between(outcome.time.lowerBound, outcome.time.upperBound))
                    outcome.compositions = line.samples.count
                    outcome.lost += line.lost.count
                }
                print(outcome.row)
                check(outcome)
            }
        }
    }

    /// Starts the players, strikes in the middle of their swap and ends them.
    private func strike(
        _ cell: FaultCell, _ session: OrielSession, _ clips: (a: String, b: String, third: String),
        _ capture: ScreenCapture
    ) throws -> FaultOutcome {
        defer { session.stop() }
        // The first program hosts the broker.
        var third: ChildProcess?
        if cell.place == .third {
            third = try session.play(["--id", "c", "--paused", clips.third], expecting: ["c": .window])
        }
        let a: ChildProcess
        let b: ChildProcess
        if cell.place == .b {
            b = try session.play(["--pip", "--id", "b", clips.b], expecting: ["b": .pip])
            a = try session.play(["--fullscreen", "--id", "a", clips.a], expecting: ["a": .fullscreen])
        } else {
            a = try session.play(["--fullscreen", "--id", "a", clips.a], expecting: ["a": .fullscreen])
            b = try session.play(["--pip", "--id", "b", clips.b], expecting: ["b": .pip])
        }
        let victim = cell.victim == .a ? a : cell.victim == .b ? b : try #require(third)
        let survivors = ["a", "b"].filter { $0 != cell.victim.rawValue.lowercased() }
        let areShown = capture.wait(.seconds(20), from: capture.count - 1) {
            $0.index(of: .green) != nil && $0.index(of: .red) != nil
        }
        let start = try #require(areShown, "\(cell): the pictures don't come")

        let watch = try session.compositor.launch(session.program.path, ["watch", "--json"])
        defer { watch.stop(grace: .zero) }
        try #require(watch.waitForOutput(.seconds(20)) { $0.contains("snapshot") }, "watch says nothing")
        let swap = try session.compositor.launch(session.program.path, ["swap", "--no-wait", "--player", "a"])
        defer { swap.stop(grace: .zero) }
        let isReached = watch.waitForOutput(.seconds(20)) { $0.contains("\"phase\":\"\(cell.phase.rawValue)\"") }
        victim.send(cell.fault == .killed ? SIGKILL : SIGSTOP)
        #expect(isReached, "\(cell): \(watch.standardOutput)")

        var outcome = FaultOutcome(cell: cell)
        outcome.survivors = try settledModes(of: survivors, status: session.status)
        outcome.lastPhase = Self.lastPhase(watch.standardOutput)
        if cell.fault == .stopped {
            victim.send(SIGCONT)
            outcome.woken = try settledModes(of: ["a", "b"], status: session.status)
        }
        // The players go at the end of this: what was composed by now is what counts.
        outcome.time = start.time..<MonotonicClock.now
        return outcome
    }

    private static func lastPhase(_ events: String) -> String {
        guard let range = events.range(of: "\"phase\":\"", options: .backwards) else { return "none" }
        return String(events[range.upperBound...].prefix { $0 != "\"" })
    }

    private func check(_ outcome: FaultOutcome) {
        let cell = outcome.cell
        #expect(outcome.compositions > 0, "\(cell): nothing was captured")
        #expect(outcome.lost == 0, "\(cell): a survivor was nowhere in \(outcome.lost) of \(outcome.compositions)")
        // Back or forward, and where both survive, both alike.
        let back: [String: PlayerStatus.Mode] = ["a": .fullscreen, "b": .pip]
        let forward: [String: PlayerStatus.Mode] = ["a": .pip, "b": .fullscreen]
        // Each side finishes by what it has itself seen (contract §2.4, failures, rule 3): without a broker, A may have
        // passed its point of no return and B not.
        let bothFloat: [String: PlayerStatus.Mode] = ["a": .pip, "b": .pip]
        let isWithoutBroker = cell.victim.rawValue == cell.place.rawValue
        func isPart(_ modes: [String: PlayerStatus.Mode], of whole: [String: PlayerStatus.Mode]) -> Bool {
            modes.allSatisfy { whole[$0.key] == $0.value || ($0.value == .window && whole[$0.key] == .fullscreen) }
        }
        #expect(
            isPart(outcome.survivors, of: back) || isPart(outcome.survivors, of: forward)
                || (isWithoutBroker && outcome.survivors == bothFloat),
            "\(cell): \(outcome.survivors)")
        if let woken = outcome.woken {
            #expect(
                isPart(woken, of: back) || isPart(woken, of: forward) || (isWithoutBroker && woken == bothFloat),
                "\(cell): after waking \(woken)")
        }
    }
}
