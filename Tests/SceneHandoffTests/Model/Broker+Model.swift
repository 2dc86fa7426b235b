import OrielPictureInPicture
import OrielSceneHandoff

/// The broker's state, as the model and the fuzzer judge it.
extension Broker {
    /// True if no transition and no grace period is under way.
    var isSettled: Bool { transition == nil && !isGracious }

    /// Step of the current exchange; nil if there is none.
    var step: Transaction.Step? {
        if case .pair(let exchange) = transition { exchange.transaction.step } else { nil }
    }

    /// Timers without which a pending command, query or transition might never end.
    var neededTimers: [Deadline] {
        var timers = errands.map { Deadline.command($0.ticket) } + queries.map { .query($0.ticket) }
        if isGracious { timers.append(.grace) }
        switch transition {
        case .lone(let key): timers.append(.lone(key))
        case .pair(let exchange): timers.append(.swap(exchange.transaction.identifier))
        case nil: break
        }
        return timers
    }

    /// Whether a player of the connection is registered as a holder of the slot.
    func holds(_ client: ClientIdentifier) -> Bool { holders.contains { $0.key.client == client } }

    /// Describes an inconsistency of the tables; nil if there is none.
    var inconsistency: String? {
        let known = Set(players.map(\.key))
        if known.count != players.count { return "a player is registered twice" }
        if Set(players.map(\.identifier)).count != players.count { return "two players have one name" }
        if players.contains(where: { clients[$0.key.client] == nil }) { return "a player has no connection" }
        if Set(holders.map(\.key)).count != holders.count { return "a player holds the slot twice" }
        if holders.contains(where: { !known.contains($0.key) }) { return "nobody holds the slot" }
        if queries.contains(where: { $0.missing.isEmpty || clients[$0.asker.client] == nil }) {
            return "a question waits for nobody, or nobody for it"
        }
        if errands.contains(where: { !known.contains($0.player) }) { return "a command waits for nobody" }
        for client in clients.keys {
            let counts = [
                players.count { $0.key.client == client } - configuration.playersPerClient,
                errands.count { $0.asker.client == client } - configuration.commandsPerClient,
                queries.count { $0.asker.client == client } - configuration.commandsPerClient,
                heldMessages.count { $0.client == client } - configuration.commandsPerClient,
            ]
            if counts.contains(where: { $0 > 0 }) { return "\(client) has more than it may" }
        }
        switch transition {
        case .lone(let key): return known.contains(key) ? nil : "a lone transition is nobody's"
        case .pair(let exchange):
            let transaction = exchange.transaction
            if let a = exchange.a, !transaction.a.isOut, !known.contains(a) { return "A is gone and waited for" }
            if !transaction.b.isOut, !known.contains(exchange.b) { return "B is gone and waited for" }
            return nil
        case nil: return nil
        }
    }

    /// Resets counters that only grow and that nothing compares, so that equal states compare as equal.
    mutating func forgetCounts() { counters.event = 0 }
}
