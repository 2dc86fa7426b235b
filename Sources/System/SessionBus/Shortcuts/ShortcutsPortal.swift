public import OrielPlatform
import SystemPackage

/// A program's global shortcuts by the desktop portal (`org.freedesktop.portal.GlobalShortcuts`). Its end unbinds them.
/// Only for the loop's thread; the loop must outlive it.
///
/// The program asks for the interface's version, creates a session, and binds once in it. Only the answer to the bind
/// says which shortcuts are bound. A portal that restarts is asked again from the first step. A session that it closes
/// is replaced a few times. A refusal by the user is final.
public final class ShortcutsPortal {
    private let portal: PortalClient
    private let shortcuts: [ShortcutRequest]
    private var phase = Phase.asking
    /// Path of the session in which the shortcuts are bound, or become so.
    private var session: String?
    /// How often a closed session was replaced since the last sign that the shortcuts work.
    private var replacements = 0
    private static let mostReplacements = 3

    private enum Phase {
        /// The portal's version is asked for.
        case asking
        case creating
        case binding
        case bound
        /// The portal has gone, or failed; its return is waited for.
        case waiting
        /// The portal has said no.
        case refused
    }

    /// Called with each answer of the desktop.
    public var onReport: (ShortcutReport) -> Void = { _ in }
    /// Called when a shortcut was pressed: its name, and a token with which a window may be raised.
    public var onActivated: (String, String?) -> Void = { _, _ in }
    /// Called when the bus has closed the connection: this object is of no more use. It must outlive the call.
    public var onEnd: () -> Void = {}

    private static let interface = "org.freedesktop.portal.GlobalShortcuts"

    /// Version of the portal's interface; 0 before it has answered.
    public private(set) var version: UInt32 = 0

    /// Asks the desktop to bind shortcuts, which may show the user a dialogue. The answer comes from the loop. Asks
    /// again when the portal restarts.
    /// - Throws: `PlatformError`, as `SessionBus.init` does.
    public init(_ buses: BusConnections, shortcuts: [ShortcutRequest]) throws(PlatformError) {
        self.shortcuts = shortcuts
        portal = try PortalClient(Self.interface, on: buses)
        portal.onFailure = { [unowned self] in fail($0) }
        portal.onOwnerChange = { [unowned self] isPresent in
            if isPresent, phase == .waiting { ask() }
            if !isPresent, phase != .waiting, phase != .refused { end(.gone, hasSession: false) }
        }
        portal.service.onEnd = { [unowned self] in
            portal.setLimit(nil)
            onEnd()
        }
        try listen()
        ask()
    }

    deinit { if let session { portal.close(session: session) } }

    /// Opens the desktop's settings for the shortcuts (`ConfigureShortcuts`, version 2).
    /// - Parameter done: called once the desktop has answered, with false if it can't.
    public func configure(_ done: @escaping (Bool) -> Void) {
        guard version >= 2, phase == .bound, let session else { return done(false) }
        portal.send("ConfigureShortcuts", [.path(session), .text(""), .options([])]) { answer in
            if case .success = answer { done(true) } else { done(false) }
        }
    }

    // MARK: Steps

    private func ask() {
        phase = .asking
        portal.askForVersion { [unowned self] version in
            guard phase == .asking else { return }
            self.version = version
            create()
        }
    }

    private func create() {
        phase = .creating
        // The response needs no user.
        portal.setLimit(BusService.patience)
        portal.createSession { [unowned self] code, path in
            guard phase == .creating else { return }
            guard code == 0, let path else { return refuse(code) }
            bind(in: path)
        }
    }

    private func bind(in session: String) {
        (phase, self.session) = (.binding, session)
        portal.setLimit(nil)
        portal.request("BindShortcuts") { token in
            [
                .path(session), .array(of: "(sa{sv})", shortcuts.map(\.argument)), .text(""),
                .options([.init("handle_token", token)]),
            ]
        } answer: { [unowned self] code, results in
            guard phase == .binding else { return }
            guard code == 0 else { return refuse(code) }
            phase = .bound
            onReport(.bound(BoundShortcut.list(results["shortcuts"])))
        }
    }

    private func refuse(_ code: UInt32) { end(code == 1 ? .denied : .failed(.ioError), mayRetry: code != 1) }

    private func fail(_ errno: Errno) {
        switch phase {
        // The bus answers for a portal that it can't start, a portal for an interface that it lacks.
        case .asking: end(.unsupported(errno))
        case .creating, .binding: end(.failed(errno))
        case .bound, .waiting, .refused: break
        }
    }

    /// - Parameters:
    ///   - mayRetry: whether a portal that returns is asked again.
    ///   - hasSession: whether the portal still has the session.
    private func end(_ report: ShortcutReport, mayRetry: Bool = true, hasSession: Bool = true) {
        phase = mayRetry ? .waiting : .refused
        portal.setLimit(nil)
        if hasSession, let session { portal.close(session: session) }
        session = nil
        onReport(report)
    }

    // MARK: Signals

    private func listen() throws(PlatformError) {
        try portal.listenForClosedSessions { [unowned self] path in
            guard path == session else { return }
            guard phase == .bound, replacements < Self.mostReplacements else {
                return end(.closed, mayRetry: false, hasSession: false)
            }
            replacements += 1
            session = nil
            create()
        }
        try hear("Activated") { [unowned self] message throws(BusMessage.Malformed) in
            let (session, id) = (try message.text("o"), try message.text())
            // The time of the press.
            _ = try message.value()
            let token = try message.options()["activation_token"]?.plain
            guard phase == .bound, session == self.session else { return }
            replacements = 0
            onActivated(id, token)
        }
        try hear("ShortcutsChanged") { [unowned self] message throws(BusMessage.Malformed) in
            let (session, shortcuts) = (try message.text("o"), BoundShortcut.list(try message.value()))
            if phase == .bound, session == self.session { onReport(.bound(shortcuts)) }
        }
    }

    private func hear(
        _ member: String, _ handler: @escaping (BusMessage) throws(BusMessage.Malformed) -> Void
    ) throws(PlatformError) {
        let signal = BusService.Signal(path: DesktopPortal.path, interface: Self.interface, member: member)
        try portal.service.listen(for: signal) { try? handler($0) }
    }
}
