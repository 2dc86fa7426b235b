extension PictureInPictureSession {
    /// A time limit of the session.
    package enum Timer: String, Hashable, Sendable, CaseIterable {
        /// T_grant.
        case grant
        /// Limit of `startWhenPossible`.
        case whenPossible
        /// T_firstFrame of the overlay.
        case firstFrame
        /// T_firstFrame of a source that replaced another.
        case sourceFrame
        /// T_present.
        case present
        /// T_restore; also the limit for a window's first commit after the restore.
        case restore
        case restoreWarning
        /// T_transition.
        case transition
        /// T_swap.
        case swap
        /// Limit for the report that a closed overlay's output was removed.
        case outputRemoval
    }

    /// A running timer; its generation distinguishes it from an earlier one that fires late.
    package struct ArmedTimer: Hashable, Sendable {
        package var timer: Timer
        package var generation: UInt32
    }

    mutating func arm(_ timer: Timer) {
        let timings = settings.timings
        let duration =
            switch timer {
            case .grant: timings.grant
            case .whenPossible: Duration.zero
            case .firstFrame, .sourceFrame: timings.firstFrame
            case .present: timings.present
            case .restore: timings.restore
            case .restoreWarning: timings.restoreWarning
            case .transition: timings.transition
            case .swap: timings.swap
            case .outputRemoval: timings.outputRemoval
            }
        output.arm(timer, after: duration)
    }

    mutating func timerFired(_ timer: Timer, _ generation: UInt32) {
        guard output.end(timer, generation) else { return }
        switch timer {
        case .grant: withdrawRequest(.brokerLost)
        case .whenPossible: whenPossibleTimedOut()
        case .firstFrame: firstFrameTimedOut()
        case .sourceFrame: sourceLost()
        case .present: presentTimedOut()
        case .restore: restoreTimedOut()
        case .restoreWarning: output.emit(.log(.restoreIsSlow))
        case .transition: overlayRemoved(isLate: true)
        case .swap: giveUpSwap(.peerUnresponsive)
        case .outputRemoval: outputRemovalTimedOut()
        }
    }
}
