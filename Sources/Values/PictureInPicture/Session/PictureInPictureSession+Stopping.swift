/// The end of a session: *willStop*, the surfaces, *didStop*.
extension PictureInPictureSession {
    mutating func stop() {
        switch phase {
        case .idle:
            if settings.profile == .tv, world.isBrokerReachable, world.slot.canStop { output.emit(.broker(.stopOther)) }
        case .waiting, .requesting: cancelQuietly()
        case .starting, .active: restore(.stopCall)
        case .restoring, .stopping: break
        }
    }

    /// Ends the session without a restore.
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
        output.cancel(.whenPossible)
        withdrawRequest(nil)
        phase = .idle
    }

    mutating func escape() {
        guard departure != nil, !isBound else { return }
        failStart(.cancelled)
    }

    /// Ends an active session, or one with a pending restore that no longer counts.
    mutating func end(_ reason: StopReason, transaction: TransactionIdentifier? = nil) {
        var transaction = transaction
        if case .restoring(let restore) = phase, let arrival = restore.swap {
            output.emit(.surface(.discardWindow(generation: window)))
            if !arrival.isAlone { transaction = arrival.transaction }
            tellBackground(arrival)
        }
        // If another player takes the slot, the window is shown before the overlay goes.
        beginStop(reason, window: reason == .replaced ? .returned : nil, transaction: transaction)
    }

    /// Delivers *willStop* and begins the end.
    /// - Parameter window: purpose of the window shown before the overlay goes; nil if none is shown.
    mutating func beginStop(
        _ reason: StopReason, window purpose: WindowPurpose?, mode: WindowMode? = nil,
        transaction: TransactionIdentifier? = nil
    ) {
        output.cancelAllTimers()
        deferred = nil
        if purpose == .restored { world.isForeground = true } else { output.emit(suspension.pauseForGood()) }
        phase = .stopping(
            Stop(reason: reason, step: purpose == nil ? .overlay : .window, transaction: transaction))
        callback(.willStop, transaction)
        guard let purpose else { return dismissOverlay() }
        showWindow(mode ?? modeAtStart, purpose)
        if world.isDark { windowPresented() } else { arm(.restore) }
    }

    mutating func showWindow(_ mode: WindowMode, _ purpose: WindowPurpose) {
        let request = WindowRequest(mode: mode, purpose: purpose)
        output.emit(.surface(.showWindow(generation: counters.next(\.window), request)))
    }

    /// Removes the overlay. At once if it isn't visible or another takes its place, otherwise animated.
    private mutating func dismissOverlay() {
        guard case .stopping(var stop) = phase else { return }
        stop.step = .overlay
        phase = .stopping(stop)
        guard let overlay, !overlay.isClosing, !world.isDark, suspension.isEmpty, stop.reason != .replaced else {
            removeOverlay()
            return finishStop()
        }
        output.emit(.surface(.removeOverlay(generation: overlay.generation, animated: true)))
        arm(.transition)
    }

    mutating func removeOverlay() {
        guard let overlay else { return }
        output.emit(.surface(.removeOverlay(generation: overlay.generation, animated: false)))
    }

    /// - Parameter isLate: the animation didn't end in time, so the overlay is removed without it.
    mutating func overlayRemoved(isLate: Bool) {
        guard case .stopping(let stop) = phase, stop.step == .overlay else { return }
        if isLate { removeOverlay() }
        finishStop()
    }

    mutating func finishStop() {
        guard case .stopping(let stop) = phase else { return }
        output.cancelAllTimers()
        // Only a restore gets here with playback paused by a suspension; all other ends pause for good.
        if !world.isLocked { output.emit(suspension.resume()) }
        let transaction = stop.swap?.transaction ?? stop.transaction
        lastReason = stop.reason
        clear()
        callback(.didStop(stop.reason), transaction)
        output.emit(
            .broker(
                stop.swap.map { .answer(.finished, $0.transaction) }
                    ?? stop.transaction.map { .answer(.ended(stop.reason), $0) } ?? .ended(stop.reason)))
    }

    // MARK: - The window

    mutating func windowCommitted() {
        guard case .stopping(let stop) = phase, stop.isWaitingForWindow else { return }
        output.cancel(.restore)
        arm(.present)
    }

    mutating func windowPresented() {
        guard case .stopping(let stop) = phase, stop.isWaitingForWindow else { return }
        output.cancel(.restore, .present)
        if stop.swap == nil { dismissOverlay() } else { swapPresented() }
    }

    /// The user closed the restored window: the overlay goes as well.
    mutating func windowClosed() {
        guard case .stopping(var stop) = phase, stop.step == .window || (stop.swap?.stage ?? .preparing) >= .showing
        else { return }
        stop.reason = .userClosed
        stop.transaction = stop.swap?.transaction ?? stop.transaction
        stop.swap = nil
        phase = .stopping(stop)
        output.emit(suspension.pauseForGood())
        output.emit(.surface(.hideWindow))
        removeOverlay()
        finishStop()
    }

    mutating func presentTimedOut() {
        if let swap {
            guard swap.stage == .showing else { return }
            if swap.awaitsExchange { return stopExchanging() }
            output.emit(.log(.takenAsPresented))
            if swap.window == nil { overlay?.stage = .presented }
            swapPresented()
        } else if case .stopping = phase {
            output.emit(.log(.takenAsPresented))
            windowPresented()
        }
    }

    /// Ends everything without callbacks after the controller's release; only the broker is informed.
    mutating func release() {
        output.cancelAllTimers()
        removeOverlay()
        if case .restoring(let restore) = phase, restore.swap != nil {
            output.emit(.surface(.discardWindow(generation: window)))
        }
        if arrival?.stage ?? .preparing >= .showing { output.emit(.surface(.hideWindow)) }
        output.emit(.broker(.leave))
        clear()
        queuedStart = nil
        isReleased = true
    }
}
