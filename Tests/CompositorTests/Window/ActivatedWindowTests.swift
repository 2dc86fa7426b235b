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
        try await withTwoPlayers { session, focus in
            for name in ["a", "b", "a"] { try focus(name) }
            try session.pauseUntilPaused("a")
            #expect(try session.player("b").paused == false)
            try focus("b")
            try session.pauseUntilPaused("b")
        }
    }

    /// The overlay takes the picture from the active window; the window that comes back is activated anew.
    @Test(.needs(.sway)) func aWindowThatComesBackIsTheActiveOne() async throws {
        try await withTwoPlayers { session, focus in
            try focus("a")
            try session.run("toggle", "--player", "a")
            try session.wait(for: ["a": .pip])
            try focus("b")
            try session.run("restore", "--player", "a")
            try session.wait(for: ["a": .window])
            try focus("a")
            try session.pauseUntilPaused("a")
        }
    }

    /// Runs `body` with the players `a` and `b` in windows, and with a closure that gives a player's window the focus.
    private func withTwoPlayers(_ body: (OrielSession, (String) throws -> Void) throws -> Void) async throws {
        let clip = try OrielProgram.clip(.green, frames: 600, size: Size(width: 320, height: 180))
        try await withSession(.sway) { session, compositor in
            defer { session.stop() }
            var players: [String: ChildProcess] = [:]
            for name in ["a", "b"] {
                players[name] = try session.play(["--loop", "--id", name, clip], expecting: [name: .window])
            }
            try body(session) {
                try compositor.swaymsg("[pid=\(players[$0]?.pid ?? 0)] focus")
                pause(.milliseconds(200), because: "the player hears of it, and the broker of the player")
            }
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
