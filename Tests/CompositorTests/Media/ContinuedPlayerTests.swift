import Glibc
import OrielPlatform
import OrielRemoteControl
import OrielTestSupport
import Testing

/// A player that is stopped (SIGSTOP, Ctrl+Z) and continued.
@Suite(.serialized) struct ContinuedPlayerTests {
    static let cells: [(audio: String, toggles: Bool)] = [
        ("none", false), ("null", true), ("auto", true),
    ]

    @Test(.needs(.sway), .enabled(if: Executable.isExpected("pulseaudio")), arguments: cells)
    func itGoesOnWhereItWasStopped(audio: String, toggles: Bool) async throws {
        let clip = try soundingClip()
        try await withRecording(.sway) { session, _, recording in
            let player = try session.play(["--id", "a", clip], audio: audio, expecting: ["a": .window])
            if toggles {
                try session.run("toggle")
                try session.wait(for: ["a": .pip])
            }
            if audio == "auto" { _ = try recording.heard(loud: true, after: MonotonicClock.now) }
            try session.wait(for: "a") { $0.position > 1.5 }
            let before = (position: try session.player("a").position, time: MonotonicClock.now)
            player.send(SIGSTOP)
            pause(.seconds(4), because: "the time of the stop is measured")
            let continued = MonotonicClock.now
            let stop = continued - before.time
            player.send(SIGCONT)
            if audio == "auto" { _ = try recording.heard(loud: true, after: continued) }
            for _ in 0..<6 {
                let position = try session.player("a").position
                let played = (MonotonicClock.now - before.time - stop).seconds
                #expect(abs(position - before.position - played) < 1, "\(position) after \(before.position)")
                pause(.milliseconds(250), because: "the position is compared for a while")
            }
        }
    }
}
