import OrielGeometry
import OrielPictureInPicture

extension Broker {
    /// Handles a request from a player's session.
    mutating func request(_ request: BrokerRequest, from key: PlayerKey) {
        switch request {
        case .start(let start): self.start(start, by: key)
        case .cancel(let generation): cancel(generation, by: key)
        case .started:
            setUse(key, .active)
            if transition == .lone(key) { endLone() }
        case .failed(let error):
            // A player that fails to start while it is being replaced has ended, and no longer blocks the slot.
            var answer = SwapAnswer.failed(error)
            if case .pair(let exchange) = transition, exchange.role(of: key) == .b { answer = .ended(.failure) }
            free(key)
            if answerInExchange(answer, by: key) { return }
            if transition == .lone(key) { endLone() }
        case .restoring:
            guard holder(key) != nil else { return }
            setUse(key, .leaving)
            if transition == nil { beginLone(key) }
        case .stayed:
            guard holder(key) != nil else { return }
            setUse(key, .active)
            if transition == .lone(key) { endLone() }
        case .ended(let reason):
            free(key)
            if answerInExchange(.ended(reason), by: key) { return }
            if transition == .lone(key) { endLone() }
        case .stopOther: stopOther(than: key)
        case .answer(let answer, let identifier): self.answer(answer, in: identifier, by: key)
        case .leave: remove(key) { .released($0) }
        }
    }

    /// Passes the answer to the current exchange. False if the player is not a side of it.
    private mutating func answerInExchange(_ answer: SwapAnswer, by key: PlayerKey) -> Bool {
        guard case .pair(let exchange) = transition, let role = exchange.role(of: key) else { return false }
        transact(.answer(role, answer), in: exchange.transaction.identifier)
        return true
    }

    // MARK: Start

    private mutating func start(_ start: BrokerRequest.StartRequest, by key: PlayerKey) {
        if case .pair(var exchange) = transition, exchange.a == key, exchange.request == nil, !start.isAutomatic {
            // The same pair was requested elsewhere shortly before: its *prepare* answers this start.
            exchange.request = start.generation
            transition = .pair(exchange)
            return
        }
        guard transition == nil else { return deny(start, .transitionInProgress, key) }
        guard holder(key) == nil else { return deny(start, .notPossible, key) }
        if occupied < configuration.slotLimit { return grant(start, to: key) }
        guard !start.isAutomatic || start.isCall, occupied <= configuration.slotLimit,
            let holder = holders.last(where: { !$0.isCall && ($0.use == .active || $0.use == .starting) })
        else { return deny(start, .notPossible, key) }
        guard !isHung(holder.key) else { return deny(start, .peerUnresponsive, key) }

        if start.isCall {
            setUse(holder.key, .suspended)
            tell(holder.key, .suspend)
            return grant(start, to: key)
        }
        let restores = player(holder.key)?.report.canRestore ?? false
        let isFullScreen = if case .fullScreen = start.mode { true } else { false }
        if isFullScreen && restores {
            beginSwap(a: key, b: holder.key, mode: start.mode, request: start.generation)
        } else {
            beginReplacement(a: key, b: holder.key, request: start.generation)
        }
    }

    private mutating func deny(
        _ start: BrokerRequest.StartRequest, _ error: PictureInPictureError, _ key: PlayerKey
    ) { tell(key, .denied(generation: start.generation, error)) }

    private mutating func grant(_ start: BrokerRequest.StartRequest, to key: PlayerKey) {
        holders.append(Holder(key: key, use: .starting, isCall: start.isCall))
        beginLone(key)
        tellNeighbours(to: key, besides: [key])
        tell(key, .granted(generation: start.generation, placement: freePlacement(beside: key)))
    }

    /// Returns a place in a corner that no other overlay uses. Nil if none is shown, so that the player uses its own
    /// place.
    private func freePlacement(beside key: PlayerKey) -> Placement? {
        let taken = placements(besides: [key])
        guard let first = taken.first else { return nil }
        let order: [Corner] = [.bottomRight, .bottomLeft, .topRight, .topLeft]
        let free = order.first { corner in !taken.contains { $0.corner == corner } } ?? .topLeft
        return first.moved(to: free)
    }

    /// Sends a player the places that its overlay keeps clear of: those of the other overlays, except of `keys` (itself
    /// and the one it replaces), and, unless it replaces one, of full-screen windows' controls. Not sent if there can
    /// be none.
    mutating func tellNeighbours(to key: PlayerKey, besides keys: [PlayerKey]) {
        let controls = keys == [key] ? fullScreenControls(besides: key) : []
        guard configuration.slotLimit > 1 || !controls.isEmpty else { return }
        send(.neighbours(key.handle, placements(besides: keys) + controls), to: key.client)
    }

    /// Height of the controls at the bottom of a full screen, with their margins, in logical pixels at most sizes.
    private static let controlsHeight = 88

    private func fullScreenControls(besides key: PlayerKey) -> [Placement] {
        players.compactMap { player in
            guard player.key != key, player.report.slot == .none, case .fullScreen(let output?) = player.report.mode
            else { return nil }
            // Wider than any output.
            return Placement(
                output: output, corner: .bottomLeft, margins: EdgeInsets(),
                size: Size(width: 1 << 16, height: Self.controlsHeight))
        }
    }

    private func placements(besides keys: [PlayerKey]) -> [Placement] {
        holders.filter { !keys.contains($0.key) && $0.use != .suspended }
            .compactMap { player($0.key)?.report.placement }
    }

    private mutating func cancel(_ generation: UInt32, by key: PlayerKey) {
        heldMessages.removeAll { held in
            guard held.client == key.client, case .request(key.handle, .start(let start)) = held.message else {
                return false
            }
            return start.generation == generation
        }
        if case .pair(let exchange) = transition, exchange.a == key {
            guard exchange.request == generation, !exchange.transaction.isBound else { return }
            transact(.answer(.a, .failed(.cancelled)), in: exchange.transaction.identifier)
        } else if holder(key)?.use == .starting {
            free(key)
            if transition == .lone(key) { endLone() }
        }
    }

    private mutating func stopOther(than key: PlayerKey) {
        guard transition == nil, let holder = holders.last(where: { $0.key != key && $0.use == .active }),
            !isHung(holder.key)
        else { return }
        beginExpulsion(of: holder.key, because: .stoppedByOtherApp)
    }
}
