import CFakePortal
import OrielPlatform
import OrielSessionBus

/// A connection that sends forged messages of desktop services to other connections. Only for the caller's thread.
package final class LyingConnection {
    private let loop: EventLoop
    private let bus: SessionBus

    /// Connects to the bus.
    /// - Parameter address: address of the bus.
    package init(at address: String) throws {
        loop = try EventLoop()
        bus = try SessionBus(loop: loop, address: address)
        settle()
    }

    /// Unique names of a bus's first connections, which any connection can guess.
    private static let names = (0..<12).map { ":1.\($0)" }

    /// Sends a forged lock state.
    package func claim(isLocked: Bool) {
        var login = fake_login(locked: isLocked ? 1 : 0)
        for name in Self.names { _ = fake_login_changed(bus.pointer, &login, name) }
        settle()
    }

    /// Sends a forged change of a desktop setting.
    package func claim(_ setting: DesktopSetting) {
        var portal = fake_portal(setting)
        for name in Self.names { _ = fake_portal_changed(bus.pointer, &portal, name) }
        settle()
    }

    /// Sends a forged end of a file dialogue.
    /// - Parameter path: path of the dialogue's request.
    package func claim(_ addresses: [String], at path: String) {
        var chooser = fake_chooser(.chosen(addresses))
        for name in Self.names { _ = fake_chooser_respond(bus.pointer, &chooser, path, name) }
        settle()
    }

    /// Sends forged owner changes of a name, for all pairs of connections.
    package func claimToOwn(_ name: String) {
        for destination in Self.names {
            for owner in Self.names { _ = fake_owner_changed(bus.pointer, name, owner, destination) }
        }
        settle()
    }

    /// Returns once the bus has delivered the forged messages.
    private func settle() {
        _ = fake_settle(bus.pointer)
        bus.process()
    }
}
