import OrielPlatform
import OrielSessionBus
import OrielTestSupport
import SystemPackage
import Testing

/// Global shortcuts on a real message bus: with a portal that tests stand in for, in another process, and with the real
/// `xdg-desktop-portal` of this machine.
@Suite(
    .serialized, .enabled(if: Executable.isExpected("dbus-daemon"), "dbus-daemon is not installed"),
    .enabled(if: Executable.isExpected("gdbus"), "gdbus is not installed"))
struct ShortcutsPortalTests: BusSuite {
    let rig: BusRig

    init() throws { rig = try BusRig(applicationID: "cinema") }

    private final class Heard {
        var reports: [ShortcutReport] = []
        var activations: [String] = []
        var ends = 0
    }

    private static let requests = [
        ShortcutRequest("toggle-pip", "Picture in Picture", preferredTrigger: "LOGO+i"),
        ShortcutRequest("swap", "Swap"),
    ]
    private static let bound = ShortcutReport.bound([
        BoundShortcut("toggle-pip", trigger: "Super+i"), BoundShortcut("swap", trigger: ""),
    ])
    /// The calls of a program that binds, in their order.
    private static let calls = [
        "Register cinema", "Get GlobalShortcuts version", "CreateSession", "BindShortcuts toggle-pip=LOGO+i swap=",
    ]

    private func shortcuts(_ heard: Heard) throws -> ShortcutsPortal {
        let shortcuts = try ShortcutsPortal(buses, shortcuts: Self.requests)
        shortcuts.onReport = { heard.reports.append($0) }
        shortcuts.onActivated = { heard.activations.append("\($0) \($1 ?? "-")") }
        shortcuts.onEnd = { heard.ends += 1 }
        return shortcuts
    }

    @Test func theStepsComeInTheirOrderAndKeysArrive() throws {
        let portal = try StandInPortal(.front, at: bus.address)
        defer { portal.stop() }
        let heard = Heard()
        let shortcuts = try shortcuts(heard)
        #expect(turn { heard.reports == [Self.bound] }, "\(heard.reports) \(portal.calls)")
        #expect(turn { portal.calls == Self.calls } && shortcuts.version == 2)
        try portal.activate("toggle-pip", token: "token")
        try portal.activate("swap")
        #expect(turn { heard.activations == ["toggle-pip token", "swap -"] })
        try portal.change(key: "F12")
        #expect(turn { heard.reports.last == .bound([BoundShortcut("toggle-pip", trigger: "F12")]) })
        var isConfigured: Bool?
        shortcuts.configure { isConfigured = $0 }
        #expect(turn { isConfigured == true && portal.calls.last == "ConfigureShortcuts" }, "\(portal.calls)")
    }

    /// Version 1 has no settings to show; nothing is called.
    @Test func theFirstVersionIsNotAskedForMore() throws {
        let portal = try StandInPortal(.front, ["--version", "1"], at: bus.address)
        defer { portal.stop() }
        let heard = Heard()
        let shortcuts = try shortcuts(heard)
        #expect(turn { heard.reports == [Self.bound] })
        var isConfigured: Bool?
        shortcuts.configure { isConfigured = $0 }
        #expect(isConfigured == false && turn { portal.calls == Self.calls })
    }

    @Test(arguments: [
        (["--bind", "deny"], ShortcutReport.denied), (["--bind", "fail"], .failed(.ioError)),
        (["--bind", "empty"], .bound([])), (["--bind", "none"], .bound([])), (["--bind", "twice"], bound),
        (["--create", "twice"], bound), (["--create", "deny"], .denied), (["--create", "fail"], .failed(.ioError)),
        (["--bind", "odd"], .failed(.badMessage)),
    ])
    func theAnswerCountsOnce(options: [String], report: ShortcutReport) throws {
        let portal = try StandInPortal(.front, options, at: bus.address)
        defer { portal.stop() }
        let heard = Heard()
        let shortcuts = try shortcuts(heard)
        withExtendedLifetime(shortcuts) {
            #expect(turn { !heard.reports.isEmpty })
            #expect(!turn(.milliseconds(300)) { heard.reports.count > 1 })
        }
        #expect(heard.reports == [report], "\(portal.calls)")
    }

