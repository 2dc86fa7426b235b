import OrielPictureInPicture

extension Broker {
    /// Tells each player whether there is another to change places with, where that is new to it. Not while something is
    /// under way: in a swap both hold the slot for a while, and each would be told no, and yes again.
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
