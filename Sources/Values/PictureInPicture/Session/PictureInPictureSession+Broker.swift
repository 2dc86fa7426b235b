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
        case .lost: brokerLost()
        }
    }

    private mutating func obey(_ command: SwapCommand, _ transaction: TransactionIdentifier) {
        switch command {
        case .prepare(let preparation): return prepare(preparation, transaction)
        case .restore(let restoration): return restore(restoration, transaction)
        case .leave(let reason): return leave(reason, transaction)
        default: break
        }
        if departure?.transaction == transaction {
            obeyDeparting(command)
        } else if arrival?.transaction == transaction {
            obeyArriving(command)
        }
    }

    private mutating func obeyDeparting(_ command: SwapCommand) {
        switch command {
        case .bind: bind()
        case .show: showDeparture()
        case .settle: permitDeparture(.settle)
        case .finish: permitDeparture(.finish)
        case .abort(let error): abortDeparture(error)
        case .continueAlone: continueDepartureAlone()
        case .prepare, .restore, .stop, .leave: break
        }
    }

    private mutating func obeyArriving(_ command: SwapCommand) {
        switch command {
        case .stop: stopArrival()
        case .show: showArrival()
        case .settle: permitArrival(.settle)
        case .finish: permitArrival(.finish)
        case .abort: rollBack(tells: nil)
        case .continueAlone: continueArrivalAlone()
        case .prepare, .restore, .bind, .leave: break
        }
    }

    /// Ends without a restore: another player takes the slot.
    private mutating func leave(_ reason: StopReason, _ transaction: TransactionIdentifier) {
        switch phase {
        case .active, .restoring: end(reason, transaction: transaction)
        case .starting(let start):
            failStart(.cancelled, tells: start.swap != nil)
            emit(.broker(.answer(.ended(reason), transaction)))
        case .stopping(var stop):
            stop.transaction = transaction
            phase = .stopping(stop)
        case .idle, .waiting, .requesting:
            emit(.broker(.answer(.ended(lastReason ?? reason), transaction)))
        }
    }

    /// The broker is gone: each side finishes by its own observations.
    private mutating func brokerLost() {
        world.isBrokerReachable = false
        world.slot.transition = .none
        giveUpSwap(.brokerLost)
    }

    mutating func swapTimedOut() { giveUpSwap(.peerUnresponsive) }

    private mutating func giveUpSwap(_ error: PictureInPictureError) {
        if departure != nil {
            if isBound { goOnAlone() } else { failStart(error) }
        } else if case .restoring(let restore) = phase {
            if let arrival = restore.swap, !arrival.isAlone {
                rollBack(tells: .answer(.failed(error), arrival.transaction))
            }
        } else {
            goOnAloneArriving()
        }
    }
}
