import OrielPlatform
import OrielSessionBus
import OrielTestSupport
import Testing

/// The connections that all clients of a bus share, on a real message bus.
@Suite(
    .serialized, .enabled(if: Executable.isExpected("dbus-daemon"), "dbus-daemon is not installed"),
    .enabled(if: Executable.isExpected("gdbus"), "gdbus is not installed"))
struct BusConnectionsTests: BusSuite {
    let rig: BusRig

    init() throws { rig = try BusRig(applicationID: "cinema") }

    private func player() throws -> MediaPlayerService {
        try MediaPlayerService(
            buses, program: "cinema", state: MediaPlayerState(identity: "Cinema", desktopEntry: "cinema"),
            position: { .zero }, perform: { _ in })
    }

    private func shortcuts() throws -> ShortcutsPortal {
        try ShortcutsPortal(buses, shortcuts: [ShortcutRequest("swap", "Swap")])
    }

    /// The program is named once, though each client calls the portal.
    @Test func allClientsShareOneConnection() throws {
        let portal = try StandInPortal(.front, at: bus.address)
        defer { portal.stop() }
        let before = bus.connections
        var isAnswered = false
        let settings = try DesktopSettings(buses)
        settings.onAnswer = { _ in isAnswered = true }
        let (shell, player, shortcuts) = (try ShellExtension(buses), try player(), try shortcuts())
        var isBound = false
        shortcuts.onReport = { _ in isBound = true }
        let inhibition = PortalInhibition(buses)
        inhibition.set(true)
        #expect(turn { isAnswered && isBound && player.name != nil && portal.calls.contains("Inhibit 8") })
        #expect(bus.connections == before + 1)
        #expect(portal.calls.first == "Register cinema" && portal.calls.count { $0 == "Register cinema" } == 1)
        withExtendedLifetime((settings, shell, inhibition)) {}
    }

    /// The other clients' connection goes on.
    @Test func aClientThatEndsTakesBackWhatItHas() throws {
        let portal = try StandInPortal(.front, ["--camera", "silent"], at: bus.address)
        defer { portal.stop() }
        var (shortcuts, camera, player): (ShortcutsPortal?, CameraPortal?, MediaPlayerService?) = (
            try shortcuts(), try CameraPortal(buses), try player()
        )
        var inhibition: PortalInhibition? = PortalInhibition(buses)
        inhibition?.set(true)
        var reports = 0
        shortcuts?.onReport = { _ in reports += 1 }
        #expect(turn { reports == 1 && player?.name != nil }, "\(portal.calls)")
        #expect(turn { portal.calls.contains("AccessCamera") && portal.calls.contains("Inhibit 8") })
        let count = bus.connections
        shortcuts = nil
        #expect(turn { portal.calls.last == "Close Session" }, "\(portal.calls)")
        camera = nil
        #expect(turn { portal.calls.last == "Close AccessCamera" }, "\(portal.calls)")
        inhibition = nil
        #expect(turn { portal.calls.last == "Close Inhibit" }, "\(portal.calls)")
        // Its name and its object are free for another one.
        player = nil
        let next = try self.player()
        #expect(turn { next.name == "org.mpris.MediaPlayer2.cinema" })
        #expect(bus.connections == count)
        withExtendedLifetime((shortcuts, camera, inhibition, player)) {}
    }

    @Test func aServiceThatHangsHoldsNoOtherBack() throws {
        let portal = try StandInPortal(.front, at: bus.address)
        defer { portal.stop() }
        let manager = try StandInPortal(.login, ["--locked", "1"], at: bus.address)
        defer { manager.stop() }
        portal.setStopped(true)
        let (settings, shortcuts) = (try DesktopSettings(buses), try shortcuts())
        var (isAnswered, isBound) = (false, false)
        settings.onAnswer = { _ in isAnswered = true }
        shortcuts.onReport = { _ in isBound = true }
        let (player, login) = (try player(), try LoginSession(buses))
        let start = MonotonicClock.now
        #expect(turn { player.name != nil && login.isLocked })
        #expect(MonotonicClock.now - start < .seconds(2) && !isAnswered && !isBound)
        portal.setStopped(false)
        #expect(turn { isAnswered && isBound })
    }

    /// All clients learn of the bus's end; the next use of any opens one connection, and the program is named again.
    @Test func aBusThatComesBackIsUsedAgain() throws {
        let portal = try StandInPortal(.front, at: bus.address)
        defer { portal.stop() }
        let (player, shortcuts) = (try player(), try shortcuts())
        var ends = 0
        player.onEnd = { ends += 1 }
        shortcuts.onEnd = { ends += 1 }
        let inhibition = PortalInhibition(buses)
        inhibition.set(true)
        #expect(turn { player.name != nil && portal.calls.contains("Inhibit 8") })
        try bus.restart()
        #expect(turn { ends == 2 } && player.name == nil)
        let next = try StandInPortal(.front, at: bus.address)
        defer { next.stop() }
        let before = bus.connections
        let (nextPlayer, nextShortcuts) = (try self.player(), try self.shortcuts())
        inhibition.set(false)
        inhibition.set(true)
        #expect(turn { nextPlayer.name != nil && next.calls.contains("Inhibit 8") }, "\(next.calls)")
        #expect(bus.connections == before + 1 && next.calls.first == "Register cinema")
        withExtendedLifetime((shortcuts, nextShortcuts)) {}
    }
}
