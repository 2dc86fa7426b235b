public import OrielPlatform
import SystemPackage

/// The user's permission to film, from the desktop portal (`org.freedesktop.portal.Camera`). Only for the loop's
/// thread; the loop must outlive it.
public final class CameraPortal {
    private let portal: PortalClient
    /// The step that waits for its answer; nil once cameras are permitted, refused or not wanted any more.
    private var step: Step? = .asking

    private enum Step {
        /// The interface's version is asked for.
        case asking
        /// The user decides, unless the desktop remembers a decision.
        case requesting
    }

    /// Called once, when the user has permitted cameras. This object must outlive the call.
    public var onGrant: () -> Void = {}
    /// Called once, when there is no permission. This object must outlive the call.
    public var onEnd: (CameraRefusal) -> Void = { _ in }

    private static let interface = "org.freedesktop.portal.Camera"

    /// Asks the desktop, which asks the user unless it remembers an answer. All answers come from the loop.
    /// - Throws: `PlatformError`, as `SessionBus.init` does.
    public init(_ buses: BusConnections, limits: PortalLimits = PortalLimits()) throws(PlatformError) {
        portal = try PortalClient(Self.interface, on: buses)
        portal.onFailure = { [unowned self] errno in
            end(errno == .timedOut ? .timedOut : step == .asking ? .absent(errno) : .failed(errno))
        }
        portal.onOwnerChange = { [unowned self] in if !$0 { lose() } }
        portal.service.onEnd = { [unowned self] in lose() }
        portal.setLimit(limits.step)
        portal.askForVersion { [unowned self] version in
            guard step == .asking else { return }
            if version > 0 { request(within: limits.choice) } else { end(.absent(.notSupported)) }
        }
    }

    /// Gives the question up; nothing is called any more.
    public func stop() {
        step = nil
        portal.setLimit(nil)
    }

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

    private func request(within limit: Duration) {
        step = .requesting
        portal.setLimit(limit)
        portal.request("AccessCamera") {
            [.options([.init("handle_token", $0)])]
        } answer: {
            [unowned self] code, _ in
            guard code == 0 else { return end(code == 1 ? .denied : .failed(.permissionDenied)) }
            guard step != nil else { return }
            stop()
            onGrant()
        }
    }

    /// Handles the portal's end. Once granted, cameras need no portal.
    private func lose() { end(step == .asking ? .absent(.noSuchFileOrDirectory) : .failed(.connectionReset)) }

    private func end(_ refusal: CameraRefusal) {
        guard step != nil else { return }
        stop()
        onEnd(refusal)
    }
}
