package import SystemPackage

/// The steps by which a program's global shortcuts become and stay bound (`org.freedesktop.portal.GlobalShortcuts`).
/// Pure: answers of the portal in, calls to it out.
///
/// The program asks for the interface's version, creates a session, and binds once in it. Only the answer to the bind
/// says which shortcuts are bound. A portal that restarts is asked again from the first step. A session that it closes
/// is replaced a few times. A refusal by the user is final.
package struct ShortcutBinding: Hashable, Sendable {
    package enum Phase: Hashable, Sendable {
        /// Nothing is asked.
        case idle
        /// The portal's version is asked for.
        case asking
        case creating
        case binding(session: String)
        case bound(session: String)
        /// The portal has gone; its return is waited for.
        case absent
        /// The portal has said no, or can't do it.
        case ended(mayRetry: Bool)
    }

    package enum Input: Hashable, Sendable {
        case start
        /// The interface's version.
        case version(UInt32)
        /// A call has failed.
        case failed(Errno)
        /// Response to the creation: its code, and the session's path.
        case created(UInt32, session: String?)
        /// Response to the bind: its code, and the bound shortcuts.
        case answered(UInt32, [BoundShortcut])
        case changed(session: String, [BoundShortcut])
        case activated(session: String, id: String, token: String?)
        case closed(session: String)
        /// The portal has appeared on the bus, or gone.
        case portal(isPresent: Bool)
    }

    package enum Output: Hashable, Sendable {
        /// Ask for the version.
        case ask
        case create
        case bind(session: String)
        case close(session: String)
        case report(ShortcutReport)
        /// A shortcut was pressed.
        case perform(id: String, token: String?)
    }

    package private(set) var phase = Phase.idle
    /// Version of the interface; 0 before it is known.
    package private(set) var version: UInt32 = 0
    /// How often a closed session was replaced since the last sign that the shortcuts work.
    private var replacements = 0
    private static let mostReplacements = 3

    package init() {}

    package mutating func handle(_ input: Input) -> [Output] {
        switch (input, phase) {
        case (.start, .idle), (.start, .ended): return ask()
        case (.version(let version), .asking):
            self.version = version
            phase = .creating
            return [.create]
        case (.failed(let errno), .asking):
            // The bus answers for a portal that it can't start, a portal for an interface that it lacks.
            return end(.unsupported(errno), mayRetry: true)
        case (.failed(let errno), .creating): return end(.failed(errno), mayRetry: true)
        case (.failed(let errno), .binding(let session)):
            return [.close(session: session)] + end(.failed(errno), mayRetry: true)
        case (.created(0, let session?), .creating):
            phase = .binding(session: session)
            return [.bind(session: session)]
        case (.created(let code, _), .creating):
            return end(code == 1 ? .denied : .failed(.ioError), mayRetry: code != 1)
        case (.answered(0, let shortcuts), .binding(let session)):
            phase = .bound(session: session)
            return [.report(.bound(shortcuts))]
        case (.answered(let code, _), .binding(let session)):
            return [.close(session: session)] + end(code == 1 ? .denied : .failed(.ioError), mayRetry: code != 1)
        case (.changed(let session, let shortcuts), .bound(let present)) where session == present:
            return [.report(.bound(shortcuts))]
        case (.activated(let session, let id, let token), .bound(let present)) where session == present:
            replacements = 0
            return [.perform(id: id, token: token)]
        case (.closed(let session), .binding(let present)) where session == present:
            return end(.closed, mayRetry: false)
        case (.closed(let session), .bound(let present)) where session == present:
            guard replacements < Self.mostReplacements else { return end(.closed, mayRetry: false) }
            replacements += 1
            phase = .creating
            return [.create]
        case (.portal(isPresent: false), .asking), (.portal(isPresent: false), .creating),
            (.portal(isPresent: false), .binding), (.portal(isPresent: false), .bound):
            phase = .absent
            return [.report(.gone)]
        case (.portal(isPresent: true), .absent), (.portal(isPresent: true), .ended(mayRetry: true)): return ask()
        default: return []
        }
    }

    /// The present session's path.
    package var session: String? {
        switch phase {
        case .binding(let session), .bound(let session): session
        default: nil
        }
    }

    private mutating func ask() -> [Output] {
        phase = .asking
        return [.ask]
    }

    private mutating func end(_ report: ShortcutReport, mayRetry: Bool) -> [Output] {
        phase = .ended(mayRetry: mayRetry)
        return [.report(report)]
    }
}
