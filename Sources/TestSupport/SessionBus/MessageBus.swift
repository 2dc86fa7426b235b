/// A private message bus (`dbus-daemon`) in its own folder.
public final class MessageBus {
    private let folder: TemporaryFolder
    private let daemon: ChildProcess
    /// Value for `DBUS_SESSION_BUS_ADDRESS` of its clients.
    public let address: String

    public init() throws {
        folder = try TemporaryFolder()
        address = "unix:path=\(folder.path)/bus"
        daemon = try ChildProcess(
            "dbus-daemon",
            ["--session", "--nofork", "--nopidfile", "--nosyslog", "--address=\(address)", "--print-address=1"])
        // The daemon prints its address once it listens; the socket file exists earlier.
        guard wait(.seconds(10), until: { [daemon] in daemon.standardOutput.hasPrefix(address) }) else {
            throw TestSupportError("dbus-daemon doesn't start: \(daemon.standardError)")
        }
    }

    /// Ends the bus and all its connections.
    public func stop() {
        daemon.stop(grace: .zero)
        folder.remove()
    }
}
