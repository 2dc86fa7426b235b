public import OrielPlatform
import SystemPackage

/// The user's permission to film, from the desktop portal (`org.freedesktop.portal.Camera`), on a bus connection of its
/// own. Only for the loop's thread; the loop must outlive it.
public final class CameraPortal {
    private let service: BusService
    private let applicationID: String?
    private let limits: PortalLimits
    private var negotiation = CameraNegotiation()
    private var request = PortalRequest()
    private var limit: EventLoop.Token?

    /// Called once, when the user has permitted cameras. This object must outlive the call.
    public var onGrant: () -> Void = {}
    /// Called once, when there is no permission. This object must outlive the call.
    public var onEnd: (CameraRefusal) -> Void = { _ in }

    private static let interface = "org.freedesktop.portal.Camera"

    /// Asks the desktop, which asks the user unless it remembers an answer. All answers come from the loop.
    /// - Parameters:
    ///   - applicationID: name of the program's desktop entry; nil to name none.
    ///   - address: address of the bus; nil for the user's bus.
    /// - Throws: `PlatformError`, as `SessionBus.init` does.
    public init(
        loop: EventLoop, applicationID: String?, limits: PortalLimits = PortalLimits(), address: String? = nil
    ) throws(PlatformError) {
        self.applicationID = applicationID
        self.limits = limits
        service = try BusService(DesktopPortal.name, on: SessionBus(loop: loop, address: address))
        // The portal need not run yet: the first call starts it.
        service.onOwnerChange = { [unowned self] in if !$0 { handle(.gone) } }
        service.onEnd = { [unowned self] in handle(.gone) }
        try service.listen(
            for: .init(path: nil, interface: "org.freedesktop.portal.Request", member: "Response")
        ) { [unowned self] in respond($0) }
        handle(.start)
    }

    deinit { endLimit() }

    /// Gives the question up; nothing is called any more.
    public func stop() { handle(.stop) }

    /// Asks for a connection to PipeWire that shows cameras alone.
    /// - Parameter done: called once, from the loop; with nil if the portal gives none, because it fails or the user
    ///   has taken the permission back. Not called after this object's end.
    public func connect(_ done: @escaping (consuming Descriptor?) -> Void) {
        do throws(PlatformError) {
            try service.call(DesktopPortal.path, Self.interface, "OpenPipeWireRemote", [.options([])]) { answer in
                guard case .success(let message) = answer, let remote = try? message.descriptor() else {
                    return done(nil)
                }
                done(remote)
            }
        } catch { done(nil) }
    }

    /// Asks whether the machine has a camera, for this program or another.
    /// - Parameter done: called once, from the loop; with nil if the portal doesn't tell.
    public func askForPresence(_ done: @escaping (Bool?) -> Void) {
        do throws(PlatformError) {
            try service.call(
                DesktopPortal.path, "org.freedesktop.DBus.Properties", "Get",
                [.text(Self.interface), .text("IsCameraPresent")]
            ) { answer in
                guard case .success(let message) = answer else { return done(nil) }
                let value = try? message.variant(of: "b") { () throws(BusMessage.Malformed) in try message.boolean() }
                done(value.flatMap { $0 })
            }
        } catch { done(nil) }
    }

    // MARK: Steps

    private func handle(_ input: CameraNegotiation.Input) {
        let before = negotiation.phase
        let outputs = negotiation.handle(input)
        if negotiation.phase != before { setLimit() }
        for output in outputs { carryOut(output) }
    }

    private func carryOut(_ output: CameraNegotiation.Output) {
        switch output {
        case .ask:
            DesktopPortal.register(applicationID, with: service)
            attempt { () throws(PlatformError) in try askForVersion() }
        case .request:
            attempt { () throws(PlatformError) in try askForCamera() }
        case .grant: onGrant()
        case .end(let refusal): onEnd(refusal)
        }
    }

    private func setLimit() {
        endLimit()
        let patience: Duration? =
            switch negotiation.phase {
            case .requesting: limits.choice
            case .asking: limits.step
            case .idle, .granted, .ended: nil
            }
        guard let patience else { return }
        limit = service.bus.loop.schedule(after: patience) { [unowned self] in
            limit = nil
            handle(.timedOut)
        }
    }

    private func endLimit() {
        if let limit { service.bus.loop.remove(limit) }
        limit = nil
    }

    private func askForVersion() throws(PlatformError) {
        try service.call(
            DesktopPortal.path, "org.freedesktop.DBus.Properties", "Get", [.text(Self.interface), .text("version")]
        ) { [unowned self] answer in
            attempt { () throws(PlatformError) in
                let message = try answer.get()
                let version = try? message.variant(of: "u") { () throws(BusMessage.Malformed) in try message.number() }
                guard let version = version.flatMap({ $0 }) else { throw PlatformError("Get", .badMessage) }
                handle(.version(version))
            }
        }
    }

    private func askForCamera() throws(PlatformError) {
        request = PortalRequest()
        try service.call(
            DesktopPortal.path, Self.interface, "AccessCamera",
            [.options([.init("handle_token", .text(request.token))])]
        ) { [unowned self] answer in
            attempt { () throws(PlatformError) in
                let message = try answer.get()
                request.path = try? message.text("o")
            }
        }
    }

    private func attempt(_ body: () throws(PlatformError) -> Void) {
        do throws(PlatformError) { try body() } catch { handle(.failed(error.errno)) }
    }

    /// Handles a response: a code, 0 for success, and a dictionary.
    private func respond(_ message: BusMessage) {
        guard request.isAnswered(at: message.header.path, for: service.ownName) else { return }
        do throws(BusMessage.Malformed) { handle(.answered(try message.number())) } catch {
            handle(.failed(.badMessage))
        }
    }
}
