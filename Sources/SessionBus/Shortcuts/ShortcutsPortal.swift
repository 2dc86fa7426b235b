public import OrielPlatform
import SystemPackage

/// A program's global shortcuts by the desktop portal, on a bus connection of their own. Its end unbinds them. Only for
/// the loop's thread; the loop must outlive it.
public final class ShortcutsPortal {
    private let service: BusService
    private let applicationID: String?
    private let shortcuts: [ShortcutRequest]
    private var binding = ShortcutBinding()
    private var request = PortalRequest()
    /// Limit for the response to `CreateSession`, which needs no user.
    private var limit: EventLoop.Token?

    /// Called with each answer of the desktop.
    public var onReport: (ShortcutReport) -> Void = { _ in }
    /// Called when a shortcut was pressed: its name, and a token with which a window may be raised.
    public var onActivated: (String, String?) -> Void = { _, _ in }
    /// Called when the bus has closed the connection: this object is of no more use. It must outlive the call.
    public var onEnd: () -> Void = {}

    private static let interface = "org.freedesktop.portal.GlobalShortcuts"
    private static let session = "org.freedesktop.portal.Session"

    /// Version of the portal's interface; 0 before it has answered.
    public var version: UInt32 { binding.version }

    /// Asks the desktop to bind shortcuts, which may show the user a dialogue. The answer comes from the loop. Asks
    /// again when the portal restarts.
    /// - Parameters:
    ///   - applicationID: name of the program's desktop entry; nil to name none.
    ///   - address: address of the bus; nil for the user's bus.
    /// - Throws: `PlatformError`, as `SessionBus.init` does.
    public init(
        loop: EventLoop, applicationID: String?, shortcuts: [ShortcutRequest], address: String? = nil
    ) throws(PlatformError) {
        self.applicationID = applicationID
        self.shortcuts = shortcuts
        service = try BusService(DesktopPortal.name, on: SessionBus(loop: loop, address: address))
        service.onOwnerChange = { [unowned self] in handle(.portal(isPresent: $0)) }
        service.onEnd = { [unowned self] in
            endLimit()
            onEnd()
        }
        try listen()
        handle(.start)
    }

    deinit { endLimit() }

    /// Opens the desktop's settings for the shortcuts (`ConfigureShortcuts`, version 2).
    /// - Parameter done: called once the desktop has answered, with false if it can't.
    public func configure(_ done: @escaping (Bool) -> Void) {
        guard version >= 2, case .bound(let session) = binding.phase else { return done(false) }
        do throws(PlatformError) {
            try call("ConfigureShortcuts", [.path(session), .text(""), .options([])]) { answer in
                if case .success = answer { done(true) } else { done(false) }
            }
        } catch { done(false) }
    }

    // MARK: Calls

    private func handle(_ input: ShortcutBinding.Input) {
        for output in binding.handle(input) { carryOut(output) }
        if binding.phase != .creating { endLimit() }
    }

    private func carryOut(_ output: ShortcutBinding.Output) {
        switch output {
        case .ask:
            DesktopPortal.register(applicationID, with: service)
            attempt { () throws(PlatformError) in try askForVersion() }
        case .create:
            request = PortalRequest()
            limit =
                limit
                ?? service.bus.loop.schedule(after: BusService.patience) { [unowned self] in
                    limit = nil
                    handle(.failed(.timedOut))
                }
            let token = BusArgument.text(request.token)
            ask("CreateSession", [.options([.init("handle_token", token), .init("session_handle_token", token)])])
        case .bind(let session):
            request = PortalRequest()
            ask(
                "BindShortcuts",
                [
                    .path(session), .named(shortcuts.map(\.argument)), .text(""),
                    .options([.init("handle_token", .text(request.token))]),
                ])
        case .close(let session): try? service.call(session, Self.session, "Close", []) { _ in }
        case .report(let report): onReport(report)
        case .perform(let id, let token): onActivated(id, token)
        }
    }

