import OrielSessionBus
import OrielTexts

/// Reason for the end of a `CameraSource`.
public enum CameraEnd: Hashable, Sendable {
    /// The user refuses, now or once before.
    case denied
    /// This desktop, or this machine, has no PipeWire; with the reason.
    case unavailable(String)
    /// The desktop or its user did not answer in time.
    case timedOut(String)
    /// The user has taken the permission back.
    case revoked
    /// The connection to PipeWire was lost, and no other came.
    case connectionLost
    /// The desktop or PipeWire fails; with the reason.
    case failed(String)

    /// - Returns: nil where cameras need no portal.
    init?(_ refusal: CameraRefusal) {
        switch refusal {
        case .denied: self = .denied
        case .absent: return nil
        case .failed(let errno): self = .failed(localized("the desktop's portal fails: \(errno)"))
        case .timedOut: self = .timedOut(localized("the desktop's portal has given no answer"))
        }
    }
}

extension CameraEnd: CustomStringConvertible {
    /// The reason as one sentence, without a full stop.
    public var description: String {
        switch self {
        case .denied: localized("the user doesn't permit the camera")
        case .unavailable(let reason), .timedOut(let reason), .failed(let reason): reason
        case .revoked: localized("the user has taken the permission for the camera back")
        case .connectionLost: localized("the connection to PipeWire was lost")
        }
    }
}
