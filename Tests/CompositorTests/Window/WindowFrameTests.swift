import OrielGeometry
import OrielRemoteControl
import OrielTestSupport
import Testing

/// Windows where the compositor draws no frame, as on GNOME and weston: their buttons are among the controls.
@Suite struct WindowFrameTests {
    private func session(hasDecorations: Bool = false) throws -> FakeSession {
        var offer = FakeOffer()
        offer.hasSubcompositor = true
        if !hasDecorations { offer.missing = ["zxdg_decoration_manager_v1"] }
        return try FakeSession(["--paused"], offer: offer)
    }

    /// Clicks on a button of the upper right corner, from 1.
    private func click(_ number: Int, on window: FakeSurface, _ session: FakeSession) {
        let place = Double(window.size.width - 40 * number + 20)
        session.fake.movePointer(over: window.number, x: place - 200, y: 100)
        session.fake.movePointer(over: window.number, x: place, y: 20)
        session.fake.button(.left, pressed: true)
        session.fake.button(.left, pressed: false)
    }

    private func asks(_ request: String, _ session: FakeSession) -> Bool {
        session.fake.wait(.seconds(10)) { _, events in events.contains { $0.kind == .asked(request) } }
    }

    @Test func theWindowHasItsButtons() throws {
        let session = try session()
        defer { session.stop() }
        let window = try session.shown(.toplevel, commits: 1)
        // The first frame comes before the window has something to press.
        #expect(try wait(.seconds(10)) { try session.status().frames.presented > 0 })
        click(3, on: window, session)
        #expect(asks("set_minimized", session))
        click(2, on: window, session)
        #expect(asks("set_maximized", session))
        let isLarge = session.fake.shows(within: .seconds(10)) {
            $0.number == window.number && $0.size.width > window.size.width
        }
        #expect(isLarge)
        let large = try #require(session.fake.surfaces.first { $0.number == window.number })
        click(2, on: large, session)
        #expect(asks("unset_maximized", session))
        click(1, on: window, session)
        #expect(session.player.wait(.seconds(10)) == .code(0), "\(session.player.standardError)")
    }

    @Test func aWindowWithAFrameHasNone() throws {
        let session = try session(hasDecorations: true)
        defer { session.stop() }
        let window = try session.shown(.toplevel, commits: 1)
        #expect(try wait(.seconds(10)) { try session.status().frames.presented > 0 })
        for number in 1...3 { click(number, on: window, session) }
        // A click on the picture changes nothing either; the status shows that the player has seen them.
        _ = try session.run("status")
        #expect(!session.fake.events.contains { [.asked("set_minimized"), .asked("set_maximized")].contains($0.kind) })
        #expect(session.player.isRunning)
    }
}
