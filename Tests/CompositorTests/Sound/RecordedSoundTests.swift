import Foundation
import Glibc
import OrielGeometry
import OrielPlatform
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// The sound of players in a compositor, recorded from a private PulseAudio.
@Suite(.serialized, .enabled(if: Executable.isExpected("pulseaudio"))) struct RecordedSoundTests {
    private static let limit = Duration.seconds(20)

    /// Contract case 43: when *didStop* has been told, nothing is heard any more.
    @Test(.needs(.sway)) func case43_closingIsSilence() async throws {
        let clip = try soundingClip()
        try await withRecording(.sway) { session, _, recording in
            let player = try session.play(["--id", "a", "--pip", clip], audio: "auto", expecting: ["a": .pip])
            let watch = try session.compositor.launch(session.program.path, ["watch", "--json"])
            defer { watch.stop(grace: .zero) }
            try session.wait(for: "a") { $0.audio?.audible == true }
            #expect(wait(Self.limit) { recording.sounds().contains { $0.count > 200 } })
            try session.run("close")
            #expect(player.wait(Self.limit) == .code(0), "\(player.standardError)")
            #expect(recording.wait(until: MonotonicClock.now + .milliseconds(1500)))
            #expect(wait(Self.limit) { watch.standardOutput.contains("didStop") })
            let stop = try #require(
                watch.standardOutput.split(separator: "\n").compactMap { line -> Duration? in
                    guard let event = try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any],
                        event["event"] as? String == "didStop", let time = event["time"] as? Double
                    else { return nil }
                    return .seconds(time)
                }.last)
            let late = try #require(recording.times(bridging: 1).last).upperBound - stop
            print("heard until \(late) after didStop")
            #expect(late < .milliseconds(isProving ? 60 : 1000) + .milliseconds(40))
        }
    }

    /// Contract case 109: of an app that is killed while it floats nothing is heard, and others may float again.
    @Test(.needs(.sway)) func case109_aKilledAppIsSilent() async throws {
        let clip = try soundingClip()
        try await withRecording(.sway) { session, _, recording in
            try session.play(["--id", "b", "--paused", clip], expecting: ["b": .window])
            let player = try session.play(["--id", "a", "--pip", clip], audio: "auto", expecting: ["a": .pip])
            try session.wait(for: "a") { $0.audio?.audible == true }
            #expect(wait(Self.limit) { recording.sounds().contains { $0.count > 200 } })
            player.send(SIGKILL)
            let killed = MonotonicClock.now
            #expect(player.wait(Self.limit) == .signal(SIGKILL))
            try session.wait(for: "b") { $0.pip.possible }
            let possible = MonotonicClock.now - killed
            #expect(recording.wait(until: killed + .milliseconds(1500)))
            let late = try #require(recording.times(bridging: 1).last).upperBound - killed
            print("heard until \(late) after the kill; another may float after \(possible)")
            #expect(late < .milliseconds(isProving ? 300 : 1000) + .milliseconds(40))
            #expect(possible < (isProving ? .seconds(2) : .seconds(10)))
        }
    }

    /// Contract case 57: an app's own sound that its delegate prohibits is silent while the picture is put away, and
    /// heard again with it; where no delegate prohibits it, it goes on.
    @Test(.needs(.phoc), arguments: [true, false]) func case57_whatIsPutAwayIsHeardOnlyWhereItMayBe(
        prohibits: Bool
    ) async throws {
        let folder = try TemporaryFolder()
        chmod(folder.path, 0o755)
        let tone = "\(folder.path)/tone.wav"
        try ffmpeg(["-f", "lavfi", "-i", "sine=frequency=700:duration=60,volume=4", tone])
        try await withRecording(.phoc) { session, server, recording in
            let app = try session.lab(
                ["push", "--id", "a", "--sound", tone] + (prohibits ? ["--prohibits"] : []),
                environment: server.environment)
            defer { app.stop(grace: .zero) }
            try session.wait(for: ["a": .window])
            var time = try recording.heard(loud: true, after: .zero)
            try session.run("toggle")
            try session.wait(for: ["a": .pip])
            for _ in 0..<2 {
                let away = MonotonicClock.now
                try session.run("stash")
                try session.wait(for: "a") { $0.pip.stashed }
                if prohibits {
                    time = try recording.heard(loud: false, after: away)
                    print("silent \(time - away) after it was asked to be put away")
                    #expect(try session.player("a").paused)
                } else {
                    #expect(recording.wait(until: MonotonicClock.now + .milliseconds(500)))
                    #expect(recording.longestGap(from: away, to: MonotonicClock.now) < .milliseconds(200))
                }
                let back = MonotonicClock.now
                try session.run("unstash")
                try session.wait(for: "a") { !$0.pip.stashed }
                time = try recording.heard(loud: true, after: back)
            }
            let calls = app.standardOutput.split(separator: "\n").filter { $0.hasPrefix("setPlaying") }
            let pair: [Substring] = ["setPlaying(false)", "setPlaying(true)"]
            #expect(calls == (prohibits ? pair + pair : []))
            try session.run("quit")
            #expect(app.wait(Self.limit) == .code(0), "\(app.standardError)")
        }
    }
}
