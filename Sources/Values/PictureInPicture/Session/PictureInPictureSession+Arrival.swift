/// B's steps of a swap: leaving Picture in Picture.
extension PictureInPictureSession {
    mutating func restore(_ restoration: SwapCommand.Restoration, _ transaction: TransactionIdentifier) {
        let swap = Arrival(
            transaction: transaction, style: restoration.style, mode: restoration.mode,
            activationToken: restoration.activationToken, peer: restoration.peer,
            exchanges: restoration.style == .inPlace)
        switch phase {
        case .active: beginSwapRestore(swap)
        case .restoring(let present) where present.swap == nil: join(swap)
        case .restoring: if arrival?.transaction != transaction { refuse(transaction) }
        case .stopping(var stop):
            stop.transaction = transaction
            phase = .stopping(stop)
        case .starting: refuse(transaction)
        case .idle, .waiting, .requesting:
            emit(.broker(.answer(.ended(lastReason ?? .programmatic), transaction)))
        }
    }

    private mutating func refuse(_ transaction: TransactionIdentifier) {
        emit(.broker(.answer(.failed(.transitionInProgress), transaction)))
    }

    private mutating func beginSwapRestore(_ swap: Arrival) {
        deferred = nil
        let token = RestoreToken(session: generation, attempt: next(\.restore))
        phase = .restoring(Restore(token: token, cause: .swap, swap: swap))
        if swap.style == .handoff {
            isBackground = false
            callback(.foreground, swap.transaction)
            var told = swap
            told.isForegroundTold = true
            setArrival(told)
        }
        callback(.restore(token), swap.transaction)
        drawWindow(of: swap)
        arm(.restore)
        arm(.restoreWarning)
        arm(.swap)
    }

    /// A restore was already requested by the return button or a call: its answer serves the swap as well.
    private mutating func join(_ swap: Arrival) {
        setArrival(swap)
        drawWindow(of: swap)
        arm(.swap)
    }

    private mutating func drawWindow(of swap: Arrival) {
        emit(.surface(.drawWindow(generation: next(\.window), swap.mode, isTakenOver: swap.exchanges)))
    }

    mutating func windowDrawn() {
        guard case .restoring(let restore) = phase, var arrival = restore.swap else { return }
        arrival.isDrawn = true
        setArrival(arrival)
        if restore.answer == true { restored(arrival) }
    }

    /// The delegate answered `true`; *restored* is sent once the window is drawn too.
    mutating func restored(_ arrival: Arrival) {
        guard arrival.stage == .restoring else { return }
        if arrival.isAlone { return leaveRestored() }
        guard arrival.isDrawn else { return }
        cancel(.restore, .restoreWarning)
        var arrival = arrival
        arrival.stage = .restored
        setArrival(arrival)
        emit(.broker(.answer(.restored(true), arrival.transaction)))
    }

    /// Rolls back: stays in Picture in Picture. If the overlay is gone, the session ends instead.
    mutating func rollBack(tells message: BrokerRequest?) {
        guard case .restoring(let restore) = phase, let arrival = restore.swap else { return }
        cancel(.restore, .restoreWarning, .swap)
        emit(.surface(.discardWindow(generation: window)))
        guard overlay != nil else {
            tellBackground(arrival)
            return beginStop(
                .surfaceClosed, window: nil, transaction: arrival.isAlone ? nil : arrival.transaction)
        }
        phase = .active
        if restore.answer != false { callback(.cancelRestore, arrival.transaction) }
        tellBackground(arrival)
        if let message { emit(.broker(message)) }
        suspendForNow()
    }

    private mutating func tellBackground(_ arrival: Arrival) {
        guard arrival.isForegroundTold else { return }
        isBackground = true
        callback(.background, arrival.transaction)
    }

    /// P3: delivers *willStop*; from here on everything goes forward.
    mutating func stopArrival() {
        guard case .restoring(let restore) = phase, var arrival = restore.swap, arrival.stage == .restored else {
            return
        }
        arrival.stage = .stopping
        phase = .stopping(Stop(reason: restore.cause.reason, step: .swap, swap: arrival))
        callback(.willStop, arrival.transaction)
        emit(.broker(.answer(.stopping, arrival.transaction)))
    }

