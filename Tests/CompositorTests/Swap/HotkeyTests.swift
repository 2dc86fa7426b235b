import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

@Suite(.serialized) struct HotkeyTests {
    /// The literal output of `oriel bind sway` is the compositor's configuration.
    @Test(.needs(.sway)) func theBoundHotkeysWorkWithAnotherClientFocused() async throws {
        let program = try OrielProgram()
        let a = try OrielProgram.clip(.green, frames: 1500)
        let b = try OrielProgram.clip(.red, frames: 1500)
        let bind = try ChildProcess(program.path, ["bind", "sway"])
        #expect(bind.wait(.seconds(5)) == .code(0))
        let configuration = HeadlessCompositor.Configuration(.sway, text: bind.standardOutput)
        try await withSession(configuration, program) { session, compositor in
            try session.play(["--id", "a", a], expecting: ["a": .window])
            try session.play(["--id", "b", b], expecting: ["b": .window])
            let other = try TestSurface(.fullScreen, size: .zero, socket: compositor.socket) { _ in .plain(0) }
            defer { other.stop() }
            #expect(other.waitForCommits(.seconds(5), count: 1))
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            try keyboard.press("Super+i")
            try session.wait(for: ["a": .window, "b": .pip])
            try keyboard.press("Super+Shift+i")
            try session.wait(for: ["a": .pip, "b": .window])
            try keyboard.press("Super+i")
            try session.wait(for: ["a": .window, "b": .window])
        }
    }

    @Test(.needs(.phoc)) func theFocusedKeysDoTheSameAsTheCommands() async throws {
        let a = try OrielProgram.clip(.green, frames: 1500)
        let b = try OrielProgram.clip(.red, frames: 1500)
        try await withSession(.phoc) { session, compositor in
            // Before the window is there, which so has the focus with its first frame.
            let keyboard = try VirtualKeyboard(socket: compositor.socket)
            try session.play(["--id", "a", "--id", "b", a, b], expecting: ["a": .window, "b": .pip])
            try keyboard.press("s")
            try session.wait(for: ["a": .pip, "b": .window])
            try keyboard.press("f")
            try session.wait(for: ["a": .pip, "b": .fullscreen])
            try keyboard.press("Escape")
            try session.wait(for: ["a": .pip, "b": .window])
            try keyboard.press("space")
            try session.wait(for: "b") { $0.paused }
            let before = try session.player("b").position
            try keyboard.press("Right")
            try session.wait(for: "b") { abs($0.position - before - 5) < 0.1 }
            try keyboard.press("q")
            // Another player's answer: the one that ended says nothing any more.
            #expect(try wait(.seconds(20)) { try session.status().map(\.id) == ["a"] })
        }
    }
}
