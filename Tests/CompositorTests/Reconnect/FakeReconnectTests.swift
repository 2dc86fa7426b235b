import Foundation
import OrielGeometry
import OrielPlatform
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import OrielWaylandProtocols
import Testing

/// Connections that the fake compositor ends and takes again.
@Suite struct FakeReconnectTests {
    /// Waits for the player's window, and maximises it.
    private func maximizedWindow(of session: FakeSession) throws -> FakeSurface {
        let window = try session.shown(.toplevel)
        session.fake.maximize(window.number)
        #expect(session.isOfSize(1280, 700, window.number))
        return window
    }

    /// A maximised window is maximised again, and has its former size afterwards.
    @Test func case114_aMaximisedWindowReturnsMaximised() throws {
        let session = try FakeSession()
        defer { session.stop() }
        let fake = session.fake
        let window = try maximizedWindow(of: session)
        fake.disconnectClients()
        let returned = try session.shown(.toplevel, after: window.number)
        #expect(returned.isMaximized)
        #expect(session.isOfSize(1280, 700, returned.number))
        // The compositor leaves the size to the client.
        fake.maximize(returned.number, false)
        #expect(session.isOfSize(window.size.width, window.size.height, returned.number))
    }

    /// A compositor that has seen the window only maximised suggests a size of its own once it no longer is (labwc).
    @Test func case114_theFormerSizeIsTakenWhateverIsSuggested() throws {
        let session = try FakeSession()
        defer { session.stop() }
        let fake = session.fake
        let window = try maximizedWindow(of: session)
        fake.disconnectClients()
        let returned = try session.shown(.toplevel, after: window.number)
        #expect(session.isOfSize(1280, 700, returned.number))
        fake.setRules { $0.windowSize = (1278, 692) }
        fake.maximize(returned.number, false)
        #expect(session.isOfSize(window.size.width, window.size.height, returned.number))
        // From now on the compositor's size counts.
        fake.maximize(returned.number)
        #expect(session.isOfSize(1280, 700, returned.number))
        fake.setRules { $0.windowSize = (1000, 600) }
        fake.maximize(returned.number, false)
        #expect(session.isOfSize(1000, 600, returned.number))
    }

    /// As after a loss, so after Picture in Picture.
    @Test func aMaximisedWindowReturnsMaximisedFromPictureInPicture() throws {
        let session = try FakeSession()
        defer { session.stop() }
        let fake = session.fake
        let window = try maximizedWindow(of: session)
        try session.run("toggle")
        let overlay = try session.shown(.layer)
        try session.run("toggle")
        let returned = try session.shown(.toplevel, after: overlay.number)
        #expect(returned.isMaximized)
        #expect(session.isOfSize(1280, 700, returned.number))
        fake.maximize(returned.number, false)
        #expect(session.isOfSize(window.size.width, window.size.height, returned.number))
    }

    /// A full screen that was maximised before is so again behind it.
    @Test func case114_aFullScreenReturnsWithTheMaximisedWindowBehindIt() throws {
        let session = try FakeSession()
        defer { session.stop() }
        let fake = session.fake
        let window = try maximizedWindow(of: session)
        fake.focusKeyboard(on: window.number)
        fake.press("f")
        #expect(session.isOfSize(1280, 720, window.number))
        fake.disconnectClients()
        let returned = try session.shown(.toplevel, after: window.number)
        #expect(returned.isMaximized && returned.wantsFullScreen)
        #expect(session.isOfSize(1280, 720, returned.number))
        fake.focusKeyboard(on: returned.number)
        fake.press("f")
        #expect(session.isOfSize(1280, 700, returned.number))
    }

    /// The socket is kept for the next compositor, which takes the waiting connection after three seconds.
    @Test func case121_aConnectionWaitsUntilItIsAccepted() throws {
        let session = try FakeSession()
        defer { session.stop() }
        let fake = session.fake
        let window = try session.shown(.toplevel)
        let begin = MonotonicClock.now
        fake.disconnectClients(answeringAfter: .seconds(3))
        let isLost = try wait(FakeSession.limit) { try session.status().connected == false }
        #expect(isLost)
        let waiting = try session.status()
        let answers = try stays(
            for: .seconds(1), because: "the player answers while it waits", every: .milliseconds(100)
        ) { try session.status().connected == false }
        #expect(answers && MonotonicClock.now - begin < .seconds(3))
        _ = try session.shown(.toplevel, after: window.number)
        let after = try session.status()
        #expect(after.connected == true && after.mode == .window && after.position > waiting.position + 1)
    }

