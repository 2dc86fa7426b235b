import Foundation

/// A desktop portal or login manager for tests, in another process and with another D-Bus library
/// (`scripts/desktops/stand-in-portal`). It prints the calls that it gets, and sends forged messages from another
/// connection.
package final class StandInPortal {
    package enum Role: String, Sendable {
        /// In place of `xdg-desktop-portal`.
        case front
        /// Behind a real one.
        case back
        /// In place of logind.
        case login
    }

    private let role: Role
    private let address: String
    private let child: ChildProcess

    /// Starts it; returns once it has its name on the bus.
    /// - Parameters:
    ///   - options: how it answers, as the script's options.
    ///   - pipewire: PipeWire whose connections it hands out; nil for none.
    ///   - address: address of the bus.
    package init(
        _ role: Role, _ options: [String] = [], pipewire: PipeWireServer? = nil, at address: String
    ) throws {
        self.role = role
        self.address = address
        var environment = Executable.environment
        environment["DBUS_SESSION_BUS_ADDRESS"] = address
        environment.merge(pipewire?.environment ?? [:]) { $1 }
        // The distribution's Python has its modules; another one may come first in PATH.
        child = try ChildProcess(
            "/usr/bin/python3", [Checkout.root.path + "/scripts/desktops/stand-in-portal", role.rawValue] + options,
            environment: environment)
        guard child.waitForOutput(.seconds(20), until: { $0.contains("ready\n") }) else {
            throw TestSupportError("the portal for tests doesn't start: \(child.standardError)")
        }
    }

    /// The calls so far, such as `Register oriel` and `CreateSession`.
    package var calls: [String] {
        child.standardOutput.split(separator: "\n").map { String($0) }.filter { $0 != "ready" }
    }

    /// Waits until the calls are so.
    package func wait(_ limit: Duration = .seconds(10), until condition: ([String]) -> Bool) -> Bool {
        child.waitForOutput(limit) { _ in condition(calls) }
    }

    /// Presses a shortcut.
    /// - Parameter token: activation token to send with it; empty for none.
    package func activate(_ name: String, token: String = "") throws { try act("Activate", name, token) }

    /// Closes the session, as a desktop may.
    package func closeSession() throws { try act("Close") }

    /// Changes the key of `toggle-pip`, as the user may in the desktop's settings.
    package func change(key: String) throws { try act("Change", key) }

    /// Changes one of the script's options. A new setting, lock state or choice of files is sent.
    package func set(_ option: String, _ value: String) throws { try act("Set", option, value) }

    /// Locks or unlocks the login session and sends the change.
    package func setLocked(_ isLocked: Bool) throws { try set("locked", isLocked ? "1" : "0") }

    /// Sends that the machine goes to sleep, or has woken up.
    package func setAsleep(_ isAsleep: Bool) throws { try act("Sleep", isAsleep ? "1" : "0") }

    /// Parent windows of the file dialogues requested so far; empty for none.
    package var dialogues: [String] {
        calls.filter { $0.hasPrefix("OpenFile") }.map { String($0.dropFirst("OpenFile ".count)) }
    }

    // MARK: Messages of a stranger

    /// Sends a pressed shortcut and the session's end.
    package func forge(_ name: String) throws { try act("Forge", name) }

    /// Sends a changed setting.
    package func forge(setting: String) throws { try act("ForgeSetting", setting) }

    /// Sends the end of the open file dialogue, with this file chosen.
    package func forge(file: String) throws { try act("ForgeFiles", file) }

    /// Sends a lock state so many times.
    package func forge(isLocked: Bool, times: Int = 1) throws { try act("ForgeLock", isLocked ? "1" : "0", "\(times)") }

    /// Sends that each connection, the stranger's included, has become the owner of a name.
    package func forge(ownerOf name: String) throws { try act("ForgeOwner", name) }

    private func act(_ method: String, _ arguments: String...) throws {
        let call = try gdbus(
            call: "org.oriel.Test.\(method)", arguments, of: "org.oriel.\(role)", at: "/org/oriel/test", on: address)
        defer { call.stop() }
        guard call.wait(.seconds(10)) == .code(0) else { throw TestSupportError("\(method): \(call.standardError)") }
    }

    /// Stops it from answering, or lets it go on (SIGSTOP, SIGCONT).
    package func setStopped(_ isStopped: Bool) { child.send(isStopped ? SIGSTOP : SIGCONT) }

    /// Ends it, and gives its name back.
    package func stop() { child.stop(grace: .zero) }
}
