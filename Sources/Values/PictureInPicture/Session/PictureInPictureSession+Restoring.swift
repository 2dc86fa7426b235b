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
        case .restore(let cause) where world.slot.transition != .own: beginRestore(cause, nil)
        case .restore: break
        }
    }

    /// - Parameter swap: the swap that requests it; nil if the session leaves alone.
    mutating func beginRestore(_ cause: RestoreCause, _ swap: Swap?) {
        deferred = nil
        let token = RestoreToken(session: generation, attempt: counters.next(\.restore))
        phase = .restoring(Restore(token: token, cause: cause, swap: swap))
        if swap == nil { output.emit(.broker(.restoring)) }
        if let swap, swap.style == .handoff {
            isBackground = false
            callback(.foreground, swap.transaction)
            self.swap?.isForegroundTold = true
        }
        callback(.restore(token), swap?.transaction)
        if let swap { drawWindow(of: swap) }
        arm(.restore)
        arm(.restoreWarning)
        if swap != nil { arm(.swap) }
    }

    mutating func restoreAnswered(_ token: RestoreToken, _ answer: Bool) {
        guard case .restoring(var restore) = phase, restore.token == token, restore.answer == nil else {
            return output.emit(.log(.restoreAnswerIgnored(answer)))
        }
        restore.answer = answer
        phase = .restoring(restore)
        output.cancel(.restoreWarning)
        guard let arrival = restore.swap else {
            output.cancel(.restore)
            return answer ? leaveRestored() : leaveUnrestored(.restoreRejected)
        }
        if answer {
            restored()
        } else if arrival.isAlone {
            rollBack(tells: .stayed)
        } else {
            rollBack(tells: .answer(.restored(false), arrival.transaction))
        }
    }

    /// The answer was `true`: shows the window and ends the session.
    mutating func leaveRestored() {
        guard case .restoring(let restore) = phase else { return }
        output.cancel(.restore, .restoreWarning, .swap)
        beginStop(restore.cause.reason, window: .restored, mode: restore.swap?.window?.mode ?? modeAtStart)
    }

    private mutating func leaveUnrestored(_ reason: StopReason) {
        beginStop(overlay == nil ? .surfaceClosed : reason, window: overlay == nil ? nil : .returned)
    }

    mutating func restoreTimedOut() {
        switch phase {
        case .restoring(let restore):
            output.cancel(.restoreWarning)
            guard let arrival = restore.swap else { return leaveUnrestored(.restoreTimedOut) }
            rollBack(tells: arrival.isAlone ? .stayed : .answer(.failed(.restoreTimedOut), arrival.transaction))
        case .stopping:
            // No window was committed within the limit; the session ends without it.
            output.emit(.log(.takenAsPresented))
            windowPresented()
        default: break
        }
    }
}
