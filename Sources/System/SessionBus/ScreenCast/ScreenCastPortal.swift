public import OrielPlatform
import SystemPackage

/// One share of a window or screen by the desktop portal (`org.freedesktop.portal.ScreenCast`). Its end ends the share.
/// Only for the loop's thread; the loop must outlive it.
public final class ScreenCastPortal {
    private let portal: PortalClient
    private let limits: PortalLimits
    private var phase = Phase.asking
    /// Path of the portal's session; nil before there is one, and after its end.
    private var session: String?

    private enum Phase {
        /// The interface's properties are asked for.
        case asking
        /// The portal has answered: the user chooses, or has chosen.
        case underWay
        case ended
    }

    /// Called once, when the user has chosen.
    public var onGrant: (consuming ScreenCastGrant) -> Void = { _ in }
    /// Called once, when there is no share, or no longer. This object must outlive the call.
    public var onEnd: (ScreenCastRefusal) -> Void = { _ in }

    private static let interface = "org.freedesktop.portal.ScreenCast"

    /// Asks the desktop, which shows the user a dialogue. All answers come from the loop.
    /// - Throws: `PlatformError`, as `SessionBus.init` does.
    public init(
        _ buses: BusConnections, request: ScreenCastRequest, limits: PortalLimits = PortalLimits()
    ) throws(PlatformError) {
        self.limits = limits
        portal = try PortalClient(Self.interface, on: buses)
        portal.onFailure = { [unowned self] errno in
            end(errno == .timedOut ? .timedOut : phase == .asking ? .unsupported(errno) : .failed(errno))
        }
        portal.onOwnerChange = { [unowned self] in if !$0 { lose() } }
        portal.service.onEnd = { [unowned self] in lose() }
        try portal.listenForClosedSessions { [unowned self] in if $0 == session { lose() } }
        ask(for: request)
    }

    deinit { stop() }

    /// Ends the share; nothing is called any more.
    public func stop() {
        phase = .ended
        portal.setLimit(nil)
        if let session { portal.close(session: session) }
        session = nil
    }

    private func end(_ refusal: ScreenCastRefusal) {
        guard phase != .ended else { return }
        stop()
        onEnd(refusal)
    }

    /// Handles the end of the session or of the portal, after which there is no session to close.
    private func lose() {
        session = nil
        end(phase == .asking ? .unsupported(.noSuchFileOrDirectory) : .revoked)
    }

    // MARK: Steps

    private func ask(for request: ScreenCastRequest) {
        portal.setLimit(limits.step)
        portal.call("GetAll", [.text(Self.interface)], of: DesktopPortal.properties) {
            [unowned self] message throws(PlatformError) in
            guard let facts = try? message.options() else { throw PlatformError("GetAll", .badMessage) }
            let numbers = facts.compactMapValues(\.number)
            // An interface that isn't there may have no properties.
            guard let version = numbers["version"], version > 0 else { throw PlatformError("GetAll", .notSupported) }
            guard phase == .asking else { return }
            let options = request.options(
                version: version, sources: .init(rawValue: numbers["AvailableSourceTypes"] ?? 1),
                cursorModes: numbers["AvailableCursorModes"] ?? 0)
            if let options { create(options) } else { end(.noSuchSource) }
        }
    }

    private func create(_ options: [BusArgument.Option]) {
        phase = .underWay
        portal.setLimit(limits.step)
        portal.createSession { [unowned self] code, path in
            guard succeeds(code) else { return }
            guard let path else { return end(.failed(.badMessage)) }
            session = path
            portal.setLimit(limits.step)
            portal.request("SelectSources") { token in
                [.path(path), .options([.init("handle_token", token)] + options)]
            } answer: { [unowned self] code, _ in
                if succeeds(code) { start(path) }
            }
        }
    }

    private func start(_ session: String) {
        portal.setLimit(limits.choice)
        portal.request("Start") { token in
            [.path(session), .text(""), .options([.init("handle_token", token)])]
        } answer: { [unowned self] code, results in
            guard succeeds(code) else { return }
            guard let stream = ScreenCastStream.list(results["streams"]).first else {
                return end(.failed(.badMessage))
            }
            open(session, stream, results["restore_token"]?.plain)
        }
    }

    private func open(_ session: String, _ stream: ScreenCastStream, _ restoreToken: String?) {
        portal.setLimit(limits.step)
        portal.call("OpenPipeWireRemote", [.path(session), .options([])]) {
            [unowned self] message throws(PlatformError) in
            let descriptor: Descriptor
            do throws(BusMessage.Malformed) { descriptor = try message.descriptor() } catch {
                throw PlatformError("OpenPipeWireRemote", .badMessage)
            }
            guard phase == .underWay else { return }
            portal.setLimit(nil)
            onGrant(ScreenCastGrant(stream, restoreToken: restoreToken, remote: descriptor))
        }
    }

    /// Whether the present step has succeeded, by the code of its response; otherwise it is the end.
    private func succeeds(_ code: UInt32) -> Bool {
        if code != 0 { end(code == 1 ? .cancelled : .denied) }
        return phase == .underWay
    }
}
