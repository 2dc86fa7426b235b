import Foundation
import Glibc
import OrielGeometry
import OrielPlatform
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// The compositor is killed under its players, and another one starts in its place.
@Suite(.serialized) struct ReconnectTests {
    func clip(_ stream: StampColor) throws -> String { try lossClip(stream) }

    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func case113_aWindowReturnsAndPlaybackGoesOn(kind: CompositorKind) async throws {
        try await withSession(kind) { session, compositor in
            try session.play(["--id", "a", clip(.green)], audio: "null", expecting: ["a": .window])
            let before = try PlayerReading("a", in: session)
            #expect(before.status.connected == true)
            let other = try compositor.restarted {
                try session.wait(for: "a") { $0.connected == false }
                let meanwhile = try PlayerReading("a", in: session)
                #expect(meanwhile.status.mode == .hidden && meanwhile.status.surface == .none)
                #expect(!meanwhile.status.paused && abs(meanwhile.drift(since: before)) <= PlayerReading.frame)
                try session.run("volume", "80")
            }
            defer { other.stop() }
            try session.waitForReturn(of: "a", as: .window)
            #expect(isSeen(.green, on: other))
            let after = try PlayerReading("a", in: session)
            #expect(abs(after.drift(since: before)) <= PlayerReading.frame)
            #expect(after.status.volume == 80 && !after.status.paused)
            #expect(after.status.frames.presented > before.status.frames.presented)
        }
    }

    /// The sound server isn't the compositor's: no sample is missed.
    @Test(.needs(.sway), .enabled(if: Executable.isExpected("pulseaudio")))
    func case113_theSoundHasNoGap() async throws {
        try await withRecording(.sway) { session, _, recording in
            try session.play(["--id", "a", soundingClip()], audio: "auto", expecting: ["a": .window])
            try session.wait(for: "a") { $0.audio?.audible == true }
            let begin = try recording.heard(loud: true, after: .zero)
            let other = try session.compositor.restarted { try session.wait(for: "a") { $0.connected == false } }
            defer { other.stop() }
            try session.waitForReturn(of: "a", as: .window)
            pause(.milliseconds(300), because: "sound after the return is measured too")
            let end = MonotonicClock.now
            #expect(recording.wait(until: end))
            #expect(recording.longestGap(from: begin, to: end) <= .milliseconds(5))
            #expect(try session.player("a").audio?.underruns == 0)
        }
    }

    /// An app hears of the loss and of the return, and Picture in Picture doesn't stop.
    @Test(.needs(.sway)) func case117_anAppIsTold() async throws {
        try await withSession(.sway) { session, compositor in
            let face = try FaceApp(clip(.green), in: session)
            defer { face.app.stop(grace: .zero) }
            #expect(face.heard("possible: true"))
            try face.perform("start")
            #expect(face.heard("didStart(asked)"))
            let other = try compositor.restarted {
                #expect(face.heard("connectionLost") && face.heard("suspended: true"))
            }
            defer { other.stop() }
            #expect(face.heard("connectionRestored") && face.heard("suspended: false"))
            #expect(isSeen(.green, on: other))
            #expect(face.transitions == ["didStart(asked)"] && !face.lines.contains("restore"), "\(face.lines)")
        }
    }

    /// A program with its own loop waits for the same descriptor all the time.
    @Test(.needs(.sway)) func case113_aLoopOfTheAppsOwnGoesOn() async throws {
        try await withSession(.sway) { session, compositor in
            let app = try session.lab("paced", "shm", "150")
            defer { app.stop(grace: .zero) }
            #expect(wait(.seconds(5)) { (try? session.status().first?.frames.presented) ?? 0 > 20 })
            let other = try compositor.restarted()
            defer { other.stop() }
            #expect(app.wait(.seconds(20)) == .code(0), "\(app.standardError)")
        }
    }

    @Test(.needs(.sway)) func case114_aPausedFullScreenReturnsOnItsOutput() async throws {
        try await withSession(HeadlessCompositor.Configuration(.sway, outputs: 2)) { session, compositor in
            try compositor.swaymsg("focus", "output", "HEADLESS-2")
            try session.play(["--fullscreen", "--id", "a", clip(.green)], expecting: ["a": .fullscreen])
            try session.run("pause")
            try session.wait(for: "a") { $0.output == "HEADLESS-2" }
            let before = try session.player("a")
            let other = try compositor.restarted { try session.wait(for: "a") { $0.connected == false } }
            defer { other.stop() }
            try session.waitForReturn(of: "a", as: .fullscreen)
            try session.wait(for: "a") { $0.output == "HEADLESS-2" }
            #expect(isSeen(.green, on: other, output: "HEADLESS-2"))
            let after = try session.player("a")
            #expect(after.paused && after.position == before.position)
        }
    }

    @Test(.needs(.sway)) func case114_aFullScreenFollowsAnOutputThatComesLater() async throws {
        try await withSession(HeadlessCompositor.Configuration(.sway, outputs: 2)) { session, compositor in
            try compositor.swaymsg("focus", "output", "HEADLESS-2")
            try session.play(["--fullscreen", "--id", "a", clip(.green)], expecting: ["a": .fullscreen])
            try session.wait(for: "a") { $0.output == "HEADLESS-2" }
            let other = try compositor.restarted(outputs: 1)
            defer { other.stop() }
            try session.waitForReturn(of: "a", as: .fullscreen)
            try session.wait(for: "a") { $0.output == "HEADLESS-1" }
            try other.swaymsg("create_output")
            try session.wait(for: "a") { $0.output == "HEADLESS-2" && $0.mode == .fullscreen }
            #expect(isSeen(.green, on: other, output: "HEADLESS-2"))
        }
    }

