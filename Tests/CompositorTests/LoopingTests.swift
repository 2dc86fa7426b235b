import Foundation
import Glibc
import OrielGeometry
import OrielPlatform
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// A clip with sound that loops for as long as `ORIEL_LOOP_SECONDS` says, with a toggle every five seconds: what the player holds stays
/// the same.
@Suite(.enabled(if: Counts.of("ORIEL_LOOP_SECONDS", default: 0) > 0, "long; ORIEL_LOOP_SECONDS=3600 runs it"))
struct LoopingTests {
    private struct Sample {
        var time: Double
        var resident: Double
        var proportional: Double
        var descriptors: Int
        var threads: Int

        init(of pid: Int32, since start: Duration) throws {
            let usage = try #require(ProcessUsage(of: pid))
            time = (MonotonicClock.now - start).seconds
            resident = Double(usage.residentBytes)
            proportional = Double(try #require(ProcessUsage.proportionalBytes(of: pid)))
            descriptors = try #require(usage.descriptors)
            threads = usage.threads
        }
    }

    /// How much a line through the values rises from the first to the last, as a part of their mean.
    private func rise(_ samples: [Sample], _ value: (Sample) -> Double) -> Double {
        let count = Double(samples.count)
        let (middle, mean) = (samples.reduce(0) { $0 + $1.time } / count, samples.reduce(0) { $0 + value($1) } / count)
        let slope =
            samples.reduce(0) { $0 + ($1.time - middle) * (value($1) - mean) }
            / samples.reduce(0) { $0 + ($1.time - middle) * ($1.time - middle) }
        return slope * ((samples.last?.time ?? 0) - (samples.first?.time ?? 0)) / mean
    }

    @Test(.needs(.phoc), .needs(program: "pulseaudio")) func nothingGrows() async throws {
        let seconds = Double(Counts.of("ORIEL_LOOP_SECONDS", default: 3600))
        let clip = try StampedClip(
            stream: .green, size: .init(width: 1920, height: 1080), frames: 600, keyInterval: 60, sound: ClipSound()
        ).file()
        let server = try SoundServer()
        defer { server.stop() }
        let program = try OrielProgram()
        try await withCompositor(.phoc) { compositor in
            let session = OrielSession(compositor, program, environment: server.environment)
            let player = try session.play(["--id", "a", "--loop", clip], audio: "pulse", expecting: ["a": .window])
            let start = MonotonicClock.now
            var samples: [Sample] = []
            var toggles = 0
            while (MonotonicClock.now - start).seconds < seconds {
                // Always in the window, a while after it came.
                for _ in 0..<2 {
                    usleep(2_500_000)
                    if toggles.isMultiple(of: 2) { samples.append(try Sample(of: player.pid, since: start)) }
                    usleep(2_500_000)
                    try session.run("toggle")
                    toggles += 1
                }
            }
            // The first five minutes, or a quarter where it is shorter, are the warming up.
            let warm = samples.filter { $0.time >= min(300, seconds / 4) }
            let (first, last) = (try #require(warm.first), try #require(warm.last))
            let (resident, proportional) = (rise(warm, \.resident), rise(warm, \.proportional))
            func text(_ share: Double) -> String { "\((share * 10_000).rounded() / 100) %" }
            let status = try session.player("a")
            print(
                "\(Int(seconds)) s, \(toggles) toggles, \(warm.count) samples after the warming up: resident memory rises by "
                    + "\(text(resident)) of \(Int(first.resident / 1_048_576)) MB, proportional by \(text(proportional)) of "
                    + "\(Int(first.proportional / 1_048_576)) MB; descriptors \(first.descriptors) and \(last.descriptors), threads "
                    + "\(first.threads) and \(last.threads); underruns \(status.audio?.underruns ?? -1), "
                    + "frames dropped \(status.frames.dropped)")
            // Of a few samples a line says nothing.
            if seconds >= 600 {
                #expect(resident < 0.01)
                #expect(proportional < 0.01)
            }
            #expect(first.descriptors == last.descriptors)
            #expect(first.threads == last.threads)
        }
    }
}
