import Foundation
import OrielGeometry
import OrielRemoteControl
import OrielStamps
import OrielTestSupport
import Testing

/// `oriel play` and `oriel bind portal` with the desktop's global shortcuts, on a private bus with a portal that tests
/// stand in for, in the fake compositor.
@Suite(.serialized, .needs(program: "dbus-daemon"), .needs(program: "gdbus"))
struct GlobalShortcutsTests {
    private let bus: MessageBus
    private let fake: FakeCompositor
    private let oriel: String
    private let home: TemporaryFolder
    private let clip = StampedClip(stream: .green, size: Size(width: 640, height: 360), frames: 1800)

    init() throws {
        bus = try MessageBus()
        fake = try FakeCompositor()
        oriel = try Executable.built("oriel")
        home = try TemporaryFolder()
    }

    private func end() {
        fake.stop()
        bus.stop()
        home.remove()
    }

    private var environment: [String: String] {
        [
            "DBUS_SESSION_BUS_ADDRESS": bus.address, "XDG_STATE_HOME": "\(home.path)/state",
            "XDG_CONFIG_HOME": "\(home.path)/config",
        ]
    }

    private func configure(_ text: String) throws {
        let folder = "\(home.path)/config/oriel"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try Data(text.utf8).write(to: URL(filePath: "\(folder)/config.toml"))
    }

    private func play(_ name: String, _ options: [String] = []) throws -> ChildProcess {
        let player = try fake.launch(
            oriel, ["play", "--audio", "none", "--loop", "--id", name] + options + [clip.file()],
            environment: environment)
        let isThere = try wait(.seconds(20), every: .milliseconds(50)) { try status(name) != nil }
        #expect(isThere, "\(player.standardError)")
        return player
    }

    private func run(_ arguments: String...) throws -> (exit: ChildProcess.Exit?, out: String, error: String) {
        let child = try fake.launch(oriel, arguments, environment: environment)
        let exit = child.wait(.seconds(20))
        return (exit, child.standardOutput, child.standardError)
    }

    private func status(_ name: String) throws -> PlayerStatus? { try fake.players().first { $0.id == name } }

    private func eventually(_ name: String, _ isSo: (PlayerStatus) -> Bool) throws -> Bool {
        try wait(.seconds(10), every: .milliseconds(50)) { try status(name).map(isSo) ?? false }
    }

    private static func binds(_ calls: [String]) -> Int { calls.count { $0.hasPrefix("BindShortcuts ") } }

    /// Names of the shortcuts and the keys that are proposed: desktops keep the user's keys under these names.
    @Test func theNamesNeverChange() throws {
        defer { end() }
        let portal = try StandInPortal(.front, at: bus.address)
        defer { portal.stop() }
        let answer = try run("bind", "portal")
        #expect(answer.exit == .code(0), "\(answer.error)")
        let calls = [
            "Register oriel", "Get GlobalShortcuts version", "CreateSession",
            "BindShortcuts toggle-pip=LOGO+i swap=SHIFT+LOGO+i play-pause= seek-backward= seek-forward= mute= "
                + "next= previous= focus= peek=",
        ]
        #expect(portal.wait { $0.starts(with: calls) }, "\(portal.calls)")
        #expect(answer.out.contains("toggle-pip     Super+i\n"))
    }

    @Test func onlyTheUsersWishBindsThem() throws {
        defer { end() }
        let portal = try StandInPortal(.front, at: bus.address)
        defer { portal.stop() }
        let player = try play("a")
        defer { player.stop() }
        #expect(try run("doctor").out.contains("none bound by the desktop's portal, version 2"))
        #expect(!portal.wait(.milliseconds(500)) { $0.contains("CreateSession") })
        // The player that runs binds them once the user has asked.
        #expect(try run("bind", "portal").exit == .code(0))
        #expect(portal.wait { Self.binds($0) == 2 }, "\(portal.calls)")
        #expect(try run("doctor").out.contains("toggle-pip (Super+i), by the desktop's portal, version 2"))
        try portal.activate("play-pause")
        #expect(try eventually("a") { $0.paused })
        try portal.activate("toggle-pip")
        #expect(try eventually("a") { $0.mode == .pip })
        // Again: the desktop shows its settings.
        let again = try run("bind", "portal")
        #expect(again.exit == .code(0) && again.out.contains("shows its settings"))
        #expect(portal.wait { $0.contains("ConfigureShortcuts") }, "\(portal.calls)")
    }

    /// The broker's process holds the session, for the players of all; another one takes over from it.
    @Test func oneProcessHoldsTheSessionForAll() throws {
        defer { end() }
        try configure("[keys]\nglobal = true\n")
        let portal = try StandInPortal(.front, at: bus.address)
        defer { portal.stop() }
        let first = try play("a", ["--pip"])
        #expect(portal.wait { Self.binds($0) == 1 }, "\(portal.calls)")
        let second = try play("b")
        defer { second.stop() }
        #expect(!portal.wait(.milliseconds(500)) { Self.binds($0) > 1 })
        try portal.activate("swap")
        #expect(try eventually("b") { $0.mode == .pip })
        #expect(try eventually("a") { $0.mode == .window })
        first.stop(grace: .zero)
        #expect(portal.wait { Self.binds($0) == 2 }, "\(portal.calls)")
        try portal.activate("play-pause")
        #expect(try eventually("b") { $0.paused })
    }

