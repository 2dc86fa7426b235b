import OrielPictureInPicture

/// The tasks that wait for the end of a start or of a stop (`PictureInPictureController.start()`, `stop()`).
@MainActor
struct WaitingCallers {
    private var starts: [CheckedContinuation<Result<Void, PictureInPictureError>, Never>] = []
    private var stops: [CheckedContinuation<StopReason?, Never>] = []

    mutating func add(start: CheckedContinuation<Result<Void, PictureInPictureError>, Never>) { starts.append(start) }

    mutating func add(stop: CheckedContinuation<StopReason?, Never>) { stops.append(stop) }

    /// Resumes the callers whose transition ends with this callback.
    mutating func settle(_ callback: PictureInPictureSession.Callback) {
        switch callback {
        case .didStart: settleStarts(.success(()))
        case .failedToStart(let error): settleStarts(.failure(error))
        case .didStop(let reason): settleStops(reason)
        default: break
        }
    }

    /// Resumes the callers after transitions that end without a callback: a cancelled request, a restore that was
    /// rolled back.
    /// - Parameters:
    ///   - state: the state after an event.
    ///   - before: the state before it.
    mutating func settle(
        _ state: PictureInPictureTransitionState, since before: PictureInPictureTransitionState, isWaitingToStart: Bool
    ) {
        switch state {
        case .idle:
            if !isWaitingToStart { settleStarts(.failure(.cancelled)) }
            if before != .idle { settleStops(nil) }
        case .active: if before == .restoring { settleStops(nil) }
        case .requesting, .starting, .restoring, .stopping: break
        }
    }

    mutating func settleStarts(_ result: Result<Void, PictureInPictureError>) {
        let settled = starts
        starts = []
        for start in settled { start.resume(returning: result) }
    }

    /// - Parameter reason: why Picture in Picture stopped; nil if it was not active.
    mutating func settleStops(_ reason: StopReason?) {
        let settled = stops
        stops = []
        for stop in settled { stop.resume(returning: reason) }
    }
}
