import Foundation

/// Starts `gdbus call`, which waits 5 s for the answer.
/// - Parameters:
///   - name: bus name of the program that is called.
///   - address: address of the bus.
package func gdbus(
    call method: String, _ arguments: [String] = [], of name: String, at path: String, on address: String
) throws -> ChildProcess {
    try ChildProcess(
        "gdbus",
        ["call", "--address", address, "--dest", name, "--object-path", path, "--timeout", "5", "--method", method]
            + arguments)
}

extension MessageBus {
    /// Runs `playerctl` to its end.
    /// - Returns: its output; nil if it fails.
    package func playerctl(_ arguments: String...) throws -> String? {
        var environment = Executable.environment
        environment["DBUS_SESSION_BUS_ADDRESS"] = address
        let child = try ChildProcess("playerctl", arguments, environment: environment)
        defer { child.stop() }
        let exit = child.wait(.seconds(10))
        return exit == .code(0) ? child.standardOutput.trimmingCharacters(in: .whitespacesAndNewlines) : nil
    }
}
