import Foundation
import OrielGeometry
import OrielPlatform
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Cost of sound, 48 kHz stereo AAC beside 1080p30 in a picture of 480×270, and how often threads change for it: for
/// `scripts/prove`, on a machine that does nothing else.
@Suite(
    .serialized,
    .enabled(
        if: isProving || Counts.of("ORIEL_COST_SECONDS", default: 0) > 0,
        "for a quiet machine; ORIEL_COST_SECONDS=5 runs it"))
struct SoundCostBenchmarkTests {
    private static let seconds = Counts.of("ORIEL_COST_SECONDS", default: 8)
    private static let rounds = Counts.of("ORIEL_COST_ROUNDS", default: isProving ? 3 : 1)

    /// Cost of a process per second.
    private struct Rate {
        /// Per cent of a core.
        var processor: Double
        var switches: Double

        init(of pid: Int32, seconds: Int) throws {
            pause(.seconds(3), because: "the end of the start is not measured")
            let (before, began) = (try #require(ProcessUsage(of: pid)), MonotonicClock.now)
            pause(.seconds(seconds), because: "the measured span")
            let (after, lasted) = (try #require(ProcessUsage(of: pid)), (MonotonicClock.now - began).seconds)
            processor = (after.cpuTime - before.cpuTime).seconds / lasted * 100
            switches = Double(after.switches - before.switches) / lasted
        }
    }

    @Test(.needs(.phoc), .needs(program: "pulseaudio")) func whatSoundCosts() async throws {
        let clip = try StampedClip(
            stream: .green, size: .init(width: 1920, height: 1080), frames: 1800, keyInterval: 60, sound: ClipSound()
        ).file()
        let server = try SoundServer()
        defer { server.stop() }
        let hasMPV = Executable.exists("mpv")
        var (loud, silent, theirs) = ([Rate](), [Rate](), [Rate]())
        try await withCompositor(.phoc) { compositor in
            for _ in 0..<Self.rounds {
                for audio in ["pulse", "none"] {
                    let session = try OrielSession(compositor, environment: server.environment)
                    let player = try session.play(
                        ["--id", "a", "--pip", "--size", "480x270", clip], audio: audio, expecting: ["a": .pip])
                    let rate = try Rate(of: player.pid, seconds: Self.seconds)
                    audio == "none" ? silent.append(rate) : loud.append(rate)
                    session.stop()
                    try #require(try wait(.seconds(10)) { try session.status().isEmpty })
                }
                guard hasMPV else { continue }
                let mpv = try MPVPlayer(
                    in: compositor, ["--ao=pulse", "--geometry=480x270", clip], environment: server.environment)
                theirs.append(try Rate(of: mpv.child.pid, seconds: Self.seconds))
                mpv.child.stop()
            }
        }
        func text(_ value: Double) -> String { "\((value * 100).rounded() / 100)" }
        let cost = Quantiles(zip(loud, silent).map { $0.processor - $1.processor })
        print(
            "with sound \(loud.map { text($0.processor) }) % of a core, without \(silent.map { text($0.processor) }); "
                + "sound costs \(text(cost.median)) % (median of \(cost.count) pairs)")
        print(
            "switches a second with sound \(loud.map { $0.switches.rounded() }), without \(silent.map { $0.switches.rounded() })"
        )
        if isProving { #expect(cost.median <= 1.5) }
        guard hasMPV else { return print("not compared with mpv, which is not installed (scripts/setup bench)") }
        let ratio = Quantiles(zip(loud, theirs).map { $0.switches / $1.switches })
        print(
            "mpv --ao=pulse: \(theirs.map { $0.switches.rounded() }) switches a second, \(theirs.map { text($0.processor) }) %; "
                + "Oriel's switches are \(text(ratio.median)) times mpv's (median of \(ratio.count) pairs)")
        if isProving { #expect(ratio.median <= 0.5) }
    }
}
