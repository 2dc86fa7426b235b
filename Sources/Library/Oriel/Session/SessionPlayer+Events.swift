import OrielLibav
import OrielPictureInPicture
import OrielSceneHandoff

/// Events of a player for `oriel watch`.
extension SessionPlayer {
    /// Publishes a callback of the controller.
    func publish(_ callback: PictureInPictureSession.Callback, _ transaction: TransactionIdentifier?) {
        var fields: [HandoffEvent.Field] = []
        let name: HandoffEvent.Name
        switch callback {
        case .willStart: name = .willStart
        case .didStart: name = .didStart
        case .failedToStart(let error):
            name = .failedToStart
            fields = [.init("error", .string(error.rawValue))]
        case .restore: name = .restore
        case .cancelRestore: name = .cancelRestore
        case .willStop: name = .willStop
        case .didStop(let reason):
            name = .didStop
            fields = [.init("reason", .string(reason.rawValue))]
        case .foreground: name = .foreground
        case .background: name = .background
        case .suspendedChanged(let value):
            name = .suspended
            fields = [.init("suspended", .bool(value))]
        case .stashedChanged(let value):
            name = .stashed
            fields = [.init("stashed", .bool(value))]
        }
        publish(name, fields, transaction: transaction)
    }

    /// Publishes that an item or a track can't be played, or not further.
    func publish(_ error: MediaError) { publish(.error, [.init("error", .string("\(error)"))]) }
}
