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
        let child = try gdbus(call: method, arguments, of: "org.a11y.Bus", at: "/org/a11y/bus", on: session)
        defer { child.stop() }
        return child.wait(.seconds(10)) == .code(0) ? child.standardOutput : ""
    }

    /// Asks a program on the bus for the children of its elements without end and reads no answer in time. It leaves
    /// the processor to others (`nice`).
    /// - Parameter target: the program's name on the bus, or the number of its process.
    package func flood(_ target: String) throws -> ChildProcess {
        let child = try ChildProcess(
            "nice",
            [
                "-n", "19", "/usr/bin/python3", "-c",
                """
                import dbus, dbus.connection, sys
                bus = dbus.connection.Connection(sys.argv[1])
                def ask(method, kinds="", *words):
                    return bus.call_blocking(
                        "org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", method, kinds, words)
                ask("Hello")
                name = sys.argv[2]
                if not name.startswith(":"):
                    name = next(each for each in ask("ListNames") if each.startswith(":")
                                and str(ask("GetConnectionUnixProcessID", "s", each)) == sys.argv[2])
                print("ready", flush=True)
                while True:
                    for path in ("v1_window", "root", "none", "v1_row7"):
                        bus.call_async(name, "/org/a11y/atspi/accessible/" + path,
                                       "org.a11y.atspi.Accessible", "GetChildren", "", (), None, None)
                    bus.flush()
                """, address ?? "", target,
            ])
        guard child.waitForOutput(.seconds(20), until: { $0.contains("ready") }) else {
            throw TestSupportError("no flood: \(child.standardError)")
        }
        return child
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
