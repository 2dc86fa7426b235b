public import OrielPlatform

/// A program's connections to its user's bus and to the system's, shared by all clients. Only for the loop's thread;
/// the loop must outlive it.
///
/// Each is opened at its first use. After the bus has ended it, the next use opens another one. It is closed once this
/// object is finished or has ended, and its clients have.
public final class BusConnections {
    private let loop: EventLoop
    private let applicationID: String?
    private let address: String?
    private var userBus: SessionBus?
    private var systemBus: SessionBus?
    /// Names the program to the portal, and again after the portal's return; nil before the first use of the portal.
    private var registration: BusService?

    /// - Parameters:
    ///   - applicationID: name of the program's desktop entry, for the portal; nil to name none.
    ///   - address: address of a bus that stands in for both; nil for the user's and the system's.
    public init(loop: EventLoop, applicationID: String? = nil, address: String? = nil) {
        self.loop = loop
        self.applicationID = applicationID
        self.address = address
    }

    /// Returns the connection to the user's bus.
    /// - Throws: `PlatformError`, as `SessionBus.init` does.
    func user() throws(PlatformError) -> SessionBus { try connection(&userBus, .user) }

    /// Returns the connection to the system's bus.
    /// - Throws: `PlatformError`, as `SessionBus.init` does.
    func system() throws(PlatformError) -> SessionBus { try connection(&systemBus, .system) }

    /// Returns the desktop portal for a client. The program's name is the connection's first call of the portal, before
    /// those of any client.
    /// - Throws: `PlatformError`, as `SessionBus.init` does.
    func portal() throws(PlatformError) -> BusService {
        let bus = try user()
        if let applicationID, registration?.bus !== bus {
            // It listens before all clients, so it also handles the portal's return before them.
            let service = try BusService(DesktopPortal.name, on: bus)
            service.onOwnerChange = { [unowned service] isOwned in
                if isOwned { DesktopPortal.register(applicationID, with: service) }
            }
            DesktopPortal.register(applicationID, with: service)
            registration = service
        }
        return try BusService(DesktopPortal.name, on: bus)
    }

    /// Leaves the connections to their clients.
    public func finish() { (userBus, systemBus, registration) = (nil, nil, nil) }

    private func connection(
        _ present: inout SessionBus?, _ scope: SessionBus.Scope
    ) throws(PlatformError) -> SessionBus {
        if let present, !present.hasEnded { return present }
        let bus = try SessionBus(loop: loop, scope: address.map { .at($0) } ?? scope)
        present = bus
        return bus
    }
}
