import Glibc
import OrielCompositors
import OrielPlatform

/// The compositor of a stage.
@MainActor
protocol StageHost: AnyObject {
    /// Whether the compositor is part of this process, and the clock held.
    var isVirtual: Bool { get }
    /// Makes this process's next application its client.
    func begin()
    /// Ends the compositor, and leaves the process as it was.
    func end()
    /// Answers what the application has sent so far.
    func answer()
    /// Shows what the application has drawn.
    func refresh()
    func press(_ chord: String) throws
    func click(x: Int, y: Int, inWindowTitled title: String?) throws
    func closeWindow(titled title: String?) throws
    func setHidden(_ isHidden: Bool) throws
    func stop() throws
    func restart() throws
}

@MainActor
extension Stage.Kind {
    func makeHost(in folder: TemporaryFolder) throws -> any StageHost {
        switch self {
        case .virtual: try VirtualHost(in: folder.subfolder("run"))
        case .compositor(let name): try HeadlessHost(name)
        }
    }
}

/// Variables of this process that an application and the libraries below it look at. Nothing that an app's tests do
/// may reach the desktop of the person who runs them.
struct StageEnvironment {
    private static let others = [
        "WAYLAND_SOCKET", "DBUS_SESSION_BUS_ADDRESS", "AT_SPI_BUS_ADDRESS", "PULSE_SERVER", "PIPEWIRE_REMOTE",
    ]
    private let former: [(name: String, value: String?)]

    init(socket: String, runtimeFolder: String) {
        former = (Self.others + ["WAYLAND_DISPLAY", "XDG_RUNTIME_DIR"]).map { name in
            (name, getenv(name).map { String(cString: $0) })
        }
        for name in Self.others { unsetenv(name) }
        setenv("WAYLAND_DISPLAY", socket, 1)
        setenv("XDG_RUNTIME_DIR", runtimeFolder, 1)
    }

    func restore() {
        for (name, value) in former { if let value { setenv(name, value, 1) } else { unsetenv(name) } }
    }
}