    /// A dialogue may stay open for as long as the user likes; meanwhile nothing happens.
    @Test func anOpenDialogueCostsNothing() throws {
        let portal = try StandInPortal(.front, ["--bind", "silent"], at: bus.address)
        defer { portal.stop() }
        let heard = Heard()
        let shortcuts = try shortcuts(heard)
        withExtendedLifetime(shortcuts) {
            #expect(turn { portal.calls == Self.calls })
            #expect(!turn(.milliseconds(500)) { !heard.reports.isEmpty })
        }
    }

    @Test func aPortalWithoutShortcutsAndNoPortalAreToldOnce() throws {
        for hasPortal in [false, true] {
            let portal = hasPortal ? try StandInPortal(.front, ["--version", "0"], at: bus.address) : nil
            defer { portal?.stop() }
            let heard = Heard()
            let shortcuts = try shortcuts(heard)
            withExtendedLifetime(shortcuts) {
                #expect(turn { !heard.reports.isEmpty })
                #expect(!turn(.milliseconds(300)) { heard.reports.count > 1 })
            }
            guard case .unsupported = heard.reports.first else {
                Issue.record("\(heard.reports)")
                continue
            }
        }
    }

    @Test func aPortalThatStartsAgainIsToldTheNameAgain() throws {
        let portal = try StandInPortal(.front, at: bus.address)
        let heard = Heard()
        let shortcuts = try shortcuts(heard)
        #expect(turn { heard.reports == [Self.bound] })
        portal.stop()
        #expect(turn { heard.reports.last == .gone })
        let next = try StandInPortal(.front, at: bus.address)
        defer { next.stop() }
        withExtendedLifetime(shortcuts) { #expect(turn { heard.reports == [Self.bound, .gone, Self.bound] }) }
        #expect(turn { next.calls == Self.calls })
    }

    @Test func aClosedSessionIsReplaced() throws {
        let portal = try StandInPortal(.front, at: bus.address)
        defer { portal.stop() }
        let heard = Heard()
        let shortcuts = try shortcuts(heard)
        #expect(turn { heard.reports == [Self.bound] })
        try portal.closeSession()
        #expect(turn { heard.reports == [Self.bound, Self.bound] })
        // The name is told once only.
        #expect(turn { portal.calls == Self.calls + Self.calls.suffix(2) })
        try portal.activate("swap")
        withExtendedLifetime(shortcuts) { #expect(turn { heard.activations == ["swap -"] }) }
    }

    /// A few times, unless a shortcut that works shows that the desktop means it well.
    @Test func aSessionThatIsClosedAgainAndAgainIsGivenUp() throws {
        let portal = try StandInPortal(.front, at: bus.address)
        defer { portal.stop() }
        let heard = Heard()
        let shortcuts = try shortcuts(heard)
        #expect(turn { heard.reports.count == 1 })
        for round in 1...7 {
            if round == 4 {
                try portal.activate("swap")
                #expect(turn { heard.activations.count == 1 })
            }
            try portal.closeSession()
            #expect(turn { heard.reports.count == round + 1 })
        }
        withExtendedLifetime(shortcuts) {
            #expect(heard.reports == Array(repeating: Self.bound, count: 7) + [.closed], "\(heard.reports)")
        }
    }

    /// A refusal closes the session. The user is asked no second time, a portal that has failed is.
    @Test(arguments: [("deny", ShortcutReport.denied), ("fail", .failed(.ioError))])
    func aRefusalIsFinalAndAFailureIsNot(answer: String, report: ShortcutReport) throws {
        let portal = try StandInPortal(.front, ["--bind", answer], at: bus.address)
        let heard = Heard()
        let shortcuts = try shortcuts(heard)
        #expect(turn { heard.reports == [report] && portal.calls.last == "Close Session" }, "\(portal.calls)")
        portal.stop()
        let next = try StandInPortal(.front, at: bus.address)
        defer { next.stop() }
        withExtendedLifetime(shortcuts) {
            let isAsked = turn(answer == "deny" ? .milliseconds(500) : nil) { heard.reports.count > 1 }
            #expect(isAsked == (answer == "fail"))
        }
        #expect(heard.reports == [report] + (answer == "fail" ? [Self.bound] : []))
    }

    /// Any program of the user's can send a pressed key, an answer or a session's end under the portal's names.
    @Test func aStrangersSignalsAreNotBelieved() throws {
        let portal = try StandInPortal(.front, at: bus.address)
        defer { portal.stop() }
        let heard = Heard()
        let shortcuts = try shortcuts(heard)
        #expect(turn { heard.reports == [Self.bound] })
        try portal.forge("swap")
        #expect(!turn(.milliseconds(300)) { !heard.activations.isEmpty || heard.reports.count > 1 })
        #expect(portal.calls == Self.calls)
        try portal.activate("swap")
        withExtendedLifetime(shortcuts) { #expect(turn { heard.activations == ["swap -"] }) }
    }

    @Test func theEndOfTheBusIsTold() throws {
        let portal = try StandInPortal(.front, at: bus.address)
        defer { portal.stop() }
        let heard = Heard()
        let shortcuts = try shortcuts(heard)
        #expect(turn { heard.reports == [Self.bound] })
        bus.stop()
        withExtendedLifetime(shortcuts) { #expect(turn { heard.ends == 1 }) }
    }

    /// A bus that doesn't answer holds nothing up.
    @Test func aBusThatAnswersLateIsWaitedFor() throws {
        let portal = try StandInPortal(.front, at: bus.address)
        defer { portal.stop() }
        bus.setStopped(true)
        let heard = Heard()
        let start = MonotonicClock.now
        let shortcuts = try shortcuts(heard)
        // A call that waits for the bus would do so for 25 s.
        #expect(MonotonicClock.now - start < .seconds(5))
        #expect(!turn(.milliseconds(500)) { !heard.reports.isEmpty })
        bus.setStopped(false)
        withExtendedLifetime(shortcuts) { #expect(turn { heard.reports == [Self.bound] }) }
    }

    // MARK: The real portal

    @Test(.enabled(if: Executable.isExpected(DesktopPortalProcess.program), "xdg-desktop-portal is not installed"))
    func theRealPortalBindsThem() throws {
        let user = try StandInPortal(.back, at: bus.address)
        defer { user.stop() }
        let portal = try DesktopPortalProcess(at: bus.address)
        defer { portal.stop() }
        let heard = Heard()
        let shortcuts = try shortcuts(heard)
        #expect(turn { heard.reports == [Self.bound] }, "\(heard.reports) \(user.calls)")
        // Older portals don't know the program, which has no sandbox.
        let isNamed = shortcuts.version >= 2
        // They come through a pipe, and may be read after the answer.
        let calls = ["CreateSession \(isNamed ? "cinema" : "-")", Self.calls.last ?? ""]
        #expect(turn { user.calls == calls }, "\(user.calls)")
        print("the portal has version \(shortcuts.version) of its shortcuts")
        try user.activate("toggle-pip", token: "token")
        #expect(turn { heard.activations.first?.hasPrefix("toggle-pip ") == true })
        if isNamed {
            #expect(turn { heard.activations == ["toggle-pip token"] })
            var isConfigured: Bool?
            shortcuts.configure { isConfigured = $0 }
            #expect(turn { isConfigured == true && user.calls.last == "ConfigureShortcuts" }, "\(user.calls)")
        }
        try user.closeSession()
        #expect(turn { heard.reports.count == 2 }, "\(user.calls)")
        try portal.restart()
        withExtendedLifetime(shortcuts) {
            #expect(turn { heard.reports.suffix(2) == [.gone, Self.bound] }, "\(heard.reports)")
        }
    }

    @Test(.enabled(if: Executable.isExpected(DesktopPortalProcess.program), "xdg-desktop-portal is not installed"))
    func theRealPortalWithoutABackendIsToldOnce() throws {
        let portal = try DesktopPortalProcess(hasShortcuts: false, at: bus.address)
        defer { portal.stop() }
        let heard = Heard()
        let shortcuts = try shortcuts(heard)
        withExtendedLifetime(shortcuts) {
            #expect(turn { !heard.reports.isEmpty })
            #expect(!turn(.milliseconds(300)) { heard.reports.count > 1 })
        }
        guard case .unsupported = heard.reports.first else {
            Issue.record("\(heard.reports)")
            return
        }
    }
}
