import OrielPlatform
import OrielSessionBus
import OrielTestSupport
import Testing

/// Desktop settings on a real message bus, with a fake portal that has one setting.
@Suite(.serialized, .enabled(if: Executable.isExpected("dbus-daemon"), "dbus-daemon is not installed"))
struct DesktopSettingsTests {
    private let bus: MessageBus
    private let loop: EventLoop
    private let buses: BusConnections

    init() throws {
        bus = try MessageBus()
        loop = try EventLoop()
        buses = BusConnections(loop: loop, address: bus.address)
    }

    private func turn(_ limit: Duration = .seconds(10), until condition: () -> Bool) -> Bool {
        let deadline = MonotonicClock.now + limit
        while !condition() {
            guard MonotonicClock.now < deadline else { return false }
            loop.turn(limit: .milliseconds(50))
        }
        return true
    }

    private static let reduced = DesktopSetting("org.freedesktop.appearance", "reduced-motion", .number(1))

    @Test(arguments: [
        reduced, DesktopSetting("org.gnome.desktop.interface", "enable-animations", .boolean(false)),
        DesktopSetting("org.kde.kdeglobals.KDE", "AnimationDurationFactor", .text("0")),
    ]) func aDesktopsReducedMotionIsRead(setting: DesktopSetting) throws {
        defer { bus.stop() }
        let portal = try FakeSettingsPortal(setting, at: bus.address)
        defer { portal.stop() }
        let settings = try DesktopSettings(buses)
        var answers: [PlatformError?] = []
        settings.onAnswer = { answers.append($0) }
        #expect(!settings.motion.isReduced)
        #expect(turn { !answers.isEmpty } && answers.first??.description == nil)
        #expect(settings.motion.isReduced)
    }

    @Test func aDesktopsTextScaleIsRead() throws {
        defer { bus.stop() }
        let setting = DesktopSetting("org.gnome.desktop.interface", "text-scaling-factor", .decimal(1.25))
        let portal = try FakeSettingsPortal(setting, at: bus.address)
        defer { portal.stop() }
        let settings = try DesktopSettings(buses)
        #expect(turn { settings.text.scale == 1.25 })
        portal.change(to: DesktopSetting(setting.namespace, setting.key, .decimal(1.5)))
        #expect(turn { settings.text.scale == 1.5 })
        #expect(!settings.motion.isReduced)
    }

    @Test func aChangeIsFollowed() throws {
        defer { bus.stop() }
        let portal = try FakeSettingsPortal(Self.reduced, at: bus.address)
        defer { portal.stop() }
        let settings = try DesktopSettings(buses)
        #expect(turn { settings.motion.isReduced })
        var setting = Self.reduced
        setting.value = .number(0)
        portal.change(to: setting)
        #expect(turn { !settings.motion.isReduced })
        setting.value = .number(1)
        portal.change(to: setting)
        #expect(turn { settings.motion.isReduced })
    }

    @Test(arguments: [DesktopSetting.Value.refused, .color, .text("much")])
    func anAnswerThatMakesNoSenseChangesNothing(value: DesktopSetting.Value) throws {
        defer { bus.stop() }
        var setting = Self.reduced
        setting.value = value
        let portal = try FakeSettingsPortal(setting, at: bus.address)
        defer { portal.stop() }
        let settings = try DesktopSettings(buses)
        var answers: [PlatformError?] = []
        settings.onAnswer = { answers.append($0) }
        #expect(turn { !answers.isEmpty })
        #expect((answers.first! != nil) == (value == .refused))
        #expect(!settings.motion.isReduced)
    }

    @Test func withoutAPortalTheReasonIsTold() throws {
        defer { bus.stop() }
        let settings = try DesktopSettings(buses)
        var answers: [PlatformError?] = []
        settings.onAnswer = { answers.append($0) }
        #expect(turn { !answers.isEmpty } && answers.first! != nil)
    }

    /// The last values stay, and the loop is idle.
    @Test func aBusThatEndsIsLetGo() throws {
        let portal = try FakeSettingsPortal(Self.reduced, at: bus.address)
        defer { portal.stop() }
        let settings = try DesktopSettings(buses)
        #expect(turn { settings.motion.isReduced })
        bus.stop()
        for _ in 0..<5 { loop.turn(limit: .milliseconds(100)) }
        let start = MonotonicClock.now
        loop.turn(limit: .milliseconds(200))
        #expect(MonotonicClock.now - start >= .milliseconds(190) && settings.motion.isReduced)
    }

    @Test func anAddressWhereNobodyListensIsAnError() throws {
        bus.stop()
        #expect(throws: PlatformError.self) { try DesktopSettings(buses) }
    }

    @Test func aStrangersSettingIsNotBelieved() throws {
        defer { bus.stop() }
        let scale = DesktopSetting("org.gnome.desktop.interface", "text-scaling-factor", .decimal(1.25))
        let portal = try FakeSettingsPortal(scale, at: bus.address)
        defer { portal.stop() }
        let settings = try DesktopSettings(buses)
        #expect(turn { settings.text.scale == 1.25 })
        let liar = try LyingConnection(at: bus.address)
        liar.claim(Self.reduced)
        liar.claimToOwn("org.freedesktop.portal.Desktop")
        liar.claim(Self.reduced)
        portal.change(to: DesktopSetting(scale.namespace, scale.key, .decimal(1.5)))
        #expect(turn { settings.text.scale == 1.5 })
        #expect(!settings.motion.isReduced)
    }

    @Test func aNewPortalIsAsked() throws {
        defer { bus.stop() }
        let portal = try FakeSettingsPortal(Self.reduced, at: bus.address)
        let settings = try DesktopSettings(buses)
        var answers = 0
        settings.onAnswer = { _ in answers += 1 }
        #expect(turn { settings.motion.isReduced })
        portal.stop()
        let next = try FakeSettingsPortal(
            DesktopSetting(Self.reduced.namespace, Self.reduced.key, .number(0)), at: bus.address)
        defer { next.stop() }
        #expect(turn { !settings.motion.isReduced })
        #expect(answers == 1)
    }

    /// The portal believes a program's name only in the connection's first call.
    @Test func theProgramIsNamedBeforeAnythingElse() throws {
        defer { bus.stop() }
        let portal = try FakeSettingsPortal(Self.reduced, at: bus.address)
        defer { portal.stop() }
        let buses = BusConnections(loop: loop, applicationID: "cinema", address: bus.address)
        let settings = try DesktopSettings(buses)
        #expect(turn { settings.motion.isReduced && !portal.firstCall.isEmpty })
        #expect(portal.firstCall == "Register")
    }
}
