/// B's steps of a swap: leaving Picture in Picture.
extension PictureInPictureSession {
    mutating func restore(_ restoration: SwapCommand.Restoration, _ transaction: TransactionIdentifier) {
        let swap = Swap(restoration, transaction)
        switch phase {
        case .active: beginRestore(.swap, swap)
        case .restoring(let present) where present.swap == nil:
            // A restore was already requested by the return button or a call: its answer serves the swap as well.
            self.swap = swap
            drawWindow(of: swap)
            arm(.swap)
        case .restoring where arrival?.transaction == transaction: break
        case .starting, .restoring: output.emit(.broker(.answer(.failed(.transitionInProgress), transaction)))
        case .stopping(var stop):
            stop.transaction = transaction
            phase = .stopping(stop)
        case .idle, .waiting, .requesting:
            output.emit(.broker(.answer(.ended(lastReason ?? .programmatic), transaction)))
        }
    }

    mutating func drawWindow(of swap: Swap) {
        guard let window = swap.window else { return }
        let generation = counters.next(\.window)
        output.emit(.surface(.drawWindow(generation: generation, window.mode, isTakenOver: swap.exchanges)))
    }

    mutating func windowDrawn() {
        guard case .restoring(let restore) = phase, restore.swap != nil else { return }
        swap?.isDrawn = true
        if restore.answer == true { restored() }
    }

    /// The delegate answered `true`; *restored* is sent once the window is drawn too.
    mutating func restored() {
        guard let swap, swap.stage == .preparing else { return }
        if swap.isAlone { return leaveRestored() }
        guard swap.isDrawn else { return }
        output.cancel(.restore, .restoreWarning)
        enter(.prepared, answering: .restored(true))
    }

    /// Rolls a pending restore back that belongs to a swap, and reports why; false if there is none.
    mutating func failArrival(_ error: PictureInPictureError) -> Bool {
        guard case .restoring(let restore) = phase, let swap = restore.swap, !swap.isAlone else { return false }
        rollBack(tells: .answer(.failed(error), swap.transaction))
        return true
    }

    /// Rolls back: stays in Picture in Picture. If the overlay is gone, the session ends instead.
    mutating func rollBack(tells message: BrokerRequest?) {
        guard case .restoring(let restore) = phase, let arrival = restore.swap else { return }
        output.cancel(.restore, .restoreWarning, .swap)
        output.emit(.surface(.discardWindow(generation: window)))
        guard overlay != nil else {
            tellBackground(arrival)
            return beginStop(
                .surfaceClosed, window: nil, transaction: arrival.isAlone ? nil : arrival.transaction)
        }
        phase = .active
        if restore.answer != false { callback(.cancelRestore, arrival.transaction) }
        tellBackground(arrival)
        if let message { output.emit(.broker(message)) }
        suspendForNow()
    }

    mutating func tellBackground(_ arrival: Swap) {
        guard arrival.isForegroundTold else { return }
        isBackground = true
        callback(.background, arrival.transaction)
    }

    /// P3: delivers *willStop*; from here on everything goes forward.
    mutating func stopArrival() {
        guard case .restoring(let restore) = phase, let arrival = restore.swap, arrival.stage == .prepared else {
            return
        }
        phase = .stopping(Stop(reason: restore.cause.reason, step: .swap, swap: arrival))
        callback(.willStop, arrival.transaction)
        enter(.bound, answering: .stopping)
    }

    mutating func showArrivingWindow(_ request: WindowRequest) {
        output.emit(.surface(.showWindow(generation: window, request)))
        if arrival?.isOnItsOwn == true { arm(.restore) }
    }

    /// A is gone: before *willStop* the restore goes on alone, after it this side goes forward.
    mutating func continueArrivalAlone() {
        guard case .restoring(let restore) = phase, restore.swap != nil else { return goOnAlone() }
        output.cancel(.swap)
        swap?.isAlone = true
        if restore.answer == true { leaveRestored() }
    }
}
