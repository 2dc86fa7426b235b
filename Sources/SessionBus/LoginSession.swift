import CSessionBus
public import OrielPlatform
import SystemPackage

/// Whether the user's session is locked, as logind tells it (`LockedHint` of `org.freedesktop.login1.Session`): desktops set
/// it, bare compositors mostly don't. The loop's thread only; the loop must outlive it.
public final class LoginSession {
    private let bus: SessionBus
    /// False before logind has answered.
    public private(set) var isLocked = false
    /// `isLocked` is another.
    public var onChange: (Bool) -> Void = { _ in }
    /// Logind, or the bus, could not tell.
    public var onFailure: (PlatformError) -> Void = { _ in }

    /// Asks logind. The answer comes from the loop.
    /// - Parameters:
    ///   - identifier: the session's (`XDG_SESSION_ID`); nil takes that which this process belongs to, or else the user's
    ///     graphical one.
    ///   - scope: the bus that logind is on.
    /// - Throws: as `SessionBus.init` does.
    public init(
        loop: EventLoop, identifier: String? = nil, scope: SessionBus.Scope = .system
    ) throws(PlatformError) {
        bus = try SessionBus(loop: loop, scope: scope)
        let context = Unmanaged.passUnretained(self).toOpaque()
        // The handler runs within `bus`, which this object owns.
        let result = oriel_bus_watch_lock(
            bus.pointer, identifier ?? "auto",
            { context, answer in
                guard let context else { return }
                Unmanaged<LoginSession>.fromOpaque(context).takeUnretainedValue().answered(answer)
            }, context)
        guard result == 0 else { throw PlatformError("sd_bus_call_async", Errno(rawValue: -result)) }
        bus.wait()
    }

    private func answered(_ answer: CInt) {
        guard answer >= 0 else { return onFailure(PlatformError("GetSession", Errno(rawValue: -answer))) }
        guard isLocked != (answer == 1) else { return }
        isLocked = answer == 1
        onChange(isLocked)
    }
}
