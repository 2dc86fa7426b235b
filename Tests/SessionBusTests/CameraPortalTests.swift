import Glibc
import OrielPlatform
import OrielSessionBus
import OrielTestSupport
import SystemPackage
import Testing

/// The camera's permission on a real message bus, with a portal that tests stand in for, in another process.
@Suite(
    .serialized, .enabled(if: Executable.isExpected("dbus-daemon"), "dbus-daemon is not installed"),
    .enabled(if: Executable.isExpected("pipewire"), "pipewire is not installed"),
    .enabled(if: Executable.isExpected("gdbus"), "gdbus is not installed"))
struct CameraPortalTests: BusSuite {
    let rig: BusRig

    init() throws { rig = try BusRig(applicationID: "cinema") }

    private final class Heard {
        var grants = 0
        var ends: [CameraRefusal] = []
        /// Whether each connection came.
        var connections: [Bool] = []
        var presence: [Bool?] = []

        func connected(_ remote: consuming Descriptor?) {
            let remote = remote?.release()
            connections.append(remote != nil)
            if let remote { close(remote) }
        }
    }

    private func portal(_ heard: Heard, limits: PortalLimits = .init()) throws -> CameraPortal {
        let portal = try CameraPortal(buses, limits: limits)
        portal.onGrant = { heard.grants += 1 }
        portal.onEnd = { heard.ends.append($0) }
        return portal
    }

    @Test func connectionsComeOnceTheUserHasPermitted() throws {
        let server = try PipeWireServer(on: bus)
        defer { server.stop() }
        let front = try StandInPortal(.front, ["--camera", "twice"], pipewire: server, at: bus.address)
        defer { front.stop() }
        let heard = Heard()
        let portal = try portal(heard)
        #expect(turn { heard.grants == 1 }, "\(heard.ends) \(front.calls)")
        for _ in 0..<2 { portal.connect { heard.connected($0) } }
        portal.askForPresence { heard.presence.append($0) }
        #expect(turn { heard.connections.count == 2 && heard.presence.count == 1 })
        #expect(heard.connections == [true, true] && heard.presence == [true])
        let calls =
            ["Register cinema", "Get Camera version", "AccessCamera"]
            + Array(repeating: "OpenPipeWireRemote", count: 2)
        #expect(front.wait { Array($0.prefix(5)) == calls }, "\(front.calls)")
        try front.set("remote", "fail")
        portal.connect { heard.connected($0) }
        #expect(turn { heard.connections.count == 3 } && heard.connections == [true, true, false])
        // The portal isn't needed any more.
        front.stop()
        portal.askForPresence { heard.presence.append($0) }
        #expect(turn { heard.presence == [true, nil] })
        #expect(heard.ends == [] && heard.grants == 1)
    }

    @Test(arguments: [
        ("deny", CameraRefusal.denied), ("fail", .failed(.permissionDenied)), ("none", .absent(.invalidArgument)),
    ])
    func aRefusalIsToldOnce(answer: String, refusal: CameraRefusal) throws {
        let front = try StandInPortal(.front, ["--camera", answer], at: bus.address)
        defer { front.stop() }
        let heard = Heard()
        let portal = try portal(heard)
        withExtendedLifetime(portal) {
            #expect(turn { !heard.ends.isEmpty })
            #expect(!turn(.milliseconds(300)) { heard.ends.count > 1 || heard.grants > 0 })
        }
        #expect(heard.ends == [refusal], "\(front.calls)")
    }

    /// A portal that ends while the user decides, and one that is asked no more.
    @Test func thePortalsEndIsToldUnlessTheQuestionIsGivenUp() throws {
        for isWanted in [true, false] {
            let front = try StandInPortal(.front, ["--camera", "silent"], at: bus.address)
            let heard = Heard()
            let portal = try portal(heard)
            #expect(turn { front.calls.contains("AccessCamera") }, "\(front.calls)")
            if !isWanted { portal.stop() }
            front.stop()
            withExtendedLifetime(portal) {
                #expect(turn(isWanted ? nil : .milliseconds(300)) { !heard.ends.isEmpty } == isWanted)
            }
            #expect(heard.ends == (isWanted ? [.failed(.connectionReset)] : []) && heard.grants == 0)
        }
    }

    /// Neither the second answer nor the portal's end takes a permission back.
    @Test func aPermissionIsToldOnce() throws {
        let front = try StandInPortal(.front, ["--camera", "twice"], at: bus.address)
        let heard = Heard()
        let portal = try portal(heard)
        #expect(turn { heard.grants == 1 }, "\(heard.ends) \(front.calls)")
        front.stop()
        withExtendedLifetime(portal) { #expect(!turn(.milliseconds(300)) { !heard.ends.isEmpty || heard.grants > 1 }) }
    }

    @Test func aPortalThatIsAbsentOrSilentIsGivenUp() throws {
        let heard = Heard()
        let absent = try portal(heard)
        withExtendedLifetime(absent) {
            #expect(turn { !heard.ends.isEmpty })
            guard case .absent = heard.ends.first else {
                Issue.record("\(heard.ends)")
                return
            }
        }
        var limits = PortalLimits()
        limits.choice = .milliseconds(700)
        let front = try StandInPortal(.front, ["--camera", "silent"], at: bus.address)
        defer { front.stop() }
        let waiting = Heard()
        let silent = try portal(waiting, limits: limits)
        withExtendedLifetime(silent) { #expect(turn { waiting.ends == [.timedOut] }, "\(waiting.ends)") }
    }
}
