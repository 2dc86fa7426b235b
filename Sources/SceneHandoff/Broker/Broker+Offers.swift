import OrielPictureInPicture

extension Broker {
    /// Tells each player whether there is another to change places with, where that is new to it.
    mutating func updateOffers() {
        guard !isGracious, players.contains(where: \.isOfferedSwap) || players.count > 1 && !holders.isEmpty else {
            return
        }
        let partner = partner
        let canSwap = holders.allSatisfy { !$0.isCall } && occupied <= configuration.slotLimit
        let hasFloating = floating != nil
        for index in players.indices {
            let key = players[index].key
            let isFloating = holders.contains { $0.key == key && $0.use != .suspended }
            let isOffered =
                canSwap
                && (isFloating
                    ? partner?.report.canFloat == true
                    : hasFloating && players[index].report.canFloat && !holders.contains { $0.key == key })
            guard isOffered != players[index].isOfferedSwap, clients[key.client]?.skipsUnknown == true else { continue }
            players[index].isOfferedSwap = isOffered
            send(.offered(key.handle, isOffered), to: key.client)
        }
    }

    /// The one that changes places with what floats, where nobody says which.
    var partner: Player? {
        let floatingKeys = holders.map(\.key)
        let isOut = { (player: Player) in !floatingKeys.contains(player.key) }
        return lastFocused { isOut($0) && $0.report.isFullScreen } ?? lastFocused(where: isOut)
    }
}
