import Glibc
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

@Suite(.serialized) struct PlayTests {
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func framesAreShownOnceAndInOrderAndStatusAgrees(kind: CompositorKind) async throws {
        let seconds = Counts.of("ORIEL_PLAY_SECONDS", default: 5)
        let clip = try OrielProgram.clip(.green, frames: (seconds + 40) * 30)
        try await withSession(kind) { session, compositor in
            try session.play(["--id", "a", "--fullscreen", clip], expecting: ["a": .fullscreen])
            let proven = try await ProvenCapture(of: compositor) { capture in
                let before = try session.player("a").frames
                for _ in 0..<seconds { try capture.pass(60) }
                return (before, try session.player("a").frames)
            }
            expectSteady(.green, in: proven.compositions)
            let timeline = StreamTimeline(of: .green, in: proven.compositions, present: .throughout)
            let (before, after) = proven.result
            if isProving { #expect(timeline.skipped == [], "frames were dropped") }
            // Compares the status's count with the frames on the screen; the readings are taken some frames apart.
            let counted = after.presented - before.presented
            #expect(timeline.shown.count >= counted && timeline.shown.count <= counted + 30)
        }
    }

    @Test(.needs(.phoc)) func aPausedPlayerSleeps() async throws {
        let clip = try OrielProgram.clip(.green, frames: 300)
        try await withSession(.phoc) { session, _ in
            let child = try session.play(["--id", "a", clip], expecting: ["a": .window])
            // Leftovers of a transition must not keep the player awake, as tasks of the main actor once did.
            for _ in 0..<2 { try session.run("toggle") }
            try session.run("pause")
            let seconds = isProving ? 10 : 5
            // Once it lies still for a second it is watched for some more.
            var before = try #require(child.usage)
            var isStill = false
            for _ in 0..<20 where !isStill {
                pause(.seconds(1), because: "the measured span")
                let now = try #require(child.usage)
                isStill = now.voluntarySwitches == before.voluntarySwitches
                before = now
            }
            #expect(isStill, "it does not come to rest")
            pause(.seconds(seconds), because: "the measured span")
            let after = try #require(child.usage)
            let switches = after.voluntarySwitches - before.voluntarySwitches
            let cpu = after.cpuTime - before.cpuTime
            print("paused for \(seconds) s: \(switches) voluntary switches, \(cpu)")
            #expect(switches <= seconds)
            #expect(cpu <= .milliseconds(seconds))
        }
    }

    @Test(.needs(.phoc)) func aSignalEndsOnePlayerAndTheOtherGoesOn() async throws {
        let a = try OrielProgram.clip(.green, frames: 900)
        let b = try OrielProgram.clip(.red, frames: 900)
        try await withSession(.phoc) { session, _ in
            let first = try session.play(["--id", "a", a], expecting: ["a": .window])
            try session.play(["--id", "b", b], expecting: ["b": .window])
            first.send(15)
            #expect(first.wait(.seconds(20)) == .code(0))
            // The first one hosted the broker: the second takes it over.
            #expect(try session.status().map(\.id) == ["b"])
            try session.run("toggle")
            #expect(try session.player("b").mode == .pip)
        }
    }

    @Test(.needs(.phoc)) func whatCannotBePlayedIsOneLineAndTheOthersGoOn() async throws {
        let program = try OrielProgram()
        let clip = try OrielProgram.clip(.green, frames: 30, size: .init(width: 320, height: 180))
        let empty = program.folder.path + "/empty"
        #expect(mkdir(empty, 0o755) == 0)
        try await withCompositor(.phoc) { compositor in
            let child = try compositor.launch(
                program.path, ["play", "--audio", "none", "/nonexistent.mp4", empty, "/etc/passwd", clip])
            let exit = try #require(child.wait(.seconds(20)))
            #expect(exit == .code(1))
            let lines = child.standardError.split(separator: "\n").map(String.init).sorted()
            #expect(
                lines
                    == [
                        "oriel: play: /etc/passwd: does not look like a media file",
                        "oriel: play: /nonexistent.mp4: no such file",
                        "oriel: play: \(empty): has nothing that can be played",
                    ].sorted())
        }
    }
}
