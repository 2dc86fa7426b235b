public import OrielPlatform
import SystemPackage

/// The user's permission to film, from the desktop portal (`org.freedesktop.portal.Camera`). Only for the loop's
/// thread; the loop must outlive it.
public final class CameraPortal {
    private let portal: PortalClient
    private let limits: PortalLimits
    private var negotiation = CameraNegotiation()

    /// Called once, when the user has permitted cameras. This object must outlive the call.
    public var onGrant: () -> Void = {}
    /// Called once, when there is no permission. This object must outlive the call.
    public var onEnd: (CameraRefusal) -> Void = { _ in }

    private static let interface = "org.freedesktop.portal.Camera"

    /// Asks the desktop, which asks the user unless it remembers an answer. All answers come from the loop.
    /// - Throws: `PlatformError`, as `SessionBus.init` does.
    public init(_ buses: BusConnections, limits: PortalLimits = PortalLimits()) throws(PlatformError) {
        self.limits = limits
        portal = try PortalClient(Self.interface, on: buses)
        portal.onResponse = { [unowned self] message throws(BusMessage.Malformed) in
            handle(.answered(try message.number()))
        }
        portal.onFailure = { [unowned self] in handle(.failed($0)) }
        portal.onTimeout = { [unowned self] in handle(.timedOut) }
        portal.onOwnerChange = { [unowned self] in if !$0 { handle(.gone) } }
        portal.service.onEnd = { [unowned self] in handle(.gone) }
        handle(.start)
    }

    /// Gives the question up; nothing is called any more.
    public func stop() { handle(.stop) }

    /// Asks for a connection to PipeWire that shows cameras alone.
    /// - Parameter done: called once, from the loop; with nil if the portal gives none, because it fails or the user
    ///   has taken the permission back. Not called after this object's end.
    public func connect(_ done: @escaping (consuming Descriptor?) -> Void) {
        portal.send("OpenPipeWireRemote", [.options([])]) { answer in
            guard case .success(let message) = answer, let remote = try? message.descriptor() else {
                return done(nil)
            }
            done(remote)
        }
    }

    /// Asks whether the machine has a camera, for this program or another.
    /// - Parameter done: called once, from the loop; with nil if the portal doesn't tell.
    public func askForPresence(_ done: @escaping (Bool?) -> Void) {
        portal.send("Get", [.text(Self.interface), .text("IsCameraPresent")], of: DesktopPortal.properties) { answer in
            guard case .success(let message) = answer else { return done(nil) }
            done((try? message.value())?.boolean)
        }
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
        case .ask: portal.askForVersion { [unowned self] in handle(.version($0)) }
        case .request: portal.request("AccessCamera") { [.options([.init("handle_token", $0)])] }
        case .grant: onGrant()
        case .end(let refusal): onEnd(refusal)
        }
    }

    private func setLimit() {
        switch negotiation.phase {
        case .requesting: portal.setLimit(limits.choice)
        case .asking: portal.setLimit(limits.step)
        case .idle, .granted, .ended: portal.setLimit(nil)
        }
    }
}