    private func askForVersion() throws(PlatformError) {
        try service.call(
            DesktopPortal.path, "org.freedesktop.DBus.Properties", "Get", [.text(Self.interface), .text("version")]
        ) { [unowned self] answer in
            attempt { () throws(PlatformError) in
                let message = try answer.get()
                let version = try? message.variant(of: "u") { () throws(BusMessage.Malformed) in try message.number() }
                guard let version else { throw PlatformError("Get", .badMessage) }
                handle(.version(version))
            }
        }
    }

    /// Calls a method that a request object answers.
    private func ask(_ member: String, _ arguments: [BusArgument]) {
        let token = request.token
        attempt { () throws(PlatformError) in
            try call(member, arguments) { [unowned self] answer in
                // A later request has another token.
                guard token == request.token else { return }
                attempt { () throws(PlatformError) in
                    let message = try answer.get()
                    request.path = try? message.text("o")
                }
            }
        }
    }

    private func call(
        _ member: String, _ arguments: [BusArgument], _ handler: @escaping (Result<BusMessage, PlatformError>) -> Void
    ) throws(PlatformError) {
        try service.call(DesktopPortal.path, Self.interface, member, arguments, handler)
    }

    private func attempt(_ body: () throws(PlatformError) -> Void) {
        do throws(PlatformError) { try body() } catch { handle(.failed(error.errno)) }
    }

    private func endLimit() {
        if let limit { service.bus.loop.remove(limit) }
        limit = nil
    }

    // MARK: Answers

    private func listen() throws(PlatformError) {
        try hear("org.freedesktop.portal.Request", "Response", at: nil) {
            [unowned self] message throws(BusMessage.Malformed) in try respond(message)
        }
        try hear(Self.session, "Closed", at: nil) { [unowned self] message throws(BusMessage.Malformed) in
            if let path = message.header.path { handle(.closed(session: path)) }
        }
        try hear(Self.interface, "Activated") { [unowned self] message throws(BusMessage.Malformed) in
            let (session, id) = (try message.text("o"), try message.text())
            try message.skip("t")
            var token: String?
            try message.dictionary(of: "v") { (name) throws(BusMessage.Malformed) in
                guard name == "activation_token" else { return try message.skip("v") }
                token = try message.variant()
            }
            handle(.activated(session: session, id: id, token: token))
        }
        try hear(Self.interface, "ShortcutsChanged") { [unowned self] message throws(BusMessage.Malformed) in
            handle(.changed(session: try message.text("o"), try BoundShortcut.list(from: message)))
        }
    }

    private func hear(
        _ interface: String, _ member: String, at path: String? = DesktopPortal.path,
        _ handler: @escaping (BusMessage) throws(BusMessage.Malformed) -> Void
    ) throws(PlatformError) {
        let signal = BusService.Signal(path: path, interface: interface, member: member)
        try service.listen(for: signal) { try? handler($0) }
    }

    /// Handles a response: a code, 0 for success, and a dictionary.
    private func respond(_ message: BusMessage) throws(BusMessage.Malformed) {
        guard request.isAnswered(at: message.header.path, for: service.ownName) else { return }
        let code = try message.number()
        var session: String?
        var shortcuts: [BoundShortcut] = []
        try message.dictionary(of: "v") { (name) throws(BusMessage.Malformed) in
            switch name {
            case "session_handle":
                // A string, although the methods take it as an object path.
                session = try message.variant(of: "s") { () throws(BusMessage.Malformed) in try message.text() }
            case "shortcuts":
                let list = try message.variant(of: "a(sa{sv})") { () throws(BusMessage.Malformed) in
                    try BoundShortcut.list(from: message)
                }
                shortcuts = list ?? []
            default: try message.skip("v")
            }
        }
        switch binding.phase {
        case .creating: handle(.created(code, session: session))
        case .binding: handle(.answered(code, shortcuts))
        default: break
        }
    }
}
