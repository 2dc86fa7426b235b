public import OrielPlatform
import SystemPackage

/// Whether the user's session is locked, as logind tells it (`LockedHint` of `org.freedesktop.login1.Session`): desktops set
/// it, bare compositors mostly don't. The loop's thread only; the loop must outlive it.
public final class LoginSession {
    private let service: BusService
    private let identifier: String
    /// False before logind has answered; keeps its value while there is no logind.
    public private(set) var isLocked = false
    /// `isLocked` has changed.
    public var onChange: (Bool) -> Void = { _ in }
    /// Logind, or the bus, could not tell.
    public var onFailure: (PlatformError) -> Void = { _ in }

    private static let manager = "org.freedesktop.login1"
    private static let session = "org.freedesktop.login1.Session"
    private static let properties = "org.freedesktop.DBus.Properties"

    /// Asks logind. The answer comes from the loop. A logind that is started again is asked again.
    /// - Parameters:
    ///   - identifier: the session's (`XDG_SESSION_ID`); nil takes that which this process belongs to, or else the user's
    ///     graphical one.
    ///   - scope: the bus that logind is on.
    /// - Throws: as `SessionBus.init` does.
    public init(
        loop: EventLoop, identifier: String? = nil, scope: SessionBus.Scope = .system
    ) throws(PlatformError) {
        service = try BusService(Self.manager, on: SessionBus(loop: loop, scope: scope))
        self.identifier = identifier ?? "auto"
        service.onOwnerChange = { [unowned self] isOwned in
            guard isOwned else { return }
            attempt { () throws(PlatformError) in try ask() }
        }
        try ask()
    }

    /// Asks which session it is, and then for its lock.
    private func ask() throws(PlatformError) {
        try service.call(
            "/org/freedesktop/login1", "org.freedesktop.login1.Manager", "GetSession", [.text(identifier)]
        ) { [unowned self] answer in
            attempt { () throws(PlatformError) in
                let answer = try answer.get()
                guard let path = try? answer.text("o") else { throw PlatformError("GetSession", .badMessage) }
                try askForLock(of: path)
            }
        }
    }

    /// Asks for the changes before the present value, so that none is missed.
    private func askForLock(of path: String) throws(PlatformError) {
        let signal = BusService.Signal(path: path, interface: Self.properties, member: "PropertiesChanged")
        try service.listen(for: signal) { [unowned self] in try? note($0) }
        try service.call(path, Self.properties, "Get", [.text(Self.session), .text("LockedHint")]) {
            [unowned self] answer in
            attempt { () throws(PlatformError) in
                let answer = try answer.get()
                guard let value = try? lock(in: answer) else { throw PlatformError("GetSession", .badMessage) }
                note(isLocked: value)
            }
        }
    }

    /// Reads a variant of a boolean; nil if it has another type.
    private func lock(in message: BusMessage) throws(BusMessage.Malformed) -> Bool? {
        try message.variant(of: "b") { () throws(BusMessage.Malformed) in try message.boolean() }
    }

    /// Reads `sa{sv}as`: an interface, its properties that have changed, and the names of those that have to be asked for.
    private func note(_ message: BusMessage) throws(BusMessage.Malformed) {
        guard try message.text() == Self.session else { return }
        try message.dictionary(of: "v") { (name) throws(BusMessage.Malformed) in
            guard name == "LockedHint" else { return try message.skip("v") }
            if let value = try lock(in: message) { note(isLocked: value) }
        }
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
