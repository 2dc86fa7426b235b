extension Broker {
    /// Tells each player whether it can swap with another, if that has changed. Not during a transition: both players
    /// hold the slot for a while then, and each would get a false and a true in turn.
    mutating func updateOffers() {
        guard !isGracious, transition == nil,
            players.count > 1 && !holders.isEmpty || players.contains(where: { $0.isOfferedSwap })
        else { return }
        let canSwap = holders.allSatisfy { !$0.isCall } && occupied <= configuration.slotLimit
        let partner = canSwap ? partner : nil
        let hasFloating = floating != nil
        for index in players.indices {
            let key = players[index].key
            let holder = holder(key)
            let isFloating = holder.map { $0.use != .suspended } ?? false
            let isOffered =
                canSwap
                && (isFloating
                    ? partner?.report.canFloat == true
                    : hasFloating && players[index].report.canFloat && holder == nil)
            guard isOffered != players[index].isOfferedSwap else { continue }
            players[index].isOfferedSwap = isOffered
            send(.offered(key.handle, isOffered), to: key.client)
        }
    }

    /// The player that a swap without a named partner brings into Picture in Picture: the last focused full-screen one,
    /// or else the last focused. Nil if there is none.
    var partner: Player? {
        let floatingKeys = holders.map(\.key)
        let isOut = { (player: Player) in !floatingKeys.contains(player.key) }
        return lastFocused { isOut($0) && $0.report.isFullScreen } ?? lastFocused(where: isOut)
    }
}
