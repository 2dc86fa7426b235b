/// Active → restoring: requests the delegate to bring its user interface back.
extension PictureInPictureSession {
    /// Requests a restore for the return button, `stopPictureInPicture()` or the foreground; all share one request and
    /// its answer.
    mutating func restore(_ cause: RestoreCause) {
        switch phase {
        case .active: deferred = .restore(cause)
        // A start past its point of no return completes first; the restore follows *didStart*.
        case .starting: if isBound { deferred = deferred ?? .restore(cause) } else { failStart(.cancelled) }
        case .idle, .waiting, .requesting, .restoring, .stopping: break
        }
    }

    var isBound: Bool { (departure?.stage ?? .preparing) >= .bound }

    mutating func runDeferred() {
        guard case .active = phase, let wish = deferred else { return }
        switch wish {
        case .end(let reason): end(reason)
        // If this session takes part in a transition, that may restore it; if it doesn't, this restore follows later.
        case .restore(let cause) where world.slot.transition != .own: beginRestore(cause)
        case .restore: break
        }
    }

    private mutating func beginRestore(_ cause: RestoreCause) {
        deferred = nil
        let token = RestoreToken(session: generation, attempt: next(\.restore))
        phase = .restoring(Restore(token: token, cause: cause))
        emit(.broker(.restoring))
        callback(.restore(token))
        arm(.restore)
        arm(.restoreWarning)
    }

    mutating func restoreAnswered(_ token: RestoreToken, _ answer: Bool) {
        guard case .restoring(var restore) = phase, restore.token == token, restore.answer == nil else {
            return emit(.log(.restoreAnswerIgnored(answer)))
        }
        restore.answer = answer
        phase = .restoring(restore)
        cancel(.restoreWarning)
        guard let arrival = restore.swap else {
            cancel(.restore)
            return answer ? leaveRestored() : leaveUnrestored(.restoreRejected)
        }
        if answer {
            restored(arrival)
        } else if arrival.isAlone {
            rollBack(tells: .stayed)
        } else {
            rollBack(tells: .answer(.restored(false), arrival.transaction))
        }
    }

    /// The answer was `true`: shows the window and ends the session.
    mutating func leaveRestored() {
        guard case .restoring(let restore) = phase else { return }
        cancel(.restore, .restoreWarning, .swap)
        beginStop(restore.cause.reason, window: .restored, mode: restore.swap?.mode ?? modeAtStart)
    }

    private mutating func leaveUnrestored(_ reason: StopReason) {
        beginStop(overlay == nil ? .surfaceClosed : reason, window: overlay == nil ? nil : .returned)
    }

    mutating func restoreTimedOut() {
        switch phase {
        case .restoring(let restore):
            cancel(.restoreWarning)
            guard let arrival = restore.swap else { return leaveUnrestored(.restoreTimedOut) }
            rollBack(tells: arrival.isAlone ? .stayed : .answer(.failed(.restoreTimedOut), arrival.transaction))
        case .stopping:
            // No window was committed within the limit; the session ends without it.
            emit(.log(.takenAsPresented))
            windowPresented()
        default: break
        }
    }
}
