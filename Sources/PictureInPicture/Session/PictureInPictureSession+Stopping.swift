/// Everything that ends a session: *willStop*, the surfaces, *didStop*.
extension PictureInPictureSession {
    mutating func stop() {
        switch phase {
        case .idle:
            if settings.profile == .tv, world.isBrokerReachable, world.slot.canStop { emit(.broker(.stopOther)) }
        case .waiting, .requesting: cancelQuietly()
        case .starting, .active: restore(.stopCall)
        case .restoring, .stopping: break
        }
    }

    /// Without a restore.
    mutating func close(_ reason: StopReason) {
        switch phase {
        case .idle: break
        case .waiting, .requesting: cancelQuietly()
        case .starting: if isBound { deferred = .end(reason) } else { failStart(.cancelled) }
        case .active, .restoring: end(reason)
        case .stopping: queuedStart = nil
        }
    }

    private mutating func cancelQuietly() {
        cancel(.whenPossible)
        withdrawRequest(nil)
        phase = .idle
    }

    mutating func escape() {
        guard departure != nil, !isBound else { return }
        failStart(.cancelled)
    }

    /// Ends an active session, or one whose answer no longer counts.
    mutating func end(_ reason: StopReason, transaction: TransactionIdentifier? = nil) {
        var transaction = transaction
        if case .restoring(let restore) = phase, let arrival = restore.swap {
            emit(.surface(.discardWindow(generation: window)))
            if !arrival.isAlone { transaction = arrival.transaction }
            if arrival.isForegroundTold {
                isBackground = true
                callback(.background, arrival.transaction)
            }
        }
        // Another picture comes in its place: the window is back before this one goes.
        beginStop(reason, window: reason == .replaced ? .returned : nil, transaction: transaction)
    }

    /// - Parameter window: why the window comes back before the overlay goes; nil where it does not.
    mutating func beginStop(
        _ reason: StopReason, window purpose: WindowPurpose?, mode: WindowMode? = nil,
        transaction: TransactionIdentifier? = nil
    ) {
        cancelAllTimers()
        deferred = nil
        if purpose != .restored { pause() }
        phase = .stopping(
            Stop(reason: reason, step: purpose == nil ? .overlay : .window, transaction: transaction))
        callback(.willStop, transaction)
        guard let purpose else { return dismissOverlay() }
        showWindow(mode ?? modeAtStart, purpose)
        if world.isLocked { windowPresented() } else { arm(.restore) }
    }

    mutating func showWindow(_ mode: WindowMode, _ purpose: WindowPurpose) {
        emit(
            .surface(
                .showWindow(
                    generation: next(\.window), WindowRequest(mode: mode, purpose: purpose, activationToken: nil))))
    }

    /// The picture leaves the screen: at once where nobody would see it go, or another takes its place.
    private mutating func dismissOverlay() {
        guard case .stopping(var stop) = phase else { return }
        stop.step = .overlay
        phase = .stopping(stop)
        guard let overlay, !overlay.isClosing, !world.isLocked, suspensions.isEmpty, stop.reason != .replaced else {
            removeOverlay()
            return finishStop()
        }
        emit(.surface(.removeOverlay(generation: overlay.generation, animated: true)))
        arm(.transition)
    }

    mutating func removeOverlay() {
        guard let overlay else { return }
        emit(.surface(.removeOverlay(generation: overlay.generation, animated: false)))
    }

    mutating func overlayRemoved() {
        guard case .stopping(let stop) = phase, stop.step == .overlay else { return }
        finishStop()
    }

    mutating func transitionTimedOut() {
        guard case .stopping(let stop) = phase, stop.step == .overlay else { return }
        removeOverlay()
        finishStop()
    }

    mutating func finishStop() {
        guard case .stopping(let stop) = phase else { return }
        cancelAllTimers()
        // Only a restore leaves this to be done; any other end paused for good.
        if !world.isLocked { resumeIfPausedBySuspension() }
        let transaction = stop.swap?.transaction ?? stop.transaction
        lastReason = stop.reason
        clear()
        callback(.didStop(stop.reason), transaction)
        emit(
            .broker(
                stop.swap.map { .answer(.finished, $0.transaction) }
                    ?? stop.transaction.map { .answer(.ended(stop.reason), $0) } ?? .ended(stop.reason)))
    }

    // MARK: - The window

    mutating func windowCommitted() {
        guard case .stopping(let stop) = phase, isWaitingForWindow(stop) else { return }
        cancel(.restore)
        arm(.present)
    }

    mutating func windowPresented() {
        guard case .stopping(let stop) = phase, isWaitingForWindow(stop) else { return }
        cancel(.restore, .present)
        if stop.swap == nil { dismissOverlay() } else { arrivalPresented() }
    }

    private func isWaitingForWindow(_ stop: Stop) -> Bool {
        stop.step == .window || stop.swap?.stage == .showing
    }

    /// The user closed the window that came back: the picture goes with it.
    mutating func windowClosed() {
        guard case .stopping(var stop) = phase, stop.step == .window || (stop.swap?.stage ?? .restoring) >= .showing
        else { return }
        stop.reason = .userClosed
        stop.transaction = stop.swap?.transaction ?? stop.transaction
        stop.swap = nil
        phase = .stopping(stop)
        pause()
        emit(.surface(.hideWindow))
        removeOverlay()
        finishStop()
    }

    /// There is no host left to wait for.
    mutating func hostViewGone() { windowPresented() }

    mutating func presentTimedOut() {
        switch phase {
        case .starting: departurePresentTimedOut()
        case .stopping(let stop):
            if stop.swap != nil { return arrivalPresentTimedOut() }
            emit(.log(.takenAsPresented))
            windowPresented()
        default: break
        }
    }

    /// The controller is gone: so is what it showed, and nobody is told but the broker.
    mutating func release() {
        cancelAllTimers()
        removeOverlay()
        if case .restoring(let restore) = phase, restore.swap != nil {
            emit(.surface(.discardWindow(generation: window)))
        }
        if arrival?.stage ?? .restoring >= .showing { emit(.surface(.hideWindow)) }
        emit(.broker(.leave))
        clear()
        queuedStart = nil
        isReleased = true
    }
}
