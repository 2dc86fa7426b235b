import OrielTexts

/// Reason why a `CameraSource` does not film for the moment.
public enum CameraInterruption: Hashable, Sendable {
    /// The call is out of sight: its overlay is stashed, or the session is locked.
    case notAvailableInBackground
    /// Another program uses the camera alone, or the camera sends no pictures.
    case inUseByAnotherClient
}

extension CameraInterruption: CustomStringConvertible {
    /// The reason as one sentence, without a full stop.
    public var description: String {
        switch self {
        case .notAvailableInBackground: localized("the camera is off while the call is out of sight")
        case .inUseByAnotherClient: localized("another program uses the camera")
        }
    }
}
