public import SystemPackage

/// State of a program's global shortcuts, as the desktop has answered.
public enum ShortcutReport: Hashable, Sendable {
    /// The desktop has bound these; none if the user has left all without a key.
    case bound([BoundShortcut])
    /// The user has refused.
    case denied
    /// The desktop has no portal, or one without global shortcuts.
    case unsupported(Errno)
    /// The portal has failed, or doesn't answer.
    case failed(Errno)
    /// The desktop has closed the session, more than once.
    case closed
    /// The portal has gone; the shortcuts are bound again when it returns.
    case gone
}

extension ShortcutReport: CustomStringConvertible {
    public var description: String {
        switch self {
        case .bound(let shortcuts) where shortcuts.isEmpty: "the desktop has bound none"
        case .bound(let shortcuts):
            shortcuts.map { $0.trigger.isEmpty ? $0.id : "\($0.id) (\($0.trigger))" }.joined(separator: ", ")
        case .denied: "they were refused in the desktop's dialogue"
        case .unsupported: "the desktop's portal offers none"
        case .failed(let errno): "the desktop's portal fails: \(errno)"
        case .closed: "the desktop has closed the session"
        case .gone: "the desktop's portal has gone"
        }
    }
}
