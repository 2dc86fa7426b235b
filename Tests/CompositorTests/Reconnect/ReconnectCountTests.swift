import Foundation
import Glibc
import OrielPlatform
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// The compositor is killed many times under two processes.
@Suite(.serialized) struct ReconnectCountTests {
    /// Two processes over many losses: nothing of an ended connection is kept.
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func case128_manyLossesLeaveNothingBehind(kind: CompositorKind) async throws { try await manyLosses(on: kind) }

    @Test(.needs(extra: .labwc)) func case128_onLabwc() async throws { try await manyLosses(on: .labwc) }

    /// The socket stays: a connection succeeds before KWin runs again.
    @Test(.needs(extra: .kwin)) func case128_underKWinsWrapper() async throws { try await manyLosses(on: .kwin) }

    private func manyLosses(on kind: CompositorKind) async throws {
        let count = Counts.of("ORIEL_KILLS", default: kind == .sway ? 5 : 3)
        let frames = ((count * 3 + 30) * 30 + 1799) / 1800 * 1800
        let (a, b) = (try soundingClip(frames: frames), try lossClip(.red, frames: frames))
        try await withSession(kind) { session, compositor in
            let player = try session.play(["--id", "a", a], audio: "null", expecting: ["a": .window])
            try session.play(["--pip", "--id", "b", b], audio: "null", expecting: ["a": .window, "b": .pip])
            var present = compositor
            var (usages, drifts, times): ([ProcessUsage], [Double], [Duration]) = ([], [], [])
            var own: [Int] = []
            for number in 1...count {
                let before = try PlayerReading("a", in: session)
                let next = try present.restarted()
                let begin = MonotonicClock.now
                if present !== compositor { present.stop() }
                present = next
                #expect(session.areSeen(["a": .green, "b": .red], on: present))
                times.append(MonotonicClock.now - begin)
                try session.waitForReturn(of: "a", as: .window)
                try session.waitForReturn(of: "b", as: .pip)
                let after = try PlayerReading("a", in: session)
                drifts.append(abs(after.drift(since: before)))
                #expect(after.status.audio?.underruns == 0)
                own.append(try #require(ProcessUsage.ownBytes(of: player.pid)) / 1024)
                // A leak adds some at each loss. On a busy machine one is counted before its cursor is loaded.
                let most = number == count ? usages.compactMap(\.descriptors).max() : nil
                usages.append(try settledUsage(of: player.pid, atMost: most ?? .max))
            }
            present.stop()
            let descriptors = usages.compactMap(\.descriptors)
            #expect(descriptors.count == count)
            if isProving { #expect((descriptors.max() ?? 0) - (descriptors.min() ?? 0) <= 1, "\(descriptors)") }
            #expect((drifts.max() ?? 1) <= PlayerReading.frame)
            // Every process that is measured takes the processor from what is measured.
            if isProving { #expect((times.max() ?? .zero) <= .seconds(1)) }
            let memory = own
            let grown = (memory.last ?? 0) - (memory.dropFirst(count / 3).first ?? 0)
            #expect(grown <= max(2048, count * 20), "\(memory)")
            print(
                "\(kind): \(count) losses; worst drift \(drifts.max() ?? 0) s, both seen at the latest after",
                "\((times.max() ?? .zero) / .milliseconds(1)) ms; descriptors \(descriptors.min() ?? 0) to",
                "\(descriptors.max() ?? 0), memory \(memory.first ?? 0) to \(memory.last ?? 0) kB")
        }
    }

    /// A process's usage once its number of descriptors, at most this one, has stayed for 200 ms: at first a command's
    /// connection may be open still, and the cursor not loaded yet.
    private func settledUsage(of pid: Int32, atMost most: Int) throws -> ProcessUsage {
        var last = try #require(ProcessUsage(of: pid))
        var since = MonotonicClock.now
        let isSettled = wait(.seconds(10)) {
            guard let usage = ProcessUsage(of: pid) else { return false }
            if usage.descriptors != last.descriptors { since = MonotonicClock.now }
            last = usage
            return MonotonicClock.now - since >= .milliseconds(200) && usage.descriptors.map { $0 <= most } == true
        }
        #expect(isSettled, "\(String(describing: last.descriptors)) descriptors; at most \(most)")
        return last
    }

    /// Killed at any moment of a swap of two processes: one floats and the other is in its window, whichever way it
    /// ended.
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func case119_lostInASwap(kind: CompositorKind) async throws { try await lossesInSwaps(on: kind) }

    @Test(.needs(extra: .labwc)) func case119_onLabwc() async throws { try await lossesInSwaps(on: .labwc) }
    @Test(.needs(extra: .kwin)) func case119_underKWinsWrapper() async throws { try await lossesInSwaps(on: .kwin) }

    private func lossesInSwaps(on kind: CompositorKind) async throws {
        let count = Counts.of("ORIEL_SWAP_KILLS", default: 4)
        var dice = SeededGenerator(seed: 7)
        try await withSession(kind) { session, compositor in
            try session.play(["--loop", "--fullscreen", "--id", "a", lossClip(.green)], expecting: ["a": .fullscreen])
            try session.play(
                ["--loop", "--pip", "--id", "b", lossClip(.red)], expecting: ["a": .fullscreen, "b": .pip])
            var present = compositor
            for number in 0..<count {
                let swap = try compositor.launch(session.program.path, ["swap"])
                let delay = Int.random(in: 0..<60, using: &dice)
                pause(.milliseconds(delay), because: "the swap is somewhere on its way")
                let next = try present.restarted()
                if present !== compositor { present.stop() }
                present = next
                var players: [PlayerStatus] = []
                let isBack = try wait(.seconds(10)) {
                    players = try session.status()
                    return players.allSatisfy { $0.connected == true && !$0.pip.suspended }
                        && Set(players.map(\.mode)) == [.fullscreen, .pip]
                }
                let seen = players.map { "\($0.id) \($0.mode) connected \($0.connected ?? true) \($0.pip)" }
                try #require(isBack, "\(number), after \(delay) ms: \(seen)")
                let areSeen = session.areSeen(["a": .green, "b": .red], on: present)
                #expect(areSeen, "\(number), after \(delay) ms")
                #expect(swap.wait(.seconds(10)) != nil, "the command is not answered")
            }
            present.stop()
        }
    }
}
