/// The steps that both sides of a swap take.
extension PictureInPictureSession {
    /// Performs a command for this session's side; the other side's commands have no effect.
    mutating func obeyInSwap(_ command: SwapCommand) {
        switch command {
        case .bind: if departure?.stage == .prepared { enter(.bound, answering: .bound) }
        case .stop: stopArrival()
        case .show: showSwap()
        case .settle: permitSwap(.settle)
        case .finish: permitSwap(.finish)
        case .abort(let error):
            guard let departure else { return rollBack(tells: nil) }
            if departure.stage <= .bound { failStart(error, tells: false) }
        case .continueAlone: if departure == nil { continueArrivalAlone() } else { continueDepartureAlone() }
        case .prepare, .restore, .leave: break
        }
    }

    /// Enters a stage and reports it to the broker.
    mutating func enter(_ stage: Swap.Stage, answering answer: SwapAnswer) {
        guard let transaction = swap?.transaction else { return }
        swap?.stage = stage
        output.emit(.broker(.answer(answer, transaction)))
    }

    private mutating func permitSwap(_ permission: Swap.Permission) {
        guard let stage = swap?.stage, stage >= .bound else { return }
        swap?.permit(permission)
        advanceSwap()
    }

    private mutating func advanceSwap() {
        switch swap?.nextStep {
        case .show: showSwap()
        case .settle: settleSwap()
        case .finish: if departure == nil { finishStop() } else { becomeActive() }
        case nil: break
        }
    }

    private mutating func showSwap() {
        guard swap?.stage == .bound else { return }
        swap?.stage = .showing
        if !world.isConnected || overlay?.isLost == true { swap?.exchanges = false }
        guard let swap else { return }
        if let window = swap.window {
            world.windowMode = window.mode
            world.isForeground = true
        }
        if swap.exchanges, swap.isOnItsOwn {
            stopExchanging()
        } else if swap.exchanges {
            guard let generation = exchangedGeneration else { return }
            let side = swap.window == nil ? ExchangeSide.intoOverlay : .intoWindow
            output.emit(.surface(.exchange(generation: generation, side, with: swap.peer)))
            arm(.present)
        } else if let window = swap.window {
            showArrivingWindow(window)
        } else {
            showWhenPrepared()
        }
        if world.isDark { swapPresented() }
    }

    /// Generation of the surface that shows this side's frame after an exchange.
    var exchangedGeneration: UInt32? { departure == nil ? window : overlay?.generation }

    mutating func exchanged() {
        guard let swap, swap.stage == .showing, swap.exchanges else { return }
        self.swap?.hasExchanged = true
        if swap.window == nil {
            overlay?.stage = .committed
            // A later suspension ends by revealing it.
            overlay?.mayShow = true
        }
        arm(.present)
    }

    /// Shows a surface of this side instead of exchanging frames with the peer.
    mutating func stopExchanging() {
        swap?.exchanges = false
        output.cancel(.present)
        if let window = swap?.window {
            showArrivingWindow(window)
        } else {
            removeOverlay()
            createOverlay(mayShow: true)
            arm(.firstFrame)
        }
    }

    mutating func swapPresented() {
        guard let swap, swap.stage == .showing else { return }
        output.cancel(.present, swap.window == nil ? .firstFrame : .restore)
        self.swap?.stage = .shown
        self.swap?.hasToldPresented = true
        hideInTheDark()
        if !swap.hasToldPresented { output.emit(.broker(.answer(.presented, swap.transaction))) }
        advanceSwap()
    }

    private mutating func settleSwap() {
        guard let swap else { return }
        if swap.window != nil {
            if !swap.exchanges { removeOverlay() }
            overlay = nil
        } else if !swap.exchanges {
            if !swap.hasHiddenWindow { output.emit(.surface(settings.departingWindow)) }
            if let generation = overlay?.generation {
                // Alone it can't know whether the peer's overlay has left the slot.
                output.emit(.surface(.settleOverlay(generation: generation, into: swap.isOnItsOwn ? nil : swap.slot)))
            }
        }
        enter(.settled, answering: .settled)
        advanceSwap()
    }

    /// Goes forward by its own observations, from the point of no return on.
    mutating func goOnAlone() {
        guard let swap, swap.stage >= .bound else { return }
        self.swap?.isOnItsOwn = true
        if swap.stage == .showing {
            // Don't wait for a peer that may never take part in the exchange, nor for a window never committed.
            if swap.awaitsExchange { stopExchanging() } else if swap.window != nil { arm(.restore) }
        }
        advanceSwap()
    }

    /// The surfaces are lost with the connection: goes forward without showing anything; B's window comes with the next
    /// connection.
    mutating func swapInTheDark() {
        guard let swap, swap.stage >= .showing else { return }
        if swap.awaitsExchange {
            if swap.window == nil { self.swap?.exchanges = false } else if swap.stage == .showing { stopExchanging() }
        }
        swapPresented()
        hideInTheDark()
    }

    mutating func giveUpSwap(_ error: PictureInPictureError) {
        if departure != nil {
            if isBound { goOnAlone() } else { failStart(error) }
        } else if case .restoring = phase {
            _ = failArrival(error)
        } else {
            goOnAlone()
        }
    }
}