    mutating func showArrival() {
        guard var arrival, arrival.stage == .stopping else { return }
        if arrival.isOnItsOwn || !world.isConnected || overlay?.isLost == true { arrival.exchanges = false }
        arrival.stage = .showing
        setArrival(arrival)
        world.windowMode = arrival.mode
        world.isForeground = true
        if arrival.exchanges {
            emit(.surface(.exchange(generation: window, .intoWindow, with: arrival.peer)))
            arm(.present)
        } else {
            showArrivingWindow(arrival)
        }
        if world.isDark { arrivalPresented() }
    }

    private mutating func showArrivingWindow(_ arrival: Arrival) {
        emit(
            .surface(
                .showWindow(
                    generation: window,
                    WindowRequest(
                        mode: arrival.mode, purpose: .restored, activationToken: arrival.activationToken))))
        if arrival.isOnItsOwn { arm(.restore) }
    }

    mutating func arrivalPresented() {
        guard var arrival, arrival.stage == .showing else { return }
        cancel(.present, .restore)
        arrival.stage = .shown
        setArrival(arrival)
        emit(.broker(.answer(.presented, arrival.transaction)))
        advanceArrival()
    }

    mutating func advanceArrival() {
        guard let arrival else { return }
        let permission = arrival.isOnItsOwn ? .finish : arrival.permission
        switch arrival.stage {
        case .stopping: if arrival.isOnItsOwn { showArrival() }
        case .shown: if permission >= .settle { settleArrival() }
        case .settled: if permission >= .finish { finishStop() }
        case .restoring, .restored, .showing: break
        }
    }

    private mutating func settleArrival() {
        guard var arrival else { return }
        arrival.stage = .settled
        setArrival(arrival)
        if !arrival.exchanges { removeOverlay() }
        overlay = nil
        emit(.broker(.answer(.settled, arrival.transaction)))
        advanceArrival()
    }

    mutating func permitArrival(_ permission: Permission) {
        guard var arrival, arrival.stage >= .stopping else { return }
        arrival.permission = max(arrival.permission, permission)
        setArrival(arrival)
        advanceArrival()
    }

    /// A is gone: before *willStop* the restore goes on alone, after it this side goes forward.
    mutating func continueArrivalAlone() {
        guard case .restoring(let restore) = phase, var arrival = restore.swap else { return goOnAloneArriving() }
        cancel(.swap)
        arrival.isAlone = true
        setArrival(arrival)
        if restore.answer == true { leaveRestored() }
    }

    mutating func goOnAloneArriving() {
        guard var arrival, arrival.stage >= .stopping else { return }
        arrival.isOnItsOwn = true
        setArrival(arrival)
        if arrival.stage == .showing {
            // Nothing else would end the wait for a window that is never committed.
            if arrival.exchanges, !arrival.hasExchanged { stopExchangingArrival() } else { arm(.restore) }
        }
        advanceArrival()
    }

    /// The surfaces are lost with the connection: goes forward, and the window comes with the next connection.
    mutating func arriveInTheDark() {
        guard let arrival, arrival.stage == .showing else { return }
        if arrival.exchanges, !arrival.hasExchanged { stopExchangingArrival() }
        arrivalPresented()
    }

    private mutating func stopExchangingArrival() {
        guard var arrival else { return }
        arrival.exchanges = false
        setArrival(arrival)
        cancel(.present)
        showArrivingWindow(arrival)
    }

    mutating func arrivalPresentTimedOut() {
        guard let arrival, arrival.stage == .showing else { return }
        if arrival.exchanges, !arrival.hasExchanged {
            stopExchangingArrival()
        } else {
            emit(.log(.takenAsPresented))
            arrivalPresented()
        }
    }

    mutating func arrivalExchanged() {
        guard var arrival, arrival.stage == .showing, arrival.exchanges else { return }
        arrival.hasExchanged = true
        setArrival(arrival)
        arm(.present)
    }
}