    /// The user maximises the window, and restores it on the next compositor.
    @Test(.needs(extra: .labwc)) func case114_aMaximisedWindowReturnsMaximisedOnLabwc() async throws {
        let keys = "<keyboard><keybind key=\"W-m\"><action name=\"ToggleMaximize\"/></keybind></keyboard>"
        try await withSession(HeadlessCompositor.Configuration(.labwc, text: keys)) { session, compositor in
            try session.play(["--id", "a", clip(.green)], expecting: ["a": .window])
            var width = 0
            /// Waits until the picture's width in pixels meets a condition.
            func isShown(on present: HeadlessCompositor, _ isRight: (Int) -> Bool) -> Bool {
                wait(.seconds(5)) {
                    guard let picture = try? Screenshot.take(of: present) else { return false }
                    width = StampReader.locate(in: picture).first?.picture.width ?? 0
                    return width > 0 && isRight(width)
                }
            }
            let isWhole: (Int) -> Bool = { $0 >= 1100 }
            // The first size depends on whether the medium's shape was known.
            #expect(isShown(on: compositor) { $0 < 1000 }, "\(width)")
            let small = width
            try VirtualKeyboard(socket: compositor.socket).press("super+m")
            #expect(isShown(on: compositor, isWhole), "\(width)")
            let other = try compositor.restarted()
            defer { other.stop() }
            try session.waitForReturn(of: "a", as: .window)
            #expect(isShown(on: other, isWhole), "\(width)")
            try VirtualKeyboard(socket: other.socket).press("super+m")
            #expect(isShown(on: other) { abs($0 - small) <= 2 }, "\(width)")
        }
    }

    /// The subtitle of a paused frame is on the new surface too, and goes when it is switched off.
    @Test(.needs(.sway)) func case114_subtitlesReturn() async throws {
        let program = try OrielProgram()
        let script = program.folder.path + "/box.ass"
        try Data(SubtitleTests.script(seconds: 10).utf8).write(to: URL(filePath: script))
        chmod(script, 0o644)
        try await withSession(.sway, program) { session, compositor in
            try session.play(
                ["--paused", "--start", "1.5", "--fullscreen", "--id", "a", "--sub", script, clip(.green)],
                expecting: ["a": .fullscreen])
            func hasBox(on present: HeadlessCompositor, _ isExpected: Bool = true) -> Bool {
                wait(.seconds(10)) {
                    guard let picture = try? Screenshot.take(of: present) else { return false }
                    return (picture[640, 360] & 0xFF_FFFF == 0xFF_FFFF) == isExpected
                }
            }
            #expect(hasBox(on: compositor))
            let other = try compositor.restarted { try session.wait(for: "a") { $0.connected == false } }
            defer { other.stop() }
            try session.waitForReturn(of: "a", as: .fullscreen)
            #expect(hasBox(on: other))
            try session.run("track", "subtitle", "off")
            #expect(isSeen(.green, on: other) && hasBox(on: other, false))
        }
    }

    /// Two processes, of which one hosts the broker, still know each other.
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func case116_twoPlayersSwapAfterTheyReturned(kind: CompositorKind) async throws {
        try await withSession(kind) { session, compositor in
            try session.play(["--fullscreen", "--id", "a", clip(.green)], expecting: ["a": .fullscreen])
            try session.play(["--pip", "--id", "b", clip(.red)], expecting: ["a": .fullscreen, "b": .pip])
            let other = try compositor.restarted {
                try session.wait(for: "a") { $0.connected == false }
                try session.wait(for: "b") { $0.connected == false }
            }
            defer { other.stop() }
            try session.waitForReturn(of: "a", as: .fullscreen)
            try session.waitForReturn(of: "b", as: .pip)
            #expect(isSeen(.green, on: other) && isSeen(.red, on: other))
            try session.run("swap")
            #expect(try session.player("a").mode == .pip)
            #expect(try session.player("b").mode == .fullscreen)
        }
    }

    /// A window that isn't seen returns too, and nothing starts by itself.
    @Test(.needs(.sway)) func case124_aHiddenWindowReturns() async throws {
        try await withSession(.sway) { session, compositor in
            try session.play(["--id", "a", clip(.green)], audio: "null", expecting: ["a": .window])
            let before = try PlayerReading("a", in: session)
            try compositor.swaymsg("workspace", "2")
            pause(.milliseconds(500), because: "a hidden window gets no frames meanwhile")
            let other = try compositor.restarted { try session.wait(for: "a") { $0.connected == false } }
            defer { other.stop() }
            try session.waitForReturn(of: "a", as: .window)
            #expect(isSeen(.green, on: other))
            let after = try PlayerReading("a", in: session)
            #expect(!after.status.paused && !after.status.pip.active)
            #expect(abs(after.drift(since: before)) <= PlayerReading.frame)
        }
    }

    @Test(.needs(.sway)) func case125_playbackPausesIfTheUserWantsThat() async throws {
        try await withSession(.sway, configuration: "[session]\non-disconnect = \"pause\"\n") { session, compositor in
            try session.play(["--id", "a", clip(.green)], expecting: ["a": .window])
            let other = try compositor.restarted {
                try session.wait(for: "a") { $0.connected == false && $0.paused }
            }
            defer { other.stop() }
            try session.waitForReturn(of: "a", as: .window)
            try session.wait(for: "a") { !$0.paused }
            #expect(isSeen(.green, on: other))
        }
    }
}
