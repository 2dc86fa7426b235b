import OrielPictureInPicture

extension Broker {
    /// Sends each player its gain if it has changed (contract 2.5). In an exchange both players' gains change when B's
    /// window is shown (step `showB`).
    mutating func updateGains() {
        // During the grace period, audible players may not have registered yet.
        guard !isGracious else { return }
        // Indices instead of values: players are large, and this runs at each event. A player that never was audible
        // needs no gain.
        let concerned = players.indices.filter { players[$0].report.isAudible || players[$0].gain != nil }
        if concerned.isEmpty { return }
        let heardInWindows = concerned.filter { players[$0].report.isAudible && !isFloating(players[$0].key) }
            .map { players[$0].key }
        for index in concerned {
            let player = players[index]
            let isBeside = isFloating(player.key) && heardInWindows.contains { $0 != player.key }
            let gain = isBeside ? configuration.sound.gainBesideWindow : 1
            guard gain != player.gain else { continue }
            players[index].gain = gain
            send(.gain(player.key.handle, gain), to: player.key.client)
        }
    }

    /// Whether a player counts as in Picture in Picture for its gain.
    private func isFloating(_ key: PlayerKey) -> Bool {
        if case .pair(let exchange) = transition, exchange.transaction.step >= .showB {
            if key == exchange.a, !exchange.transaction.a.isOut { return true }
            if key == exchange.b, exchange.a != nil { return exchange.transaction.b.hasRolledBack }
        }
        return holder(key).map { $0.use != .starting } ?? false
    }
}