    /// The key's token raises the window that comes back, also that of another process.
    @Test func theWindowIsRaisedWithTheKeysToken() throws {
        defer { end() }
        try configure("[keys]\nglobal = true\n")
        let portal = try StandInPortal(.front, at: bus.address)
        defer { portal.stop() }
        let host = try play("a")
        defer { host.stop() }
        #expect(portal.wait { Self.binds($0) == 1 })
        let other = try play("b", ["--pip"])
        defer { other.stop() }
        // A picture is in its place before its transition is over, which refuses another one.
        #expect(try eventually("b") { $0.mode == .pip && $0.pip.state == .active })
        #expect(!fake.events.contains { $0.kind == .asked("activate by-portal") })
        try portal.activate("toggle-pip", token: "by-portal")
        #expect(try eventually("b") { $0.mode == .window && $0.pip.state == .idle })
        #expect(
            fake.wait(.seconds(10)) { _, events in events.contains { $0.kind == .asked("activate by-portal") } })
        // Without one, none is used a second time.
        try portal.activate("toggle-pip")
        #expect(try eventually("b") { $0.mode == .pip && $0.pip.state == .active })
        try portal.activate("toggle-pip")
        #expect(try eventually("b") { $0.mode == .window })
        #expect(fake.events.count { $0.kind == .asked("activate by-portal") } == 1)
    }

    /// From the user's key to the film, by the portal of this machine; `scripts/prove portals` has a newer one.
    @Test(.needs(program: DesktopPortalProcess.program)) func theRealPortalBringsKeys() throws {
        defer { end() }
        let user = try StandInPortal(.back, at: bus.address)
        defer { user.stop() }
        let portal = try DesktopPortalProcess(at: bus.address)
        defer { portal.stop() }
        let player = try play("a")
        defer { player.stop() }
        let answer = try run("bind", "portal")
        #expect(answer.exit == .code(0) && answer.out.contains("toggle-pip     Super+i\n"), "\(answer.error)")
        #expect(user.wait { Self.binds($0) == 2 }, "\(user.calls)")
        try user.activate("toggle-pip", token: "by-portal")
        #expect(try eventually("a") { $0.mode == .pip && $0.pip.state == .active })
        try user.activate("toggle-pip", token: "by-portal")
        #expect(try eventually("a") { $0.mode == .window })
        // The first version passes no token on.
        let doctor = try run("doctor").out
        #expect(doctor.contains("toggle-pip (Super+i), by the desktop's portal, version"), "\(doctor)")
        if doctor.contains("portal, version 2") {
            #expect(user.calls.contains("CreateSession oriel"))
            #expect(
                fake.wait(.seconds(10)) { _, events in events.contains { $0.kind == .asked("activate by-portal") } })
        }
    }

    @Test func aRefusalIsRemembered() throws {
        defer { end() }
        try configure("[keys]\nglobal = true\n")
        let portal = try StandInPortal(.front, ["--bind", "deny"], at: bus.address)
        defer { portal.stop() }
        let first = try play("a")
        #expect(portal.wait { $0.contains("Close Session") }, "\(portal.calls)")
        // The session is closed before the refusal is stored.
        #expect(try wait(.seconds(10)) { try run("doctor").out.contains("refused in the dialogue") })
        first.stop(grace: .zero)
        let second = try play("a")
        defer { second.stop() }
        #expect(!portal.wait(.milliseconds(500)) { Self.binds($0) > 1 })
        try portal.set("bind", "grant")
        #expect(try run("bind", "portal").exit == .code(0))
        #expect(portal.wait { Self.binds($0) == 3 })
    }

    @Test func whatCanNotBeBoundIsSaidInOneLine() throws {
        defer { end() }
        let none = try run("bind", "portal")
        #expect(none.exit == .code(1) && none.error.split(separator: "\n").count == 1, "\(none.error)")
        #expect(none.error.hasPrefix("oriel: bind: the desktop's portal has no global shortcuts"))
        let portal = try StandInPortal(.front, ["--version", "0"], at: bus.address)
        let without = try run("bind", "portal")
        #expect(without.exit == .code(1) && without.error.split(separator: "\n").count == 1, "\(without.error)")
        #expect(try run("doctor").out.contains("the desktop's portal has none"))
        portal.stop()
        bus.kill()
        let alone = try run("bind", "portal")
        #expect(alone.exit == .code(1) && alone.error.split(separator: "\n").count == 1, "\(alone.error)")
    }

    /// The names are back after the end of the bus.
    @Test func theyAreBoundAgainOnABusThatReturns() throws {
        defer { end() }
        try configure("[keys]\nglobal = true\n")
        let first = try StandInPortal(.front, at: bus.address)
        let player = try play("a")
        defer { player.stop() }
        #expect(first.wait { Self.binds($0) == 1 })
        bus.kill()
        first.stop()
        try bus.restart()
        let portal = try StandInPortal(.front, at: bus.address)
        defer { portal.stop() }
        #expect(portal.wait { Self.binds($0) == 1 }, "\(portal.calls)")
        try portal.activate("play-pause")
        #expect(try eventually("a") { $0.paused })
    }

    /// A paused player that is on the bus twice, for media keys and for shortcuts, does nothing.
    @Test func aPausedPlayerOnTheBusNeverWakesUp() throws {
        defer { end() }
        try configure("[keys]\nglobal = true\n")
        let portal = try StandInPortal(.front, at: bus.address)
        defer { portal.stop() }
        let player = try play("a", ["--paused"])
        defer { player.stop() }
        #expect(portal.wait { Self.binds($0) == 1 })
        var switches: [Int] = []
        // Twice: the end of a thread takes its own count away.
        let isQuiet = wait(.seconds(30), every: .zero) {
            let before = player.usage?.switches ?? 0
            pause(.seconds(3), because: "the wakeups of some seconds are counted")
            switches.append((player.usage?.switches ?? .max) - before)
            return switches.suffix(2) == [0, 0]
        }
        print("paused, with media controls and shortcuts: context switches in 3 s: \(switches)")
        #expect(isQuiet, "\(switches)")
    }
}
