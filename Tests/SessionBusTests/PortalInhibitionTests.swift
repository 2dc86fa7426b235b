import OrielPlatform
import OrielSessionBus
import OrielTestSupport
import Testing

/// The screen that the desktop's portal keeps on, with a portal that tests stand in for and with the real one.
@Suite(.serialized, .enabled(if: Executable.isExpected("dbus-daemon"), "dbus-daemon is not installed"))
struct PortalInhibitionTests: BusSuite {
    let rig: BusRig

    init() throws { rig = try BusRig(applicationID: "cinema") }

    @Test func itIsTakenBackAndAskedForAgain() throws {
        let portal = try StandInPortal(.front, at: bus.address)
        defer { portal.stop() }
        let inhibition = PortalInhibition(buses)
        inhibition.set(true)
        inhibition.set(true)
        #expect(turn { portal.calls == ["Register cinema", "Inhibit 8"] }, "\(portal.calls)")
        inhibition.set(false)
        #expect(turn { portal.calls.last == "Close Inhibit" })
        inhibition.set(true)
        #expect(turn { portal.calls.suffix(2) == ["Close Inhibit", "Inhibit 8"] })
        #expect(portal.calls.count == 4)
    }

    /// The portal answers after the film was paused: its inhibition is taken back all the same.
    @Test func oneThatComesLateIsTakenBack() throws {
        let portal = try StandInPortal(.front, ["--inhibit", "late"], at: bus.address)
        defer { portal.stop() }
        let inhibition = PortalInhibition(BusConnections(loop: loop, address: bus.address))
        inhibition.set(true)
        #expect(turn { portal.calls == ["Inhibit 8"] })
        inhibition.set(false)
        withExtendedLifetime(inhibition) { #expect(turn { portal.calls == ["Inhibit 8", "Close Inhibit"] }) }
    }

    @Test func aRefusalAndNoPortalAreToldOnce() throws {
        for hasPortal in [false, true] {
            let portal = hasPortal ? try StandInPortal(.front, ["--inhibit", "fail"], at: bus.address) : nil
            defer { portal?.stop() }
            let inhibition = PortalInhibition(BusConnections(loop: loop, address: bus.address))
            var failures = 0
            inhibition.onFailure = { _ in failures += 1 }
            inhibition.set(true)
            #expect(turn { failures == 1 })
            inhibition.set(false)
            withExtendedLifetime(inhibition) { #expect(!turn(.milliseconds(200)) { failures > 1 }) }
        }
    }

    @Test func aPortalThatStartsAgainIsAskedAgain() throws {
        let portal = try StandInPortal(.front, at: bus.address)
        let inhibition = PortalInhibition(buses)
        inhibition.set(true)
        #expect(turn { portal.calls == ["Register cinema", "Inhibit 8"] })
        portal.stop()
        let next = try StandInPortal(.front, at: bus.address)
        defer { next.stop() }
        withExtendedLifetime(inhibition) {
            #expect(turn { next.calls == ["Register cinema", "Inhibit 8"] }, "\(next.calls)")
        }
    }

    /// The end of a program, however it comes, is the end of its inhibition.
    @Test(.enabled(if: Executable.isExpected(DesktopPortalProcess.program), "xdg-desktop-portal is not installed"))
    func theRealPortalEndsItWithTheConnection() throws {
        let desktop = try StandInPortal(.back, at: bus.address)
        defer { desktop.stop() }
        let portal = try DesktopPortalProcess(at: bus.address)
        defer { portal.stop() }
        var inhibition: PortalInhibition? = PortalInhibition(buses)
        inhibition?.set(true)
        #expect(turn { desktop.calls == ["Inhibit 8"] })
        inhibition?.set(false)
        #expect(turn { desktop.calls == ["Inhibit 8", "Close Inhibit"] }, "\(desktop.calls)")
        inhibition?.set(true)
        #expect(turn { desktop.calls.count == 3 })
        inhibition = nil
        #expect(turn { desktop.calls == ["Inhibit 8", "Close Inhibit", "Inhibit 8", "Close Inhibit"] })
    }
}
