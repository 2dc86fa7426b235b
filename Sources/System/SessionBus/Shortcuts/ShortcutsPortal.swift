public import OrielPlatform
import SystemPackage

/// A program's global shortcuts by the desktop portal. Its end unbinds them. Only for the loop's thread; the loop must
/// outlive it.
public final class ShortcutsPortal {
    private let portal: PortalClient
    private let shortcuts: [ShortcutRequest]
    private var binding = ShortcutBinding()

    /// Called with each answer of the desktop.
    public var onReport: (ShortcutReport) -> Void = { _ in }
    /// Called when a shortcut was pressed: its name, and a token with which a window may be raised.
    public var onActivated: (String, String?) -> Void = { _, _ in }
    /// Called when the bus has closed the connection: this object is of no more use. It must outlive the call.
    public var onEnd: () -> Void = {}

    private static let interface = "org.freedesktop.portal.GlobalShortcuts"

    /// Version of the portal's interface; 0 before it has answered.
    public var version: UInt32 { binding.version }

    /// Asks the desktop to bind shortcuts, which may show the user a dialogue. The answer comes from the loop. Asks
    /// again when the portal restarts.
    /// - Throws: `PlatformError`, as `SessionBus.init` does.
    public init(_ buses: BusConnections, shortcuts: [ShortcutRequest]) throws(PlatformError) {
        self.shortcuts = shortcuts
        portal = try PortalClient(Self.interface, on: buses)
        portal.onResponse = { [unowned self] message throws(BusMessage.Malformed) in try respond(message) }
        portal.onFailure = { [unowned self] in handle(.failed($0)) }
        portal.onTimeout = { [unowned self] in handle(.failed(.timedOut)) }
        portal.onOwnerChange = { [unowned self] in handle(.portal(isPresent: $0)) }
        portal.service.onEnd = { [unowned self] in
            portal.setLimit(nil)
            onEnd()
        }
        try listen()
        handle(.start)
    }

    deinit { if let session = binding.session { portal.close(session: session) } }

    /// Opens the desktop's settings for the shortcuts (`ConfigureShortcuts`, version 2).
    /// - Parameter done: called once the desktop has answered, with false if it can't.
    public func configure(_ done: @escaping (Bool) -> Void) {
        guard version >= 2, case .bound(let session) = binding.phase else { return done(false) }
        portal.send("ConfigureShortcuts", [.path(session), .text(""), .options([])]) { answer in
            if case .success = answer { done(true) } else { done(false) }
        }
    }

    // MARK: Calls

    private func handle(_ input: ShortcutBinding.Input) {
        for output in binding.handle(input) { carryOut(output) }
        if binding.phase != .creating { portal.setLimit(nil) }
    }

    private func carryOut(_ output: ShortcutBinding.Output) {
        switch output {
        case .ask: portal.askForVersion { [unowned self] in handle(.version($0)) }
        case .create:
            // The response needs no user.
            portal.setLimit(BusService.patience)
            portal.request("CreateSession") { token in
                [.options([.init("handle_token", token), .init("session_handle_token", token)])]
            }
        case .bind(let session):
            portal.request("BindShortcuts") { token in
                [
                    .path(session), .array(of: "(sa{sv})", shortcuts.map(\.argument)), .text(""),
                    .options([.init("handle_token", token)]),
                ]
            }
        case .close(let session): portal.close(session: session)
        case .report(let report): onReport(report)
        case .perform(let id, let token): onActivated(id, token)
        }
    }

    // MARK: Answers

    private func listen() throws(PlatformError) {
        try portal.listenForClosedSessions { [unowned self] in handle(.closed(session: $0)) }
        try hear("Activated") { [unowned self] message throws(BusMessage.Malformed) in
            let (session, id) = (try message.text("o"), try message.text())
            // The time of the press.
            _ = try message.value()
            let token = try message.options()["activation_token"]?.plain
            handle(.activated(session: session, id: id, token: token))
        }
        try hear("ShortcutsChanged") { [unowned self] message throws(BusMessage.Malformed) in
            handle(.changed(session: try message.text("o"), BoundShortcut.list(try message.value())))
        }
    }

    private func hear(
        _ member: String, _ handler: @escaping (BusMessage) throws(BusMessage.Malformed) -> Void
    ) throws(PlatformError) {
        let signal = BusService.Signal(path: DesktopPortal.path, interface: Self.interface, member: member)
        try portal.service.listen(for: signal) { try? handler($0) }
    }

    /// Handles a response: a code, 0 for success, and a dictionary.
    private func respond(_ message: BusMessage) throws(BusMessage.Malformed) {
        let code = try message.number()
        let results = try message.options()
        switch binding.phase {
        // A string, although the methods take it as an object path.
        case .creating: handle(.created(code, session: results["session_handle"]?.text))
        case .binding: handle(.answered(code, BoundShortcut.list(results["shortcuts"])))
        default: break
        }
    }
}
