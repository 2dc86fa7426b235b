import OrielPictureInPicture

/// Callbacks of all sessions' delegates, in order.
final class Journal {
    private(set) var entries: [String] = []

    func note(_ entry: String) { entries.append(entry) }

    /// Returns the entries since the last call.
    func take() -> [String] {
        defer { entries = [] }
        return entries
    }
}

extension PictureInPictureSession.Callback {
    /// The callback's name in the contract's tables.
    var text: String {
        switch self {
        case .willStart: "willStart"
        case .didStart: "didStart"
        case .failedToStart(let error): "fTS(\(error.rawValue))"
        case .restore: "restore"
        case .cancelRestore: "cancelRestore"
        case .willStop: "willStop"
        case .didStop(let reason): "didStop(\(reason.rawValue))"
        case .foreground: "foreground"
        case .background: "background"
        case .suspendedChanged(let value): "suspended(\(value))"
        case .stashedChanged(let value): "stashed(\(value))"
        }
    }
}
