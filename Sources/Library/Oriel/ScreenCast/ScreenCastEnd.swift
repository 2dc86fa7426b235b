import OrielPipeWire
import OrielSessionBus
import OrielTexts

/// Reason for a screen cast's end.
public enum ScreenCastEnd: Hashable, Sendable {
    /// The user has cancelled the desktop's dialogue.
    case cancelled
    /// The desktop refuses, or has ended the dialogue.
    case denied
    /// This desktop, or this machine, can't share windows or screens; with the reason.
    case unavailable(String)
    /// The desktop, its user or the shared source did not answer in time.
    case timedOut(String)
    /// The chosen screen is the only one, so Picture in Picture would show itself.
    case showsItself
    /// The shared window or screen is gone.
    case sourceGone
    /// The desktop has ended the share.
    case revoked
    /// The connection to PipeWire was lost.
    case connectionLost
    /// The desktop or PipeWire fails; with the reason.
    case failed(String)

    /// Whether a share that was granted has ended in an ordinary way.
    public var isOrdinary: Bool { self == .sourceGone || self == .revoked }

    init(_ refusal: ScreenCastRefusal) {
        self =
            switch refusal {
            case .cancelled: .cancelled
            case .denied: .denied
            case .unsupported: .unavailable(localized("the desktop's portal shares no windows or screens"))
            case .noSuchSource: .unavailable(localized("the desktop's portal doesn't share what was asked for"))
            case .failed(let errno): .failed(localized("the desktop's portal fails: \(errno)"))
            case .timedOut: .timedOut(localized("the desktop's portal has given no answer"))
            case .revoked: .revoked
            }
    }

    /// - Returns: nil for a source that its owner has stopped.
    init?(_ end: PipeWireEnd) {
        switch end {
        case .stopped: return nil
        case .gone: self = .sourceGone
        case .lost: self = .connectionLost
        case .unavailable(let reason): self = .unavailable(localized("PipeWire isn't available: \(reason)"))
        case .failed(let reason): self = .failed(localized("PipeWire can't show the source: \(reason)"))
        }
    }
}

extension ScreenCastEnd: CustomStringConvertible {
    /// The reason as one sentence, without a full stop.
    public var description: String {
        switch self {
        case .cancelled: localized("cancelled in the desktop's dialogue")
        case .denied: localized("the desktop refuses to share")
        case .unavailable(let reason), .timedOut(let reason), .failed(let reason): reason
        case .showsItself:
            localized("the chosen screen is the only one, and Picture in Picture on it would show itself")
        case .sourceGone: localized("the shared window or screen is gone")
        case .revoked: localized("the desktop has ended the share")
        case .connectionLost: localized("the connection to PipeWire was lost")
        }
    }
}
