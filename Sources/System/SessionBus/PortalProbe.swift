import Glibc
public import OrielPlatform
import SystemPackage

extension PlatformError {
    /// Reason why the desktop gives no answer on the session bus, as a sentence without an errno's text.
    package var busProblem: String {
        switch errno {
        case .timedOut: "the desktop's portal doesn't answer"
        case .noSuchFileOrDirectory, .connectionRefused, Errno(rawValue: ENOMEDIUM):
            SessionBus.hasLibrary ? "there is no session bus" : "none of libsystemd, libelogind and basu is installed"
        case .noRouteToHost, Errno(rawValue: ENXIO): "there is no desktop portal"
        default: "the desktop's portal has none"
        }
    }
}

/// Asks the desktop portal for an interface's version, without using it.
public enum PortalProbe {
    /// Interfaces of the portal, by the last parts of their names.
    public enum Interface: String, Sendable {
        case fileChooser = "FileChooser"
        case globalShortcuts = "GlobalShortcuts"
        case screenCast = "ScreenCast"
    }

    /// Asks, and waits for the answer. Blocks its thread.
    /// - Parameters:
    ///   - interface: the interface.
    ///   - limit: longest time to wait.
    ///   - address: address of the bus; nil for the user's bus.
    /// - Returns: the version.
    /// - Throws: `PlatformError` if there is no bus, no portal, none with the interface, or no answer in time.
    public static func version(
        of interface: Interface, within limit: Duration, address: String? = nil
    ) throws(PlatformError) -> UInt32 {
        let loop = try EventLoop()
        let portal = try PortalClient(
            "org.freedesktop.portal.\(interface.rawValue)", on: BusConnections(loop: loop, address: address))
        var result: Result<UInt32, PlatformError>?
        portal.onFailure = { result = .failure(PlatformError("Get", $0)) }
        portal.askForVersion { result = .success($0) }
        let deadline = MonotonicClock.now + limit
        while result == nil, MonotonicClock.now < deadline { loop.turn(limit: .milliseconds(100)) }
        guard let result else { throw PlatformError("Get", .timedOut) }
        return try result.get()
    }
}
