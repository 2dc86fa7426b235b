import Foundation

/// A private message bus (`dbus-daemon`) in its own folder. It starts no services: those that the machine has installed
/// are not on it.
public final class MessageBus {
    private let folder: TemporaryFolder
    private var daemon: ChildProcess
    /// Value for `DBUS_SESSION_BUS_ADDRESS` of its clients.
    public let address: String

    public init() throws {
        folder = try TemporaryFolder()
        address = "unix:path=\(folder.path)/bus"
        let configuration = """
            <!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
             "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
            <busconfig>
              <type>session</type>
              <listen>\(address)</listen>
              <policy context="default">
                <allow send_destination="*" eavesdrop="true"/>
                <allow eavesdrop="true"/>
                <allow own="*"/>
              </policy>
            </busconfig>
            """
        try Data(configuration.utf8).write(to: URL(filePath: "\(folder.path)/bus.conf"))
        daemon = try Self.start(in: folder, address)
    }

    private static func start(in folder: TemporaryFolder, _ address: String) throws -> ChildProcess {
        let daemon = try ChildProcess(
            "dbus-daemon",
            [
                "--config-file=\(folder.path)/bus.conf", "--nofork", "--nopidfile", "--nosyslog", "--print-address=1",
            ])
        // The daemon prints its address once it listens; the socket file exists earlier.
        guard wait(.seconds(10), until: { daemon.standardOutput.hasPrefix(address) }) else {
            throw TestSupportError("dbus-daemon doesn't start: \(daemon.standardError)")
        }
        return daemon
    }

    /// Kills the bus; `restart` brings another one at its address.
    public func kill() { daemon.stop(grace: .zero) }

    /// Starts another bus at the same address.
    public func restart() throws {
        kill()
        daemon = try Self.start(in: folder, address)
    }

    /// Stops the bus from answering, or lets it go on (SIGSTOP, SIGCONT).
    public func setStopped(_ isStopped: Bool) { daemon.send(isStopped ? SIGSTOP : SIGCONT) }

    /// Number of its clients' connections.
    public var connections: Int {
        // The kernel lists a bus's accepted sockets by the path; state 03 is a connected one.
        // Its file has no length, so that Foundation would take the first piece for the whole.
        var table = Data()
        let file = FileHandle(forReadingAtPath: "/proc/net/unix")
        while let piece = try? file?.read(upToCount: 1 << 16), !piece.isEmpty { table += piece }
        let end = " \(folder.path)/bus"
        return String(decoding: table, as: UTF8.self).split(separator: "\n").count {
            $0.hasSuffix(end) && $0.split(separator: " ")[5] == "03"
        }
    }

    /// Ends the bus and all its connections.
    public func stop() {
        // A stopped process is killed, too.
        daemon.stop(grace: .zero)
        folder.remove()
    }
}