    /// A connection that was passed on ends with the session: it can't be made again.
    @Test func case123_aConnectionThatWasPassedOnIsNotRenewed() throws {
        let fake = try FakeCompositor()
        let passing = """
            import os, socket, sys
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(os.environ["WAYLAND_DISPLAY"])
            connection.set_inheritable(True)
            os.environ["WAYLAND_SOCKET"] = str(connection.fileno())
            os.execv(sys.argv[1], sys.argv[1:])
            """
        let program = try Executable.built("oriel")
        let arguments = ["-c", passing, program, "play", "--audio", "none", try smallClip()]
        let session = FakeSession(fake, try fake.launch("python3", arguments))
        defer { session.stop() }
        let player = session.player
        _ = try session.shown(.toplevel)
        fake.disconnectClients()
        #expect(player.wait(.seconds(5)) == .code(0), "\(player.standardError)")
        let lines = player.standardError.split(separator: "\n")
        #expect(lines.count == 1 && lines.first?.contains("the player ends") == true, "\(lines)")
    }

    /// A crash that no configure comes before, and another one while the window returns.
    @Test func case120_lostBeforeTheFirstConfigureAndAgainWhileReturning() throws {
        let session = try FakeSession(rules: FakeRules { $0.configures = { $0.role != .toplevel } })
        defer { session.stop() }
        let fake = session.fake
        var last = 0
        for _ in 0..<3 {
            let isThere = fake.shows { $0.role == .toplevel && $0.number > last }
            #expect(isThere, "\(session.player.standardError)")
            last = fake.surfaces.map(\.number).max() ?? last
            fake.disconnectClients()
        }
        fake.setRules { $0.configures = { _ in true } }
        _ = try session.shown(.toplevel, after: last)
        #expect(session.player.isRunning)
    }

    /// The compositor may crash at a request of the player's, which isn't repeated for ever.
    @Test func case120_aCompositorThatCrashesEachTimeIsLeftAlone() throws {
        let session = try FakeSession(rules: FakeRules { $0.configures = { $0.role != .toplevel } })
        defer { session.stop() }
        let fake = session.fake
        var (last, crashes) = (0, 0)
        while session.player.isRunning, crashes < 20 {
            let isThere = fake.shows(within: .seconds(3)) { $0.role == .toplevel && $0.number > last }
            guard isThere else { break }
            last = fake.surfaces.map(\.number).max() ?? last
            crashes += 1
            fake.disconnectClients()
        }
        #expect(session.player.wait(FakeSession.limit) == .code(0), "\(session.player.standardError)")
        #expect(crashes == 6)
    }

    /// The two processes of a swap notice a death at different times. The window that the one without a compositor was
    /// asked for meanwhile is shown by the next one.
    @Test func case119_aWindowAskedForWithoutACompositorIsShownByTheNext() throws {
        let session = try FakeSession(["--pip"])
        defer { session.stop() }
        _ = try session.shown(.layer)
        // The overlay that takes the place isn't presented for T_present: the window is asked for a second after its
        // frame.
        var rules = FakeRules()
        rules.frames = { $0.role != .layer }
        rules.feedback = { $0.role == .layer ? .withheld : .presented }
        let other = try FakeCompositor(rules: rules)
        defer { other.stop() }
        let arguments = [
            "WAYLAND_DISPLAY=\(other.socket)", try Executable.built("oriel"), "play", "--audio", "none", "--id", "b",
            try smallClip(),
        ]
        let peer = try session.fake.launch("env", arguments)
        defer { peer.stop(grace: .zero) }
        _ = try FakeSession(other, peer).shown(.toplevel)
        let swap = try session.fake.launch(Executable.built("oriel"), ["swap"])
        session.fake.disconnectClients(answeringAfter: .milliseconds(500))
        let window = try session.shown(.toplevel)
        #expect(window.isMapped && session.player.isRunning)
        #expect(swap.wait(FakeSession.limit) == .code(0), "\(swap.standardError)")
        let status = try JSONDecoder().decode(SessionStatus.self, from: Data(session.run("status", "--json").utf8))
        #expect(Dictionary(uniqueKeysWithValues: status.players.map { ($0.id, $0.mode) }) == ["a": .window, "b": .pip])
    }

