public import OrielPlatform
import SystemPackage

/// One share of a window or screen by the desktop portal (`org.freedesktop.portal.ScreenCast`), on its own bus
/// connection. Its end ends the share. Only for the loop's thread; the loop must outlive it.
public final class ScreenCastPortal {
    private let service: BusService
    private let applicationID: String?
    private let limits: PortalLimits
    private var negotiation: ScreenCastNegotiation
    private var request = PortalRequest()
    private var limit: EventLoop.Token?

    /// Called once, when the user has chosen.
    public var onGrant: (consuming ScreenCastGrant) -> Void = { _ in }
    /// Called once, when there is no share, or no longer. This object must outlive the call.
    public var onEnd: (ScreenCastRefusal) -> Void = { _ in }

    private static let interface = "org.freedesktop.portal.ScreenCast"
    private static let sessionInterface = "org.freedesktop.portal.Session"

    /// Asks the desktop, which shows the user a dialogue. All answers come from the loop.
    /// - Parameters:
    ///   - applicationID: name of the program's desktop entry; nil to name none.
    ///   - address: address of the bus; nil for the user's bus.
    /// - Throws: `PlatformError`, as `SessionBus.init` does.
    public init(
        loop: EventLoop, applicationID: String?, request: ScreenCastRequest, limits: PortalLimits = PortalLimits(),
        address: String? = nil
    ) throws(PlatformError) {
        self.applicationID = applicationID
        self.limits = limits
        negotiation = ScreenCastNegotiation(request)
        service = try BusService(DesktopPortal.name, on: SessionBus(loop: loop, address: address))
        // The portal need not run yet: the first call starts it.
        service.onOwnerChange = { [unowned self] in if !$0 { handle(.gone) } }
        service.onEnd = { [unowned self] in handle(.gone) }
        try listen()
        handle(.start)
    }

    deinit { endLimit() }

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
        case .ask:
            DesktopPortal.register(applicationID, with: service)
            attempt { () throws(PlatformError) in try askForFacts() }
        case .create:
            request = PortalRequest()
            let token = BusArgument.text(request.token)
            ask("CreateSession", [.options([.init("handle_token", token), .init("session_handle_token", token)])])
        case .select(let session, let selection):
            request = PortalRequest()
            ask("SelectSources", [.path(session), .options(options(selection))])
        case .begin(let session):
            request = PortalRequest()
            ask("Start", [.path(session), .text(""), .options([.init("handle_token", .text(request.token))])])
        case .open(let session): open(session)
        case .close(let session): try? service.call(session, Self.sessionInterface, "Close", []) { _ in }
        case .end(let refusal): onEnd(refusal)
        }
    }

    private func options(_ selection: ScreenCastNegotiation.Selection) -> [BusArgument.Option] {
        var options: [BusArgument.Option] = [
            .init("handle_token", .text(request.token)), .init("types", .number(selection.sources.rawValue)),
            .init("multiple", .boolean(false)),
        ]
        if let mode = selection.cursorMode { options.append(.init("cursor_mode", .number(mode))) }
        // Kept until the user revokes it.
        if selection.persists { options.append(.init("persist_mode", .number(2))) }
        if let token = selection.restoreToken { options.append(.init("restore_token", .text(token))) }
        return options
    }

    private func setLimit() {
        endLimit()
        let patience: Duration? =
            switch negotiation.phase {
            case .starting: limits.choice
            case .asking, .creating, .selecting, .opening: limits.step
            case .idle, .shared, .ended: nil
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

    // MARK: Calls

    private func askForFacts() throws(PlatformError) {
        try service.call(DesktopPortal.path, "org.freedesktop.DBus.Properties", "GetAll", [.text(Self.interface)]) {
            [unowned self] answer in
            attempt { () throws(PlatformError) in
                let message = try answer.get()
                var numbers: [String: UInt32] = [:]
                do throws(BusMessage.Malformed) {
                    try message.dictionary(of: "v") { (name) throws(BusMessage.Malformed) in
                        numbers[name] = try message.variant(of: "u") { () throws(BusMessage.Malformed) in
                            try message.number()
                        }
                    }
                } catch { throw PlatformError("GetAll", .badMessage) }
                // An interface that isn't there may have no properties.
                guard let version = numbers["version"], version > 0 else {
                    throw PlatformError("GetAll", .notSupported)
                }
                handle(
                    .facts(
                        .init(
                            version: version, sources: .init(rawValue: numbers["AvailableSourceTypes"] ?? 1),
                            cursorModes: numbers["AvailableCursorModes"] ?? 0)))
            }
        }
    }

    /// Calls a method that a request object answers.
    private func ask(_ member: String, _ arguments: [BusArgument]) {
        let token = request.token
        attempt { () throws(PlatformError) in
            try service.call(DesktopPortal.path, Self.interface, member, arguments) { [unowned self] answer in
                // A later request has another token.
                guard token == request.token else { return }
                attempt { () throws(PlatformError) in
                    let message = try answer.get()
                    request.path = try? message.text("o")
                }
            }
        }
    }

    private func open(_ session: String) {
        attempt { () throws(PlatformError) in
            try service.call(DesktopPortal.path, Self.interface, "OpenPipeWireRemote", [.path(session), .options([])]) {
                [unowned self] answer in
                attempt { () throws(PlatformError) in
                    let message = try answer.get()
                    let descriptor: Descriptor
                    do throws(BusMessage.Malformed) { descriptor = try message.descriptor() } catch {
                        throw PlatformError("OpenPipeWireRemote", .badMessage)
                    }
                    handle(.opened)
                    guard case .shared = negotiation.phase, let stream = negotiation.stream else { return }
                    onGrant(ScreenCastGrant(stream, restoreToken: negotiation.restoreToken, remote: descriptor))
                }
            }
        }
    }

    private func attempt(_ body: () throws(PlatformError) -> Void) {
        do throws(PlatformError) { try body() } catch { handle(.failed(error.errno)) }
    }

    // MARK: Answers

    private func listen() throws(PlatformError) {
        try service.listen(
            for: .init(path: nil, interface: "org.freedesktop.portal.Request", member: "Response")
        ) { [unowned self] in respond($0) }
        try service.listen(for: .init(path: nil, interface: Self.sessionInterface, member: "Closed")) {
            [unowned self] in if let path = $0.header.path { handle(.closed(session: path)) }
        }
    }

    /// Handles a response: a code, 0 for success, and a dictionary.
    private func respond(_ message: BusMessage) {
        guard request.isAnswered(at: message.header.path, for: service.ownName) else { return }
        do throws(BusMessage.Malformed) {
            let code = try message.number()
            var results = ScreenCastNegotiation.Results()
            try message.dictionary(of: "v") { (name) throws(BusMessage.Malformed) in
                switch name {
                case "session_handle": results.session = try message.variant()
                case "restore_token": results.restoreToken = try message.variant()
                case "streams":
                    let list = try message.variant(of: "a(ua{sv})") { () throws(BusMessage.Malformed) in
                        try ScreenCastStream.list(from: message)
                    }
                    results.streams = list ?? []
                default: try message.skip("v")
                }
            }
            handle(.answered(code, results))
        } catch { handle(.failed(.badMessage)) }
    }
}
