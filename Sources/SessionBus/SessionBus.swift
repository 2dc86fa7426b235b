import CSessionBus
import Glibc
public import OrielPlatform
import SystemPackage

/// This process's connection to the user's message bus (D-Bus), served by an event loop; nothing blocks. The loop's thread
/// only; the loop must outlive it.
///
/// The library that speaks D-Bus (sd-bus of libsystemd, libelogind or basu) is looked for at run time.
public final class SessionBus {
    package let pointer: OpaquePointer
    private let loop: EventLoop
    private var token: EventLoop.Token?
    private var timer: EventLoop.Token?
    private var hasEnded = false

    /// Whether a library that speaks D-Bus is installed.
    public static var hasLibrary: Bool { oriel_bus_function("sd_bus_start") != nil }

    /// Which bus.
    public enum Scope: Hashable, Sendable {
        /// The user's, which `DBUS_SESSION_BUS_ADDRESS` or `XDG_RUNTIME_DIR` names.
        case user
        /// The machine's, which `DBUS_SYSTEM_BUS_ADDRESS` may name.
        case system
        /// The one at an address.
        case at(String)
    }

    /// Begins to connect (`sd_bus_start`), to the user's bus unless an address says otherwise.
    /// - Throws: as the other does.
    public convenience init(loop: EventLoop, address: String? = nil) throws(PlatformError) {
        try self.init(loop: loop, scope: address.map { .at($0) } ?? .user)
    }

    /// Begins to connect (`sd_bus_start`).
    /// - Throws: `ENOSYS` where no library that speaks D-Bus is installed; whatever connecting says, such as `ENOENT` or
    ///   `ENOMEDIUM` where there is no bus.
    public init(loop: EventLoop, scope: Scope) throws(PlatformError) {
        self.loop = loop
        var opened: OpaquePointer?
        let result =
            switch scope {
            case .user: oriel_bus_open(nil, &opened)
            case .system: oriel_bus_open_system(&opened)
            case .at(let address): oriel_bus_open(address, &opened)
            }
        guard result == 0, let opened else { throw PlatformError("sd_bus_start", Errno(rawValue: -result)) }
        pointer = opened
        token = try loop.watch(oriel_bus_descriptor(opened), for: interest) { [unowned self] _ in process() }
        wait()
    }

    deinit { end() }

    /// Everything that has come is handled, and what was asked goes out.
    package func process() {
        guard !hasEnded else { return }
        var result: CInt
        repeat { result = oriel_bus_process(pointer) } while result > 0
        if result == 0 { wait() } else { end() }
    }

    /// Has the loop call back when there is something to do. To be called after something was asked; nothing is handled yet.
    package func wait() {
        guard !hasEnded, let token else { return }
        loop.update(token, for: interest)
        if let timer { loop.remove(timer) }
        let deadline = oriel_bus_deadline(pointer)
        timer =
            deadline > UInt64(Int64.max)
            ? nil
            : loop.schedule(at: .microseconds(Int64(deadline))) { [unowned self] in
                timer = nil
                process()
            }
    }

    private var interest: EventLoop.Readiness {
        let events = oriel_bus_events(pointer)
        var interest: EventLoop.Readiness = []
        if events & CInt(POLLIN) != 0 { interest.insert(.readable) }
        if events & CInt(POLLOUT) != 0 { interest.insert(.writable) }
        return interest
    }

    /// The bus is gone, or we are.
    private func end() {
        guard !hasEnded else { return }
        hasEnded = true
        if let token { loop.remove(token) }
        if let timer { loop.remove(timer) }
        oriel_bus_close(pointer)
    }
}