    /// A hand drags the overlay when the compositor goes: it returns where it was, and nothing was closed.
    @Test func case118_aDragIsCancelled() throws {
        let session = try FakeSession(["--pip"])
        defer { session.stop() }
        let fake = session.fake
        let overlay = try session.shown(.layer)
        fake.movePointer(over: overlay.number, x: 100, y: 50)
        fake.button(.left, pressed: true)
        fake.movePointer(over: overlay.number, x: 40, y: 50)
        let isDragged = fake.shows { $0.number == overlay.number && $0.margins != overlay.margins }
        #expect(isDragged)
        fake.disconnectClients()
        let returned = try session.shown(.layer, after: overlay.number)
        #expect(returned.margins == overlay.margins && returned.size == overlay.size)
        #expect(session.player.isRunning)
        // The new overlay is under no hand.
        fake.movePointer(over: returned.number, x: 10, y: 10)
        fake.movePointer(over: returned.number, x: 60, y: 60)
        try session.run("move", "top-left")
        #expect(fake.shows { $0.anchor == [.top, .left] })
    }

    /// A request that the compositor refuses is this program's fault: one is survived.
    @Test func case126_aSecondProtocolErrorEndsThePlayer() throws {
        let session = try FakeSession()
        defer { session.stop() }
        let fake = session.fake
        let window = try session.shown(.toplevel)
        fake.refuse(window.number)
        let second = try session.shown(.toplevel, after: window.number)
        fake.refuse(second.number)
        #expect(session.player.wait(FakeSession.limit) == .code(1), "\(session.player.standardError)")
        #expect(session.player.standardError.contains("refused by the test"), "\(session.player.standardError)")
    }

    @Test func case115_theOutputThatComesLaterGetsItsOverlay() throws {
        var offer = FakeOffer()
        offer.outputs.append(FakeOffer.Output(name: "FAKE-2", x: 1280))
        let session = try FakeSession(["--pip"], offer: offer)
        defer { session.stop() }
        let fake = session.fake
        let overlay = try session.shown(.layer)
        try session.run("move", "FAKE-2")
        let moved = try session.shown(.layer, after: overlay.number)
        fake.disconnectClients(without: "FAKE-2")
        let returned = try session.shown(.layer, after: moved.number)
        fake.addOutput(FakeOffer.Output(name: "FAKE-2", x: 1280))
        _ = try session.shown(.layer, after: returned.number)
        #expect(session.player.isRunning)
    }

    /// An output that comes within a second has its overlay at once, and no other output has it before.
    @Test func case115_theOverlayWaitsForItsOutput() throws {
        var offer = FakeOffer()
        offer.outputs.append(FakeOffer.Output(name: "FAKE-2", x: 1280))
        let session = try FakeSession(["--pip"], offer: offer)
        defer { session.stop() }
        let fake = session.fake
        let overlay = try session.shown(.layer)
        try session.run("move", "FAKE-2")
        let moved = try session.shown(.layer, after: overlay.number)
        fake.disconnectClients(without: "FAKE-2")
        let isAwaited = stays(for: .milliseconds(400), because: "it waits for a second, from its first attempt") {
            !fake.surfaces.contains { $0.role == .layer && $0.number > moved.number }
        }
        #expect(isAwaited)
        fake.addOutput(FakeOffer.Output(name: "FAKE-2", x: 1280))
        let returned = try session.shown(.layer, after: moved.number)
        let isAlone = stays(for: .milliseconds(1500), because: "a move to the output would have begun") {
            fake.surfaces.filter { $0.role == .layer }.map(\.number) == [returned.number]
        }
        #expect(isAlone, "\(fake.surfaces)")
        let status = try session.status()
        #expect(status.placement?.output == "FAKE-2", "\(String(describing: status.placement))")
    }
}
