import Foundation
import Glibc

/// The real accessibility bus of this machine (at-spi2-core) for a private message bus, with its registry.
package final class AccessibilityBus {
    private let folder: TemporaryFolder
    private let child: ChildProcess
    private let session: String

    package static let program = "/usr/libexec/at-spi-bus-launcher"

    /// Starts it; assistive programs are on from the beginning, or not.
    /// - Parameter address: address of the message bus.
    package init(isEnabled: Bool = true, at address: String) throws {
        folder = try TemporaryFolder()
        session = address
        let environment = Executable.environment.merging([
            "DBUS_SESSION_BUS_ADDRESS": address, "XDG_RUNTIME_DIR": folder.path, "GSETTINGS_BACKEND": "memory",
        ]) { $1 }
        child = try ChildProcess(Self.program, ["--launch-immediately"], environment: environment)
        guard try wait(.seconds(10), every: .milliseconds(50), until: { try self.address != nil }) else {
            throw TestSupportError("the accessibility bus doesn't start: \(child.standardError)")
        }
        if isEnabled { try set(isEnabled: true) }
    }

    /// Its address; nil before it runs.
    package var address: String? {
        get throws {
            let answer = try call("org.a11y.Bus.GetAddress")
            return answer.split(separator: "'").dropFirst().first.map(String.init)
        }
    }

    /// Tells programs that an assistive program has come or gone.
    package func set(isEnabled: Bool) throws {
        _ = try call(
            "org.freedesktop.DBus.Properties.Set", "org.a11y.Status", "IsEnabled", "<\(isEnabled)>")
    }

    private func call(_ method: String, _ arguments: String...) throws -> String {
        let child = try ChildProcess(
            "gdbus",
            [
                "call", "--address", session, "--dest", "org.a11y.Bus", "--object-path", "/org/a11y/bus", "--timeout",
                "5", "--method", method,
            ] + arguments)
        defer { child.stop() }
        return child.wait(.seconds(10)) == .code(0) ? child.standardOutput : ""
    }

    private var bus: Int32? { ProcessTree.find("dbus-daemon", under: child.pid) }

    /// Stops the bus itself from answering, or lets it go on (SIGSTOP, SIGCONT).
    package func setStopped(_ isStopped: Bool) {
        if let bus { kill(bus, isStopped ? SIGSTOP : SIGCONT) }
    }

    /// Ends it, with its bus.
    package func stop() {
        let bus = bus
        child.stop(grace: .zero)
        if let bus { kill(bus, SIGKILL) }
        folder.remove()
    }
}
