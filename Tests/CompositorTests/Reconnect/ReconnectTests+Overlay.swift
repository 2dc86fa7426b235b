import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// Overlays.
extension ReconnectTests {
    @Test(.needs(.sway, .phoc), arguments: CompositorKind.wlroots)
    func case115_anOverlayReturnsAtItsPlace(kind: CompositorKind) async throws {
        try await withSession(kind) { session, compositor in
            try session.play(["--pip", "--id", "a", clip(.green)], expecting: ["a": .pip])
            try session.run("resize", "400x225")
            try session.run("move", "top-left")
            try session.run("lock")
            let before = try session.player("a")
            #expect(before.pip.locked && before.placement?.corner == .topLeft)
            let other = try compositor.restarted {
                try session.wait(for: "a") { $0.connected == false }
                let meanwhile = try session.player("a")
                #expect(meanwhile.mode == .hidden && meanwhile.pip.active && meanwhile.pip.suspended)
                #expect(!meanwhile.paused)
            }
            defer { other.stop() }
            try session.waitForReturn(of: "a", as: .pip)
            #expect(isSeen(.green, on: other))
            try session.wait(for: "a") { !$0.pip.suspended }
            let after = try session.player("a")
            #expect(after.placement == before.placement)
            #expect(after.pip.locked && after.pip.active && !after.paused)
            try session.run("restore")
            #expect(try session.player("a").mode == .window)
            #expect(isSeen(.green, on: other))
        }
    }

    /// Without a layer shell the overlay is a window.
    @Test(.needs(.weston)) func case115_anOverlayThatIsAWindowReturns() async throws {
        try await withSession(.weston) { session, compositor in
            try session.play(["--pip", "--id", "a", clip(.green)], expecting: ["a": .pip])
            try session.run("resize", "400x225")
            try session.wait(for: "a") { $0.placement?.size == [400, 225] }
            let other = try compositor.restarted { try session.wait(for: "a") { $0.connected == false } }
            defer { other.stop() }
            try session.waitForReturn(of: "a", as: .pip)
            #expect(isSeen(.green, on: other))
            let after = try session.player("a")
            #expect(after.surface == .toplevel && after.placement?.size == [400, 225])
            #expect(after.pip.active && !after.paused)
        }
    }

    @Test(.needs(.sway)) func case115_aStashedOverlayReturnsStashed() async throws {
        try await withSession(.sway) { session, compositor in
            try session.play(["--pip", "--id", "a", clip(.green)], expecting: ["a": .pip])
            try session.run("stash")
            let before = try session.player("a")
            #expect(before.pip.stashed)
            let other = try compositor.restarted { try session.wait(for: "a") { $0.connected == false } }
            defer { other.stop() }
            try session.waitForReturn(of: "a", as: .pip)
            let after = try session.player("a")
            #expect(after.pip.stashed && after.placement == before.placement)
            try session.run("unstash")
            #expect(try !session.player("a").pip.stashed)
            #expect(isSeen(.green, on: other))
        }
    }
}
