public import OrielPlatform
import SystemPackage

/// One share of a window or screen by the desktop portal (`org.freedesktop.portal.ScreenCast`). Its end ends the share.
/// Only for the loop's thread; the loop must outlive it.
public final class ScreenCastPortal {
    private let portal: PortalClient
    private let limits: PortalLimits
    private var negotiation: ScreenCastNegotiation

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
        negotiation = ScreenCastNegotiation(request)
        portal = try PortalClient(Self.interface, on: buses)
        portal.onResponse = { [unowned self] message throws(BusMessage.Malformed) in try respond(message) }
        portal.onFailure = { [unowned self] in handle(.failed($0)) }
        portal.onTimeout = { [unowned self] in handle(.timedOut) }
        portal.onOwnerChange = { [unowned self] in if !$0 { handle(.gone) } }
        portal.service.onEnd = { [unowned self] in handle(.gone) }
        try portal.listenForClosedSessions { [unowned self] in handle(.closed(session: $0)) }
        handle(.start)
    }

    deinit { stop() }

    /// Ends the share; nothing is called any more.
    public func stop() { handle(.stop) }

    // MARK: Steps

    private func handle(_ input: ScreenCastNegotiation.Input) {
        let before = negotiation.phase
        let outputs = negotiation.handle(input)
        if negotiation.phase != before { setLimit() }
        for output in outputs { carryOut(output) }
    }

    private func carryOut(_ output: ScreenCastNegotiation.Output) {
        switch output {
        case .ask: askForFacts()
        case .create:
            portal.request("CreateSession") { token in
                [.options([.init("handle_token", token), .init("session_handle_token", token)])]
            }
        case .select(let session, let selection):
            portal.request("SelectSources") { [.path(session), .options(Self.options(selection, token: $0))] }
        case .begin(let session):
            portal.request("Start") { [.path(session), .text(""), .options([.init("handle_token", $0)])] }
        case .open(let session): open(session)
        case .close(let session): portal.close(session: session)
        case .end(let refusal): onEnd(refusal)
        }
    }

    private static func options(
        _ selection: ScreenCastNegotiation.Selection, token: BusArgument
    ) -> [BusArgument.Option] {
        var options: [BusArgument.Option] = [
            .init("handle_token", token), .init("types", .number(selection.sources.rawValue)),
            .init("multiple", .boolean(false)),
        ]
        if let mode = selection.cursorMode { options.append(.init("cursor_mode", .number(mode))) }
        // Kept until the user revokes it.
        if selection.persists { options.append(.init("persist_mode", .number(2))) }
        if let token = selection.restoreToken { options.append(.init("restore_token", .text(token))) }
        return options
    }

    private func setLimit() {
        switch negotiation.phase {
        case .starting: portal.setLimit(limits.choice)
        case .asking, .creating, .selecting, .opening: portal.setLimit(limits.step)
        case .idle, .shared, .ended: portal.setLimit(nil)
        }
    }

    // MARK: Calls

    private func askForFacts() {
        portal.call("GetAll", [.text(Self.interface)], of: DesktopPortal.properties) {
            [unowned self] message throws(PlatformError) in
            guard let facts = try? message.options() else { throw PlatformError("GetAll", .badMessage) }
            let numbers = facts.compactMapValues(\.number)
            // An interface that isn't there may have no properties.
            guard let version = numbers["version"], version > 0 else { throw PlatformError("GetAll", .notSupported) }
            handle(
                .facts(
                    .init(
                        version: version, sources: .init(rawValue: numbers["AvailableSourceTypes"] ?? 1),
                        cursorModes: numbers["AvailableCursorModes"] ?? 0)))
        }
    }

    private func open(_ session: String) {
        portal.call("OpenPipeWireRemote", [.path(session), .options([])]) {
            [unowned self] message throws(PlatformError) in
            let descriptor: Descriptor
            do throws(BusMessage.Malformed) { descriptor = try message.descriptor() } catch {
                throw PlatformError("OpenPipeWireRemote", .badMessage)
            }
            handle(.opened)
            guard case .shared = negotiation.phase, let stream = negotiation.stream else { return }
            onGrant(ScreenCastGrant(stream, restoreToken: negotiation.restoreToken, remote: descriptor))
        }
    }

    // MARK: Answers

    /// Handles a response: a code, 0 for success, and a dictionary.
    private func respond(_ message: BusMessage) throws(BusMessage.Malformed) {
        let code = try message.number()
        var results = ScreenCastNegotiation.Results()
        let options = try message.options()
        results.session = options["session_handle"]?.plain
        results.restoreToken = options["restore_token"]?.plain
        results.streams = ScreenCastStream.list(options["streams"])
        handle(.answered(code, results))
    }
}
