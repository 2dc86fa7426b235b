/// A's steps of a swap: entering Picture in Picture.
extension PictureInPictureSession {
    mutating func prepare(_ preparation: SwapCommand.Preparation, _ transaction: TransactionIdentifier) {
        if departure?.transaction == transaction { return }
        if let refusal = refusal(of: preparation) {
            emit(.broker(.answer(.failed(refusal), transaction)))
        } else {
            beginStart(
                preparation.slot,
                swap: Departure(
                    transaction: transaction, style: preparation.style, slot: preparation.slot,
                    peer: preparation.peer, exchanges: preparation.style == .inPlace))
        }
    }

    /// Reason why this session cannot be A; nil if it can.
    private func refusal(of preparation: SwapCommand.Preparation) -> PictureInPictureError? {
        switch phase {
        case .starting, .active, .restoring, .stopping: return .transitionInProgress
        case .requesting:
            return preparation.request == nil || preparation.request == generation ? nil : .cancelled
        case .idle, .waiting:
            if preparation.request != nil { return .cancelled }
        }
        if !world.isSupported { return .notSupported }
        return world.isSourceReady && !world.isDark ? nil : .notPossible
    }

    mutating func answerPrepared(_ departure: Departure) {
        var departure = departure
        departure.stage = .prepared
        setDeparture(departure)
        emit(.broker(.answer(.prepared, departure.transaction)))
    }

    mutating func bind() {
        guard var departure, departure.stage == .prepared else { return }
        departure.stage = .bound
        setDeparture(departure)
        emit(.broker(.answer(.bound, departure.transaction)))
    }

    mutating func showDeparture() {
        guard var departure, departure.stage == .bound else { return }
        departure.stage = .showing
        if !world.isConnected || overlay?.isLost == true { departure.exchanges = false }
        setDeparture(departure)
        if departure.exchanges, departure.isOnItsOwn {
            stopExchanging()
        } else if departure.exchanges {
            guard let generation = overlay?.generation else { return }
            emit(.surface(.exchange(generation: generation, .intoOverlay, with: departure.peer)))
            arm(.present)
        } else {
            showWhenPrepared()
        }
        if world.isDark { departurePresented() }
    }

    private mutating func showWhenPrepared() {
        if overlay?.isLost == true, world.isConnected {
            // The connection was lost and has returned meanwhile.
            createOverlay(mayShow: true)
            return arm(.firstFrame)
        }
        overlay?.mayShow = true
        if overlay?.stage == .prepared, overlay?.isClosing == false { showOverlay() }
    }

    mutating func departurePresented() {
        guard var departure, departure.stage == .showing else { return }
        cancel(.present, .firstFrame)
        departure.stage = .shown
        let isFirst = !departure.hasToldPresented
        departure.hasToldPresented = true
        setDeparture(departure)
        hideInTheDark()
        if isFirst { emit(.broker(.answer(.presented, departure.transaction))) }
        advanceDeparture()
    }

    /// Goes forward as far as the broker permits, or as far as this side has observed.
    mutating func advanceDeparture() {
        guard let departure else { return }
        let permission = departure.isOnItsOwn ? .finish : departure.permission
        switch departure.stage {
        case .bound: if departure.isOnItsOwn { showDeparture() }
        case .shown: if permission >= .settle { settleDeparture() }
        case .settled: if permission >= .finish { becomeActive() }
        case .preparing, .prepared, .showing: break
        }
    }

    private mutating func hideDepartingWindow() {
        emit(.surface(settings.keepsWindow ? .coverWindow : .hideWindow))
    }

    private mutating func settleDeparture() {
        guard var departure else { return }
        departure.stage = .settled
        setDeparture(departure)
        if !departure.exchanges {
            if !departure.hasHiddenWindow { hideDepartingWindow() }
            if let generation = overlay?.generation {
                // Alone it can't know whether the peer's overlay has left the slot.
                let slot = departure.isOnItsOwn ? nil : departure.slot
                emit(.surface(.settleOverlay(generation: generation, into: slot)))
            }
        }
        emit(.broker(.answer(.settled, departure.transaction)))
        advanceDeparture()
    }

    mutating func permitDeparture(_ permission: Permission) {
        guard var departure, departure.stage >= .bound else { return }
        departure.permission = max(departure.permission, permission)
        setDeparture(departure)
        advanceDeparture()
    }

    mutating func abortDeparture(_ error: PictureInPictureError) {
        guard let departure, departure.stage <= .bound else { return }
        failStart(error, tells: false)
    }

    /// Continues after the peer has left. Before this side's point of no return this becomes a plain start, which may
    /// still fail. After it the peer may have gone forward too, and a failed start would leave this window below the
    /// peer's.
    mutating func continueDepartureAlone() {
        guard let departure else { return }
        guard departure.stage < .bound else { return goOnAlone() }
        setDeparture(nil)
        cancel(.swap)
        if departure.exchanges {
            removeOverlay()
            createOverlay(mayShow: true)
        } else {
            showWhenPrepared()
        }
        arm(.firstFrame)
    }

    /// Goes forward from *bound* on by its own observations.
    mutating func goOnAlone() {
        guard var departure else { return }
        departure.isOnItsOwn = true
        setDeparture(departure)
        // Don't wait for a peer that may never take part in the exchange.
        if departure.stage == .showing, departure.exchanges, !departure.hasExchanged { stopExchanging() }
        advanceDeparture()
    }

    /// The surfaces are lost with the connection: goes forward without showing anything.
    mutating func departInTheDark() {
        guard var departure, departure.stage >= .showing else { return }
        if departure.exchanges, !departure.hasExchanged {
            departure.exchanges = false
            setDeparture(departure)
        }
        departurePresented()
        hideInTheDark()
    }

    /// Hides the window once its overlay counts as shown, and the connection is lost. Nothing is seen of it; otherwise
    /// it would return in full screen beside the peer's window, and a compositor may have one full-screen window an
    /// output (phoc).
    private mutating func hideInTheDark() {
        guard var departure, departure.stage == .shown, !world.isConnected else { return }
        guard !departure.exchanges, !departure.hasHiddenWindow else { return }
        departure.hasHiddenWindow = true
        setDeparture(departure)
        hideDepartingWindow()
    }

    private mutating func stopExchanging() {
        guard var departure else { return }
        departure.exchanges = false
        setDeparture(departure)
        cancel(.present)
        removeOverlay()
        createOverlay(mayShow: true)
        arm(.firstFrame)
    }

    mutating func departurePresentTimedOut() {
        guard let departure, departure.stage == .showing else { return }
        if departure.exchanges, !departure.hasExchanged {
            stopExchanging()
        } else {
            emit(.log(.takenAsPresented))
            overlay?.stage = .presented
            departurePresented()
        }
    }

    mutating func departureExchanged() {
        guard var departure, departure.stage == .showing, departure.exchanges else { return }
        departure.hasExchanged = true
        setDeparture(departure)
        overlay?.stage = .committed
        // A later suspension ends by revealing it.
        overlay?.mayShow = true
        arm(.present)
    }
}
