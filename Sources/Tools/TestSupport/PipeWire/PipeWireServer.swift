import Foundation

/// A private PipeWire with WirePlumber, without devices, for tests.
package final class PipeWireServer {
    private let folder: TemporaryFolder
    /// Its message bus, which WirePlumber wants.
    package let bus: MessageBus
    private var daemon: ChildProcess
    private var manager: ChildProcess?

    /// Variables of its clients' environment.
    package var environment: [String: String] {
        ["PIPEWIRE_RUNTIME_DIR": folder.path, "PIPEWIRE_REMOTE": "pipewire-0"]
    }

    /// Whether this machine's PipeWire is older than 1.0.
    package static var isOfVersion0: Bool {
        get throws {
            let child = try ChildProcess("pipewire", ["--version"])
            guard child.wait(.seconds(10)) == .code(0) else { throw TestSupportError("pipewire has no version") }
            return child.standardOutput.contains("Linked with libpipewire 0.")
        }
    }

    /// Text of the daemon's configuration.
    /// - Parameters:
    ///   - knowsPortals: whether clients that the desktop's portal connects are treated as such.
    ///   - camera: a camera's device file, such as /dev/video0.
    private static func configuration(knowsPortals: Bool, camera: String?) -> String {
        """
        context.properties = {
            core.daemon = true core.name = pipewire-0 support.dbus = \(knowsPortals) mem.allow-mlock = false
        }
        context.spa-libs = { support.* = support/libspa-support api.v4l2.* = v4l2/libspa-v4l2 }
        context.modules = [
            \(knowsPortals ? "{ name = libpipewire-module-portal }" : "")
            { name = libpipewire-module-protocol-native }
            { name = libpipewire-module-metadata }
            { name = libpipewire-module-spa-node-factory }
            { name = libpipewire-module-client-node }
            { name = libpipewire-module-adapter }
            { name = libpipewire-module-access }
            { name = libpipewire-module-link-factory }
            { name = libpipewire-module-session-manager }
        ]
        context.objects = [
            {
                factory = spa-node-factory
                args = {
                    factory.name = support.node.driver node.name = Dummy-Driver node.group = pipewire.dummy
                    priority.driver = 20000
                }
            }
            \(camera.map { camera in
                """
                {
                    factory = spa-node-factory
                    args = {
                        factory.name = api.v4l2.source api.v4l2.path = "\(camera)"
                        node.name = camera node.description = Camera media.class = Video/Source media.role = Camera
                    }
                }
                """
            } ?? "")
        ]

        """
    }

    /// Starts both; returns once a session manager is there.
    /// - Parameters:
    ///   - bus: its message bus; nil for one of its own.
    ///   - knowsPortals: whether clients that the desktop's portal connects see only what their user has permitted; the
    ///     permission store must be on the bus.
    ///   - camera: a camera's device file, which is a source named camera; nil for none.
    package init(on bus: MessageBus? = nil, knowsPortals: Bool = false, camera: String? = nil) throws {
        folder = try TemporaryFolder()
        self.bus = try bus ?? MessageBus()
        let configuration = Self.configuration(knowsPortals: knowsPortals, camera: camera)
        try Data(configuration.utf8).write(to: URL(filePath: "\(folder.path)/pipewire.conf"))
        daemon = try Self.start(in: folder, self.bus.address)
        manager = try manage()
    }

    private static func start(in folder: TemporaryFolder, _ address: String) throws -> ChildProcess {
        var environment = Executable.environment
        environment["DBUS_SESSION_BUS_ADDRESS"] = address
        environment["XDG_RUNTIME_DIR"] = folder.path
        environment["PIPEWIRE_RUNTIME_DIR"] = folder.path
        let daemon = try ChildProcess("pipewire", ["-c", "\(folder.path)/pipewire.conf"], environment: environment)
        guard wait(.seconds(10), until: { FileManager.default.fileExists(atPath: "\(folder.path)/pipewire-0") }) else {
            throw TestSupportError("pipewire doesn't start: \(daemon.standardError)")
        }
        // A session's programs may run as another user.
        chmod("\(folder.path)/pipewire-0", 0o666)
        return daemon
    }

    private func manage() throws -> ChildProcess {
        var own = Executable.environment.merging(environment) { $1 }
        own["DBUS_SESSION_BUS_ADDRESS"] = bus.address
        own["XDG_RUNTIME_DIR"] = folder.path
        own["HOME"] = folder.path
        own["XDG_STATE_HOME"] = folder.path
        let manager = try ChildProcess("wireplumber", [], environment: own)
        let isThere = try wait(.seconds(20), every: .milliseconds(50)) {
            let list = try ChildProcess("pw-cli", ["ls", "Client"], environment: own)
            defer { list.stop(grace: .zero) }
            guard list.wait(.seconds(10)) != nil else { return false }
            return list.standardOutput.contains("application.name = \"WirePlumber\"")
        }
        guard isThere else { throw TestSupportError("wireplumber doesn't start: \(manager.standardError)") }
        return manager
    }

    /// Kills PipeWire, whose clients lose their connections.
    package func kill() { daemon.stop(grace: .zero) }

    /// Starts both again, in the same place, after `kill`.
    package func restart() throws {
        manager?.stop(grace: .zero)
        try? FileManager.default.removeItem(atPath: "\(folder.path)/pipewire-0")
        daemon = try Self.start(in: folder, bus.address)
        manager = try manage()
    }

    package func stop() {
        manager?.stop(grace: .zero)
        daemon.stop(grace: .zero)
        folder.remove()
    }
}
