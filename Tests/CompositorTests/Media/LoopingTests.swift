import Foundation
import OrielGeometry
import OrielPlatform
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// A clip with sound that loops for as long as `ORIEL_LOOP_SECONDS` says, with a toggle every five seconds: what the
/// player holds stays the same.
@Suite(.enabled(if: Counts.of("ORIEL_LOOP_SECONDS", default: 0) > 0, "long; ORIEL_LOOP_SECONDS=3600 runs it"))
struct LoopingTests {
    /// Counts of the process's resources besides memory.
    private struct Things: Equatable, CustomStringConvertible {
        var descriptors: Int
        var threads: Int
        var description: String { "\(descriptors) descriptors and \(threads) threads" }
    }

    @Test(.needs(.phoc), .needs(program: "pulseaudio")) func nothingGrows() async throws {
        let seconds = Double(Counts.of("ORIEL_LOOP_SECONDS", default: 3600))
        let clip = try StampedClip(
            stream: .green, size: .init(width: 1920, height: 1080), frames: 600, keyInterval: 60, sound: ClipSound()
        ).file()
        let server = try SoundServer()
        defer { server.stop() }
        try await withSession(.phoc, environment: server.environment) { session, _ in
            let player = try session.play(["--id", "a", "--loop", clip], audio: "pulse", expecting: ["a": .window])
            let start = MonotonicClock.now
            // All that is resident, and of it what is in no file: how much of that others have as well changes with who
            // else runs.
            var (resident, own) = (MemorySlope(), MemorySlope())
            var (first, last) = (Things?.none, Things?.none)
            var toggles = 0
            while (MonotonicClock.now - start).seconds < seconds {
                // Always in the window, a while after it came.
                for _ in 0..<2 {
                    pause(.milliseconds(2500), because: "half the time between two toggles")
                    if toggles.isMultiple(of: 2) {
                        let time = MonotonicClock.now - start
                        let usage = try #require(ProcessUsage(of: player.pid))
                        resident.add(usage.residentBytes / 1024, at: time)
                        own.add(try #require(ProcessUsage.ownBytes(of: player.pid)) / 1024, at: time)
                        last = Things(descriptors: try #require(usage.descriptors), threads: usage.threads)
                        if time.seconds < min(300, seconds / 3) { first = last }
                    }
                    pause(.milliseconds(2500), because: "half the time between two toggles")
                    try session.run("toggle")
                    toggles += 1
                }
            }
            let status = try session.player("a")
            func text(_ slope: MemorySlope) -> String { slope.fit?.description ?? "too short to tell" }
            print(
                """
                \(Int(seconds)) s, \(toggles) toggles; resident memory, after the warming up: \(text(resident))
                of it in no file: \(text(own))
                \(try #require(first)), then \(try #require(last)); underruns \(status.audio?.underruns ?? -1), \
                frames dropped \(status.frames.dropped)
                """)
            for fit in [resident.fit, own.fit] where fit?.isTelling ?? false { #expect(fit?.slope ?? 0 < 1) }
            #expect(first == last)
        }
    }
}
