import OrielGeometry
import OrielPlatform
import OrielSessionBus
import OrielTestSupport
import SystemPackage
import Testing

/// Shares on a real message bus, with a portal that tests stand in for, in another process.
@Suite(
    .serialized, .enabled(if: Executable.isExpected("dbus-daemon"), "dbus-daemon is not installed"),
    .enabled(if: Executable.isExpected("pipewire"), "pipewire is not installed"),
    .enabled(if: Executable.isExpected("gdbus"), "gdbus is not installed"))
struct ScreenCastPortalTests: BusSuite {
    let rig: BusRig

    init() throws { rig = try BusRig(applicationID: "cinema") }

    private final class Heard {
        var grants: [ScreenCastStream] = []
        var tokens: [String?] = []
        /// Whether each connection could be written to.
        var remotes: [Bool] = []
        var ends: [ScreenCastRefusal] = []
    }

    private func cast(
        _ heard: Heard, limits: PortalLimits = .init(), persists: Bool = false
    ) throws -> ScreenCastPortal {
        var request = ScreenCastRequest([.windows, .screens])
        request.persists = persists
        let portal = try ScreenCastPortal(buses, request: request, limits: limits)
        portal.onGrant = { grant in
            heard.grants.append(grant.stream)
            heard.tokens.append(grant.restoreToken)
            let remote = grant.remote()
            heard.remotes.append(remote.number >= 0)
        }
        portal.onEnd = { heard.ends.append($0) }
        return portal
    }

    private static let calls = [
        "Register cinema", "CreateSession", "SelectSources cursor_mode=1 multiple=0 types=3", "Start",
        "OpenPipeWireRemote",
    ]

    @Test func theStepsComeInTheirOrderAndAConnectionArrives() throws {
        let server = try PipeWireServer(on: bus)
        defer { server.stop() }
        let options = ["--node", "42", "--kind", "1", "--place", "10,20,640,480"]
        let front = try StandInPortal(.front, options, pipewire: server, at: bus.address)
        defer { front.stop() }
        let heard = Heard()
        let portal = try cast(heard)
        #expect(turn { !heard.grants.isEmpty }, "\(heard.ends) \(front.calls)")
        #expect(turn { front.calls == Self.calls })
        let stream = try #require(heard.grants.first)
        #expect(stream.node == 42 && stream.source == .screens)
        #expect(stream.position == Point(x: 10, y: 20) && stream.size == Size(width: 640, height: 480))
        #expect(heard.tokens == ["token-of-the-front"] && heard.remotes == [true])
        try front.closeSession()
        #expect(turn { heard.ends == [.revoked] })
        withExtendedLifetime(portal) {}
    }

    @Test(arguments: [
        (["--cast", "deny"], ScreenCastRefusal.cancelled), (["--cast", "fail"], .denied),
        (["--cast", "empty"], .failed(.badMessage)), (["--create", "deny"], .cancelled),
        (["--create", "fail"], .denied), (["--create", "empty"], .failed(.badMessage)),
        (["--create", "odd"], .failed(.badMessage)), (["--sources", "4"], .noSuchSource),
        (["--remote", "fail"], .failed(.ioError)),
    ])
    func aRefusalIsToldOnce(options: [String], refusal: ScreenCastRefusal) throws {
        let front = try StandInPortal(.front, options, at: bus.address)
        defer { front.stop() }
        let heard = Heard()
        let portal = try cast(heard)
        withExtendedLifetime(portal) {
            #expect(turn { !heard.ends.isEmpty })
            #expect(!turn(.milliseconds(300)) { heard.ends.count > 1 || !heard.grants.isEmpty })
        }
        if case .failed = refusal, case .failed = heard.ends.first, heard.ends.count == 1 { return }
        #expect(heard.ends == [refusal], "\(front.calls)")
    }

    @Test func aSecondAnswerIsIgnored() throws {
        let server = try PipeWireServer(on: bus)
        defer { server.stop() }
        let front = try StandInPortal(.front, ["--cast", "twice"], pipewire: server, at: bus.address)
        defer { front.stop() }
        let heard = Heard()
        let portal = try cast(heard)
        withExtendedLifetime(portal) {
            #expect(turn { !heard.grants.isEmpty }, "\(heard.ends)")
            #expect(!turn(.milliseconds(300)) { heard.grants.count > 1 || !heard.ends.isEmpty })
        }
    }

    @Test func aPortalThatDoesNotAnswerIsGivenUp() throws {
        var limits = PortalLimits()
        limits.step = .milliseconds(700)
        limits.choice = .milliseconds(700)
        for options in [["--cast", "silent"], ["--create", "silent"], ["--remote", "silent"]] {
            let front = try StandInPortal(.front, options, at: bus.address)
            defer { front.stop() }
            let heard = Heard()
            let portal = try cast(heard, limits: limits)
            withExtendedLifetime(portal) { #expect(turn { heard.ends == [.timedOut] }, "\(options) \(heard.ends)") }
            #expect(front.wait { $0.contains("Close Session") } || options[0] == "--create", "\(front.calls)")
        }
    }

    @Test func noPortalAndOneWithoutScreenCastsAreTold() throws {
        for hasPortal in [false, true] {
            let front = hasPortal ? try StandInPortal(.front, ["--cast", "none"], at: bus.address) : nil
            defer { front?.stop() }
            let heard = Heard()
            let portal = try cast(heard)
            withExtendedLifetime(portal) { #expect(turn { !heard.ends.isEmpty }) }
            guard case .unsupported = heard.ends.first else {
                Issue.record("\(heard.ends)")
                continue
            }
        }
    }

    @Test func aRefusalOrAStopClosesTheSession() throws {
        for answer in ["fail", "silent"] {
            let front = try StandInPortal(.front, ["--cast", answer], at: bus.address)
            defer { front.stop() }
            let heard = Heard()
            let portal = try cast(heard)
            #expect(turn { front.calls.contains("Start") }, "\(front.calls)")
            if answer == "silent" { portal.stop() }
            withExtendedLifetime(portal) { #expect(turn { front.calls.last == "Close Session" }, "\(front.calls)") }
            #expect(heard.ends == (answer == "silent" ? [] : [.denied]))
        }
    }

    /// A portal that ends while the user chooses.
    @Test func aPortalThatGoesEndsTheShare() throws {
        let front = try StandInPortal(.front, ["--cast", "silent"], at: bus.address)
        let heard = Heard()
        let portal = try cast(heard)
        #expect(turn { front.calls.contains("Start") })
        front.stop()
        withExtendedLifetime(portal) { #expect(turn { heard.ends == [.revoked] }, "\(heard.ends)") }
    }
}
