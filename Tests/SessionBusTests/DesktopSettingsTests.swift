import OrielPlatform
import OrielSessionBus
import OrielTestSupport
import Testing

/// Desktop settings on a real message bus, with a portal that has one.
@Suite(.serialized, .enabled(if: Executable.isExpected("dbus-daemon"), "dbus-daemon is not installed"))
struct DesktopSettingsTests: BusSuite {
    let rig: BusRig

    init() throws { rig = try BusRig() }

    private static let motion = "org.freedesktop.appearance reduced-motion"
    private static let scale = "org.gnome.desktop.interface text-scaling-factor"

    /// A portal with this setting.
    private func portal(_ setting: String) throws -> StandInPortal {
        try StandInPortal(.front, ["--setting", setting], at: bus.address)
    }

    @Test(arguments: [
        "\(motion) u 1", "org.gnome.desktop.interface enable-animations b 0",
        "org.kde.kdeglobals.KDE AnimationDurationFactor s 0",
    ]) func aDesktopsReducedMotionIsRead(setting: String) throws {
        let portal = try portal(setting)
        defer { portal.stop() }
        let settings = try DesktopSettings(buses)
        var answers: [PlatformError?] = []
        settings.onAnswer = { answers.append($0) }
        #expect(!settings.preferences.reducesMotion)
        #expect(turn { !answers.isEmpty } && answers.first??.description == nil)
        #expect(settings.preferences.reducesMotion)
    }

    @Test func aDesktopsTextScaleIsRead() throws {
        let portal = try portal("\(Self.scale) d 1.25")
        defer { portal.stop() }
        let settings = try DesktopSettings(buses)
        #expect(turn { settings.preferences.textScale == 1.25 })
        try portal.set("setting", "\(Self.scale) d 1.5")
        #expect(turn { settings.preferences.textScale == 1.5 })
        #expect(!settings.preferences.reducesMotion)
    }

    @Test func aChangeIsFollowed() throws {
        let portal = try portal("\(Self.motion) u 1")
        defer { portal.stop() }
        let settings = try DesktopSettings(buses)
        #expect(turn { settings.preferences.reducesMotion })
        try portal.set("setting", "\(Self.motion) u 0")
        #expect(turn { !settings.preferences.reducesMotion })
        try portal.set("setting", "\(Self.motion) u 1")
        #expect(turn { settings.preferences.reducesMotion })
    }

    @Test(arguments: ["refused", "\(motion) x", "\(motion) s much"])
    func anAnswerThatMakesNoSenseChangesNothing(setting: String) throws {
        let portal = try portal(setting)
        defer { portal.stop() }
        let settings = try DesktopSettings(buses)
        var answers: [PlatformError?] = []
        settings.onAnswer = { answers.append($0) }
        #expect(turn { !answers.isEmpty })
        #expect((answers.first! != nil) == (setting == "refused"))
        #expect(!settings.preferences.reducesMotion)
    }

    @Test func withoutAPortalTheReasonIsTold() throws {
        let settings = try DesktopSettings(buses)
        var answers: [PlatformError?] = []
        settings.onAnswer = { answers.append($0) }
        #expect(turn { !answers.isEmpty } && answers.first! != nil)
    }

    /// The last values stay, and the loop is idle.
    @Test func aBusThatEndsIsLetGo() throws {
        let portal = try portal("\(Self.motion) u 1")
        defer { portal.stop() }
        let settings = try DesktopSettings(buses)
        #expect(turn { settings.preferences.reducesMotion })
        bus.stop()
        for _ in 0..<5 { loop.turn(limit: .milliseconds(100)) }
        let start = MonotonicClock.now
        loop.turn(limit: .milliseconds(200))
        #expect(MonotonicClock.now - start >= .milliseconds(190) && settings.preferences.reducesMotion)
    }

    @Test func anAddressWhereNobodyListensIsAnError() throws {
        bus.stop()
        #expect(throws: PlatformError.self) { try DesktopSettings(buses) }
    }

    @Test func aStrangersSettingIsNotBelieved() throws {
        let portal = try portal("\(Self.scale) d 1.25")
        defer { portal.stop() }
        let settings = try DesktopSettings(buses)
        #expect(turn { settings.preferences.textScale == 1.25 })
        try portal.forge(setting: "\(Self.motion) u 1")
        try portal.forge(ownerOf: "org.freedesktop.portal.Desktop")
        try portal.forge(setting: "\(Self.motion) u 1")
        try portal.set("setting", "\(Self.scale) d 1.5")
        #expect(turn { settings.preferences.textScale == 1.5 })
        #expect(!settings.preferences.reducesMotion)
    }

    @Test func aNewPortalIsAsked() throws {
        let portal = try portal("\(Self.motion) u 1")
        let settings = try DesktopSettings(buses)
        var answers = 0
        settings.onAnswer = { _ in answers += 1 }
        #expect(turn { settings.preferences.reducesMotion })
        portal.stop()
        let next = try self.portal("\(Self.motion) u 0")
        defer { next.stop() }
        #expect(turn { !settings.preferences.reducesMotion })
        #expect(answers == 1)
    }

    /// The portal believes a program's name only in the connection's first call.
    @Test func theProgramIsNamedBeforeAnythingElse() throws {
        let portal = try portal("\(Self.motion) u 1")
        defer { portal.stop() }
        let buses = BusConnections(loop: loop, applicationID: "cinema", address: bus.address)
        let settings = try DesktopSettings(buses)
        #expect(turn { settings.preferences.reducesMotion && !portal.calls.isEmpty })
        #expect(portal.calls.first == "Register cinema")
    }
}
