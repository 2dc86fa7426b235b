/// A message bus of its own (`dbus-daemon`), in a folder of its own.
public final class MessageBus {
    private let folder: TemporaryFolder
    private let daemon: ChildProcess
    /// What clients put into `DBUS_SESSION_BUS_ADDRESS`.
    public let address: String

    public init() throws {
        folder = try TemporaryFolder()
        address = "unix:path=\(folder.path)/bus"
        daemon = try ChildProcess(
            "dbus-daemon",
            ["--session", "--nofork", "--nopidfile", "--nosyslog", "--address=\(address)", "--print-address=1"])
        // It says its address once it listens; the socket's file is there before.
        guard wait(.seconds(10), until: { [daemon] in daemon.standardOutput.hasPrefix(address) }) else {
            throw TestSupportError("dbus-daemon doesn't start: \(daemon.standardError)")
        }
    }

    /// Ends it, and with it every connection.
    public func stop() {
        daemon.stop(grace: .zero)
        folder.remove()
    }
}
