public import OrielPlatform
import SystemPackage

/// Keeps the screen on by the desktop portal (`org.freedesktop.portal.Inhibit`), for compositors without a protocol for
/// that. Only for the loop's thread; the loop must outlive it. With its end, or the process's, the screen may go dark.
///
/// The portal is first called at the first inhibition. Without a bus or a portal the screen isn't kept on.
public final class PortalInhibition {
    private let buses: BusConnections
    private var service: BusService?
    /// Object of the present inhibition; nil while there is none.
    private var request: PortalRequest?
    private var isWanted = false

    /// Called with the reason, once for each connection, if the portal doesn't keep the screen on.
    public var onFailure: (PlatformError) -> Void = { _ in }

    private static let interface = "org.freedesktop.portal.Inhibit"
    /// `flags` of `Inhibit`: the session doesn't become idle.
    private static let idle: UInt32 = 8

    public init(_ buses: BusConnections) { self.buses = buses }

    deinit { close(request?.path(for: service?.bus.ownName)) }

    /// Keeps the screen on, or no longer. Repeated calls do nothing.
    public func set(_ isWanted: Bool) {
        guard isWanted != self.isWanted else { return }
        self.isWanted = isWanted
        isWanted ? begin() : end()
    }

    private func begin() {
        do throws(PlatformError) {
            let service = if let service { service } else { try connect() }
            let request = PortalRequest()
            self.request = request
            try service.call(
                DesktopPortal.path, Self.interface, "Inhibit",
                [
                    .text(""), .number(Self.idle),
                    .options([
                        .init("handle_token", .text(request.token)), .init("reason", .text("A video is playing")),
                    ]),
                ]
            ) { [unowned self] in take($0, request.token) }
        } catch { onFailure(error) }
    }

    private func take(_ answer: Result<BusMessage, PlatformError>, _ token: String) {
        switch answer {
        case .failure(let error): if request?.token == token { onFailure(PlatformError("Inhibit", error.errno)) }
        case .success(let message):
            let path = try? message.text("o")
            // Taken back meanwhile: its object was not known, so it is closed now.
            guard request?.token == token else { return close(path) }
            request?.path = path
        }
    }

    private func end() {
        close(request?.path)
        request = nil
    }

    private func close(_ path: String?) {
        if let path, let service { DesktopPortal.close(request: path, with: service) }
    }

    private func connect() throws(PlatformError) -> BusService {
        let service = try buses.portal()
        // A portal that restarts has forgotten it.
        service.onOwnerChange = { [unowned self] isOwned in
            guard isOwned else { return request = nil }
            if isWanted, request == nil { begin() }
        }
        service.onEnd = { [unowned self, unowned service] in
            request = nil
            // Released outside of its own call; the next inhibition connects again.
            service.bus.loop.schedule(after: .zero) { [weak self] in self?.service = nil }
        }
        self.service = service
        return service
    }
}
