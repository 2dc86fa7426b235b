import CFakePortal
import OrielPlatform
import OrielSessionBus

/// A connection that sends other connections what only a service of the desktop may tell. The caller's thread only.
package final class LyingConnection {
    private let loop: EventLoop
    private let bus: SessionBus

    /// - Parameter address: of the bus.
    package init(at address: String) throws {
        loop = try EventLoop()
        bus = try SessionBus(loop: loop, address: address)
        settle()
    }

    /// Unique names of the first connections of a bus, as any connection can guess them.
    private static let names = (0..<12).map { ":1.\($0)" }

    /// Claims that the session is locked, or isn't.
    package func claim(isLocked: Bool) {
        var login = fake_login(locked: isLocked ? 1 : 0)
        for name in Self.names { _ = fake_login_changed(bus.pointer, &login, name) }
        settle()
    }

    /// Claims that a setting of the desktop has changed.
    package func claim(_ setting: DesktopSetting) {
        var portal = fake_portal(setting)
        for name in Self.names { _ = fake_portal_changed(bus.pointer, &portal, name) }
        settle()
    }

    /// Claims that a dialogue has ended with a choice.
    /// - Parameter path: of the dialogue's request.
    package func claim(_ addresses: [String], at path: String) {
        var chooser = fake_chooser(.chosen(addresses))
        for name in Self.names { _ = fake_chooser_respond(bus.pointer, &chooser, path, name) }
        settle()
    }

    /// Claims that each connection that is tried owns a name, one after the other.
    package func claimToOwn(_ name: String) {
        for destination in Self.names {
            for owner in Self.names { _ = fake_owner_changed(bus.pointer, name, owner, destination) }
        }
        settle()
    }

    /// Returns once the bus has passed on what was claimed.
    private func settle() {
        _ = fake_settle(bus.pointer)
        bus.process()
    }
}
