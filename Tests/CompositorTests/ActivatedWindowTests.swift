import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// A command without a player's name, on a seat without a keyboard: it goes to the player whose window the compositor
/// activated last (`xdg_toplevel`'s *activated*).
@Suite(.serialized) struct ActivatedWindowTests {
    /// Headless sway has no keyboard unless a client makes a virtual one.
    @Test(.needs(.sway)) func aCommandGoesToTheWindowThatWasActivatedLast() async throws {
        let program = try OrielProgram()
        let clip = try program.clip(.green, frames: 600, size: Size(width: 320, height: 180))
        try await withCompositor(.sway) { compositor in
            let session = OrielSession(compositor, program)
            defer { session.stop() }
            let a = try session.play(["--loop", "--id", "a", clip], expecting: ["a": .window])
            let b = try session.play(["--loop", "--id", "b", clip], expecting: ["a": .window, "b": .window])
            for window in [a, b, a] { try compositor.swaymsg("[pid=\(window.pid)] focus") }
            try session.pauseUntilPaused("a")
            #expect(try session.player("b").paused == false)
            try compositor.swaymsg("[pid=\(b.pid)] focus")
            try session.pauseUntilPaused("b")
        }
    }

    /// The overlay takes the picture from the active window; the window that comes back is activated anew.
    @Test(.needs(.sway)) func aWindowThatComesBackIsTheActiveOne() async throws {
        let program = try OrielProgram()
        let clip = try program.clip(.green, frames: 600, size: Size(width: 320, height: 180))
        try await withCompositor(.sway) { compositor in
            let session = OrielSession(compositor, program)
            defer { session.stop() }
            let a = try session.play(["--loop", "--id", "a", clip], expecting: ["a": .window])
            let b = try session.play(["--loop", "--id", "b", clip], expecting: ["a": .window, "b": .window])
            try compositor.swaymsg("[pid=\(a.pid)] focus")
            try session.run("toggle", "--player", "a")
            try session.wait(for: ["a": .pip])
            try compositor.swaymsg("[pid=\(b.pid)] focus")
            try session.run("restore", "--player", "a")
            try session.wait(for: ["a": .window])
            try compositor.swaymsg("[pid=\(a.pid)] focus")
            try session.pauseUntilPaused("a")
        }
    }
}

extension OrielSession {
    /// Runs `oriel pause` without a name, and waits until this player is paused.
    fileprivate func pauseUntilPaused(_ name: String) throws {
        try run("pause")
        try wait(for: name) { $0.paused }
    }
}
