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
    private static let limit = Duration.seconds(20)
    private let clip = StampedClip(stream: .green, size: Size(width: 640, height: 360), frames: 900)

    private func play(on fake: FakeCompositor, _ options: [String] = []) throws -> ChildProcess {
        try fake.launch(
            Executable.built("oriel"), ["play", "--audio", "none", "--id", "a"] + options + [clip.file()])
    }

    /// Waits for a mapped surface of a role, beyond a number, that shows frames.
    private func shown(
        _ role: FakeSurface.Role, after number: Int = 0, on fake: FakeCompositor, _ player: ChildProcess
    ) throws -> FakeSurface {
        var found: FakeSurface?
        let isShown = fake.wait(Self.limit) { surfaces, _ in
            found = surfaces.first { $0.role == role && $0.number > number && $0.isMapped && $0.commits >= 3 }
            return found != nil
        }
        #expect(isShown, "\(fake.surfaces); \(player.standardError)")
        return try #require(found)
    }

    private func run(_ arguments: String..., on fake: FakeCompositor) throws {
        let command = try fake.launch(Executable.built("oriel"), arguments)
        #expect(command.wait(Self.limit) == .code(0), "\(arguments): \(command.standardError)")
    }

    /// Waits for a window to be of a size.
    private func isOfSize(_ width: Int, _ height: Int, _ number: Int, on fake: FakeCompositor) -> Bool {
        fake.wait(Self.limit) { surfaces, _ in
            surfaces.contains { $0.number == number && $0.size == Size(width: width, height: height) }
        }
    }

    /// A maximised window is maximised again, and has its former size afterwards.
    @Test func case114_aMaximisedWindowReturnsMaximised() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let player = try play(on: fake)
        defer { player.stop(grace: .zero) }
        let window = try shown(.toplevel, on: fake, player)
        fake.maximize(window.number)
        #expect(isOfSize(1280, 700, window.number, on: fake))
        fake.disconnectClients()
        let returned = try shown(.toplevel, after: window.number, on: fake, player)
        #expect(returned.isMaximized)
        #expect(isOfSize(1280, 700, returned.number, on: fake))
        // The compositor leaves the size to the client.
        fake.maximize(returned.number, false)
        #expect(isOfSize(window.size.width, window.size.height, returned.number, on: fake))
    }

    /// A compositor that has seen the window only maximised suggests a size of its own once it no longer is (labwc).
    @Test func case114_theFormerSizeIsTakenWhateverIsSuggested() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let player = try play(on: fake)
        defer { player.stop(grace: .zero) }
        let window = try shown(.toplevel, on: fake, player)
        fake.maximize(window.number)
        #expect(isOfSize(1280, 700, window.number, on: fake))
        fake.disconnectClients()
        let returned = try shown(.toplevel, after: window.number, on: fake, player)
        #expect(isOfSize(1280, 700, returned.number, on: fake))
        fake.setRules { $0.windowSize = (1278, 692) }
        fake.maximize(returned.number, false)
        #expect(isOfSize(window.size.width, window.size.height, returned.number, on: fake))
        // From now on the compositor's size counts.
        fake.maximize(returned.number)
        #expect(isOfSize(1280, 700, returned.number, on: fake))
        fake.setRules { $0.windowSize = (1000, 600) }
        fake.maximize(returned.number, false)
        #expect(isOfSize(1000, 600, returned.number, on: fake))
    }

    /// As after a loss, so after Picture in Picture.
    @Test func aMaximisedWindowReturnsMaximisedFromPictureInPicture() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let player = try play(on: fake)
        defer { player.stop(grace: .zero) }
        let window = try shown(.toplevel, on: fake, player)
        fake.maximize(window.number)
        #expect(isOfSize(1280, 700, window.number, on: fake))
        try run("toggle", on: fake)
        let overlay = try shown(.layer, on: fake, player)
        try run("toggle", on: fake)
        let returned = try shown(.toplevel, after: overlay.number, on: fake, player)
        #expect(returned.isMaximized)
        #expect(isOfSize(1280, 700, returned.number, on: fake))
        fake.maximize(returned.number, false)
        #expect(isOfSize(window.size.width, window.size.height, returned.number, on: fake))
    }

    /// A full screen that was maximised before is so again behind it.
    @Test func case114_aFullScreenReturnsWithTheMaximisedWindowBehindIt() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let player = try play(on: fake)
        defer { player.stop(grace: .zero) }
        let window = try shown(.toplevel, on: fake, player)
        fake.maximize(window.number)
        #expect(isOfSize(1280, 700, window.number, on: fake))
        fake.focusKeyboard(on: window.number)
        fake.press("f")
        #expect(isOfSize(1280, 720, window.number, on: fake))
        fake.disconnectClients()
        let returned = try shown(.toplevel, after: window.number, on: fake, player)
        #expect(returned.isMaximized && returned.wantsFullScreen)
        #expect(isOfSize(1280, 720, returned.number, on: fake))
        fake.focusKeyboard(on: returned.number)
        fake.press("f")
        #expect(isOfSize(1280, 700, returned.number, on: fake))
    }

    /// The socket is kept for the next compositor, which takes the waiting connection after three seconds.
    @Test func case121_aConnectionWaitsUntilItIsAccepted() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let player = try play(on: fake)
        defer { player.stop(grace: .zero) }
        let window = try shown(.toplevel, on: fake, player)
        let begin = MonotonicClock.now
        fake.disconnectClients(answeringAfter: .seconds(3))
        let isLost = try wait(Self.limit) { try status(on: fake).connected == false }
        #expect(isLost)
        let waiting = try status(on: fake)
        let answers = try stays(
            for: .seconds(1), because: "the player answers while it waits", every: .milliseconds(100)
        ) { try status(on: fake).connected == false }
        #expect(answers && MonotonicClock.now - begin < .seconds(3))
        _ = try shown(.toplevel, after: window.number, on: fake, player)
        let after = try status(on: fake)
        #expect(after.connected == true && after.mode == .window && after.position > waiting.position + 1)
    }

    /// The player's status.
    private func status(on fake: FakeCompositor) throws -> PlayerStatus {
        let command = try fake.launch(Executable.built("oriel"), ["status", "--json"])
        #expect(command.wait(Self.limit) == .code(0), "\(command.standardError)")
        let session = try JSONDecoder().decode(SessionStatus.self, from: Data(command.standardOutput.utf8))
        return try #require(session.players.first)
    }

    /// A connection that was passed on ends with the session: it can't be made again.
    @Test func case123_aConnectionThatWasPassedOnIsNotRenewed() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let passing = """
            import os, socket, sys
            connection = socket.socket(socket.AF_UNIX)
            connection.connect(os.environ["WAYLAND_DISPLAY"])
            connection.set_inheritable(True)
            os.environ["WAYLAND_SOCKET"] = str(connection.fileno())
            os.execv(sys.argv[1], sys.argv[1:])
            """
        let arguments = ["-c", passing, try Executable.built("oriel"), "play", "--audio", "none", try clip.file()]
        let player = try fake.launch("python3", arguments)
        defer { player.stop(grace: .zero) }
        _ = try shown(.toplevel, on: fake, player)
        fake.disconnectClients()
        #expect(player.wait(.seconds(5)) == .code(0), "\(player.standardError)")
        let lines = player.standardError.split(separator: "\n")
        #expect(lines.count == 1 && lines.first?.contains("the player ends") == true, "\(lines)")
    }

    /// A crash that no configure comes before, and another one while the window returns.
    @Test func case120_lostBeforeTheFirstConfigureAndAgainWhileReturning() throws {
        var rules = FakeRules()
        rules.configures = { $0.role != .toplevel }
        let fake = try FakeCompositor(rules: rules)
        defer { fake.stop() }
        let player = try play(on: fake)
        defer { player.stop(grace: .zero) }
        var last = 0
        for _ in 0..<3 {
            let isThere = fake.wait(Self.limit) { surfaces, _ in
                surfaces.contains { $0.role == .toplevel && $0.number > last }
            }
            #expect(isThere, "\(player.standardError)")
            last = fake.surfaces.map(\.number).max() ?? last
            fake.disconnectClients()
        }
        fake.setRules { $0.configures = { _ in true } }
        _ = try shown(.toplevel, after: last, on: fake, player)
        #expect(player.isRunning)
    }

    /// The compositor may crash at a request of the player's, which isn't repeated for ever.
    @Test func case120_aCompositorThatCrashesEachTimeIsLeftAlone() throws {
        var rules = FakeRules()
        rules.configures = { $0.role != .toplevel }
        let fake = try FakeCompositor(rules: rules)
        defer { fake.stop() }
        let player = try play(on: fake)
        defer { player.stop(grace: .zero) }
        var (last, crashes) = (0, 0)
        while player.isRunning, crashes < 20 {
            let isThere = fake.wait(.seconds(3)) { surfaces, _ in
                surfaces.contains { $0.role == .toplevel && $0.number > last }
            }
            guard isThere else { break }
            last = fake.surfaces.map(\.number).max() ?? last
            crashes += 1
            fake.disconnectClients()
        }
        #expect(player.wait(Self.limit) == .code(0), "\(player.standardError)")
        #expect(crashes == 6)
    }

    /// A hand drags the overlay when the compositor goes: it returns where it was, and nothing was closed.
    @Test func case118_aDragIsCancelled() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let player = try play(on: fake, ["--pip"])
        defer { player.stop(grace: .zero) }
        let overlay = try shown(.layer, on: fake, player)
        fake.movePointer(over: overlay.number, x: 100, y: 50)
        fake.button(.left, pressed: true)
        fake.movePointer(over: overlay.number, x: 40, y: 50)
        let isDragged = fake.wait(Self.limit) { surfaces, _ in
            surfaces.contains { $0.number == overlay.number && $0.margins != overlay.margins }
        }
        #expect(isDragged)
        fake.disconnectClients()
        let returned = try shown(.layer, after: overlay.number, on: fake, player)
        #expect(returned.margins == overlay.margins && returned.size == overlay.size)
        #expect(player.isRunning)
        // The new overlay is under no hand.
        fake.movePointer(over: returned.number, x: 10, y: 10)
        fake.movePointer(over: returned.number, x: 60, y: 60)
        try run("move", "top-left", on: fake)
        #expect(fake.wait(Self.limit) { surfaces, _ in surfaces.contains { $0.anchor == [.top, .left] } })
    }

    /// A request that the compositor refuses is this program's fault: one is survived.
    @Test func case126_aSecondProtocolErrorEndsThePlayer() throws {
        let fake = try FakeCompositor()
        defer { fake.stop() }
        let player = try play(on: fake)
        defer { player.stop(grace: .zero) }
        let window = try shown(.toplevel, on: fake, player)
        fake.refuse(window.number)
        let second = try shown(.toplevel, after: window.number, on: fake, player)
        fake.refuse(second.number)
        #expect(player.wait(Self.limit) == .code(1), "\(player.standardError)")
        #expect(player.standardError.contains("refused by the test"), "\(player.standardError)")
    }

    @Test func case115_theOutputThatComesLaterGetsItsOverlay() throws {
        var offer = FakeOffer()
        offer.outputs.append(FakeOffer.Output(name: "FAKE-2", x: 1280))
        let fake = try FakeCompositor(offer)
        defer { fake.stop() }
        let player = try play(on: fake, ["--pip"])
        defer { player.stop(grace: .zero) }
        let overlay = try shown(.layer, on: fake, player)
        try run("move", "FAKE-2", on: fake)
        let moved = try shown(.layer, after: overlay.number, on: fake, player)
        fake.disconnectClients(without: "FAKE-2")
        let returned = try shown(.layer, after: moved.number, on: fake, player)
        fake.addOutput(FakeOffer.Output(name: "FAKE-2", x: 1280))
        _ = try shown(.layer, after: returned.number, on: fake, player)
        #expect(player.isRunning)
    }

    /// An output that comes within a second has its overlay at once, and no other output has it before.
    @Test func case115_theOverlayWaitsForItsOutput() throws {
        var offer = FakeOffer()
        offer.outputs.append(FakeOffer.Output(name: "FAKE-2", x: 1280))
        let fake = try FakeCompositor(offer)
        defer { fake.stop() }
        let player = try play(on: fake, ["--pip"])
        defer { player.stop(grace: .zero) }
        let overlay = try shown(.layer, on: fake, player)
        try run("move", "FAKE-2", on: fake)
        let moved = try shown(.layer, after: overlay.number, on: fake, player)
        fake.disconnectClients(without: "FAKE-2")
        let isAwaited = stays(for: .milliseconds(400), because: "it waits for a second, from its first attempt") {
            !fake.surfaces.contains { $0.role == .layer && $0.number > moved.number }
        }
        #expect(isAwaited)
        fake.addOutput(FakeOffer.Output(name: "FAKE-2", x: 1280))
        let returned = try shown(.layer, after: moved.number, on: fake, player)
        let isAlone = stays(for: .milliseconds(1500), because: "a move to the output would have begun") {
            fake.surfaces.filter { $0.role == .layer }.map(\.number) == [returned.number]
        }
        #expect(isAlone, "\(fake.surfaces)")
        let status = try status(on: fake)
        #expect(status.placement?.output == "FAKE-2", "\(String(describing: status.placement))")
    }
}
