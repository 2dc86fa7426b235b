import OrielPictureInPicture
import OrielPlayer
import OrielPlatform
import OrielSceneHandoff

/// Events of a player for `oriel watch`.
extension PlayerView {
    func publish(
        _ name: HandoffEvent.Name, _ fields: [HandoffEvent.Field] = [], transaction: TransactionIdentifier? = nil
    ) {
        state.registration?.publish(
            HandoffEvent(name, at: MonotonicClock.now, transaction: transaction, fields: fields))
    }

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

    /// Publishes that the medium can't be played, or not further.
    func publishFailure() {
        guard case .failed(let error) = player.status else { return }
        publish(.error, [.init("error", .string("\(error)"))])
    }

    /// Publishes the first presentation of a surface, with the time since the request, in milliseconds.
    func publishPresentation(at time: Duration = MonotonicClock.now) {
        var fields: [HandoffEvent.Field] = []
        if let requestTime = state.commands.requestTime {
            fields.append(.init("latency_ms", .number(Double((time - requestTime).nanoseconds) / 1e6)))
        }
        state.commands.requestTime = nil
        publish(.presented, fields)
    }
}
