import Glibc
import OrielGeometry
import OrielRemoteControl
import OrielTestSupport
import Testing

/// The frame that chooses a part, when hands and keys come faster than it is drawn: the player is stopped meanwhile,
/// and reads all at once.
@Suite struct FakeCropTests {
    private func withWindow(_ body: (FakeSession, FakeCompositor, FakeSurface) throws -> Void) throws {
        let session = try FakeSession(["--paused", "--fullscreen"], offer: FakeOffer { $0.hasSubcompositor = true })
        defer { session.stop() }
        let window = try session.shown(.toplevel, commits: 1)
        #expect(session.isOfSize(1280, 720, window.number), "\(session.fake.surfaces)")
        let hasPicture = try wait(.seconds(20)) { try session.status().frames.presented > 0 }
        #expect(hasPicture)
        session.fake.focusKeyboard(on: window.number)
        try body(session, session.fake, window)
    }

    private func crop(_ session: FakeSession) throws -> Rect? {
        var crop: Rect?
        _ = try wait(.seconds(10)) {
            crop = try session.status().crop
            return crop != nil
        }
        return crop
    }

    @Test func aHandThatComesBeforeItIsDrawnMovesItsEdge() throws {
        try withWindow { session, fake, window in
            session.player.send(SIGSTOP)
            fake.press("c")
            fake.movePointer(over: window.number, x: 1278, y: 718)
            fake.button(.left, pressed: true)
            fake.movePointer(over: window.number, x: 640, y: 360)
            fake.button(.left, pressed: false)
            fake.press("Return")
            session.player.send(SIGCONT)
            let (found, status) = (try crop(session), try session.status())
            let crop = try #require(found, "\(status) \(session.player.standardError)")
            #expect(crop.x == 0 && crop.y == 0 && abs(crop.width - 321) < 4 && abs(crop.height - 181) < 4, "\(crop)")
        }
    }

    @Test func keysThatComeBeforeItIsDrawnActOnIt() throws {
        try withWindow { session, fake, _ in
            session.player.send(SIGSTOP)
            fake.press("c")
            for _ in 1...25 { fake.press("Left", modifiers: ["Shift"]) }
            fake.press("Return")
            session.player.send(SIGCONT)
            let crop = try #require(try crop(session))
            #expect(crop.width == 480, "\(crop)")
        }
    }
}
