public import OrielPlatform
import SystemPackage

/// Reports whether the user's session is locked and whether the machine sleeps, according to logind (`LockedHint` of
/// `org.freedesktop.login1.Session`, `PrepareForSleep` of its manager). Desktops set the hint, most standalone
/// compositors don't. Only for the loop's thread; the loop must outlive it.
public final class LoginSession {
    private let service: BusService
    private let identifier: String
    /// Whether the session is locked. False before logind has answered; keeps its value while logind is absent.
    public private(set) var isLocked = false
    /// Runs after a change of `isLocked`.
    public var onChange: (Bool) -> Void = { _ in }
    /// Runs with true before the machine sleeps, and with false after it has woken up.
    public var onSleep: (Bool) -> Void = { _ in }
    /// Runs when logind or the bus fails to answer.
    public var onFailure: (PlatformError) -> Void = { _ in }

    private static let manager = "org.freedesktop.login1"
    private static let managerInterface = "org.freedesktop.login1.Manager"
    private static let session = "org.freedesktop.login1.Session"
    private static let properties = "org.freedesktop.DBus.Properties"

    /// Requests the state from logind. The answer comes from the loop. Repeats the request when logind restarts.
    /// - Parameter identifier: ID of the session (`XDG_SESSION_ID`); nil for this process's session, or else the user's
    ///   graphical one.
    /// - Throws: `PlatformError`, as `SessionBus.init` does.
    public init(_ buses: BusConnections, identifier: String? = nil) throws(PlatformError) {
        service = try BusService(Self.manager, on: buses.system())
        self.identifier = identifier ?? "auto"
        service.onOwnerChange = { [unowned self] isOwned in
            guard isOwned else { return }
            attempt { () throws(PlatformError) in try ask() }
        }
        let sleep = BusService.Signal(
            path: "/org/freedesktop/login1", interface: Self.managerInterface, member: "PrepareForSleep")
        try service.listen(for: sleep) { [unowned self] message in
            if let isAsleep = try? message.boolean() { onSleep(isAsleep) }
        }
        try ask()
    }

    /// Requests the session's object path, then its lock state.
    private func ask() throws(PlatformError) {
        try service.call(
            "/org/freedesktop/login1", Self.managerInterface, "GetSession", [.text(identifier)]
        ) { [unowned self] answer in
            attempt { () throws(PlatformError) in
                let answer = try answer.get()
                guard let path = try? answer.text("o") else { throw PlatformError("GetSession", .badMessage) }
                try askForLock(of: path)
            }
        }
    }

    /// Subscribes to changes before the request for the current value, so that no change is missed.
    private func askForLock(of path: String) throws(PlatformError) {
        let signal = BusService.Signal(path: path, interface: Self.properties, member: "PropertiesChanged")
        try service.listen(for: signal) { [unowned self] in try? note($0) }
        try service.call(path, Self.properties, "Get", [.text(Self.session), .text("LockedHint")]) {
            [unowned self] answer in
            attempt { () throws(PlatformError) in
                let answer = try answer.get()
                guard let value = (try? answer.value())?.boolean else { throw PlatformError("GetSession", .badMessage) }
                note(isLocked: value)
            }
        }
    }

    /// Reads `sa{sv}as`: an interface, its changed properties, and the names of those without a value.
    private func note(_ message: BusMessage) throws(BusMessage.Malformed) {
        guard try message.text() == Self.session else { return }
        if let value = try message.options()["LockedHint"]?.boolean { note(isLocked: value) }
    }

    private func note(isLocked: Bool) {
        guard self.isLocked != isLocked else { return }
        self.isLocked = isLocked
        onChange(isLocked)
    }

    private func attempt(_ body: () throws(PlatformError) -> Void) {
        do throws(PlatformError) { try body() } catch {
            onFailure(PlatformError("GetSession", error.errno))
        }
    }
}
