import OrielPictureInPicture

extension Broker {
    /// Tells each player how loud it may be, where that is another than it was told (contract §2.5). In an exchange the two
    /// change places as the window is told to show itself.
    mutating func updateGains() {
        // During the grace those that are heard may not have registered yet.
        guard !isGracious else { return }
        // By their places: a player is a large value, and this is asked at each event. One that was never heard needs no word.
        let concerned = players.indices.filter { players[$0].report.isAudible || players[$0].gain != nil }
        if concerned.isEmpty { return }
        let heardInWindows = concerned.filter { players[$0].report.isAudible && !isFloating(players[$0].key) }
            .map { players[$0].key }
        for index in concerned {
            let player = players[index]
            let isBeside = isFloating(player.key) && heardInWindows.contains { $0 != player.key }
            let gain = isBeside ? configuration.sound.gainBesideWindow : 1
            guard gain != player.gain, clients[player.key.client]?.skipsUnknown == true else { continue }
            players[index].gain = gain
            send(.gain(player.key.handle, gain), to: player.key.client)
        }
    }

    /// Whether a player is in Picture in Picture for whoever listens.
    private func isFloating(_ key: PlayerKey) -> Bool {
        if case .pair(let exchange) = transition, exchange.transaction.step >= .showB {
            if key == exchange.a, !exchange.transaction.a.isOut { return true }
            if key == exchange.b, exchange.a != nil { return exchange.transaction.b.hasRolledBack }
        }
        return holder(key).map { $0.use != .starting } ?? false
    }
}
