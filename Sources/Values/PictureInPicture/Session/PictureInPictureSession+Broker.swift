/// Handling of the broker's events.
extension PictureInPictureSession {
    mutating func broker(_ event: BrokerEvent) {
        switch event {
        case .granted(let generation, let placement): granted(generation, placement)
        case .denied(let generation, let error): denied(generation, error)
        case .command(let command, let transaction): obey(command, transaction)
        case .status(let status):
            let isBack = !world.isBrokerReachable
            world.isBrokerReachable = true
            world.slot = status
            if isBack { resendRequest() }
            siblingMoved()
        case .suspend: suspend(.call)
        case .resume: endSuspension(.call)
        case .lost:
            // Each side finishes by its own observations.
            world.isBrokerReachable = false
            world.slot.transition = .none
            giveUpSwap(.brokerLost)
        }
    }

    private mutating func obey(_ command: SwapCommand, _ transaction: TransactionIdentifier) {
        switch command {
        case .prepare(let preparation): return prepare(preparation, transaction)
        case .restore(let restoration): return restore(restoration, transaction)
        case .leave(let reason): return leave(reason, transaction)
        default: break
        }
        if swap?.transaction == transaction { obeyInSwap(command) }
    }

    /// Ends without a restore: another player takes the slot.
    private mutating func leave(_ reason: StopReason, _ transaction: TransactionIdentifier) {
        switch phase {
        case .active, .restoring: end(reason, transaction: transaction)
        case .starting(let start):
            failStart(.cancelled, tells: start.swap != nil)
            output.emit(.broker(.answer(.ended(reason), transaction)))
        case .stopping(var stop):
            stop.transaction = transaction
            phase = .stopping(stop)
        case .idle, .waiting, .requesting:
            output.emit(.broker(.answer(.ended(lastReason ?? reason), transaction)))
        }
    }
}
