extension Broker {
    /// What a model of the broker needs to know and to forget: nothing is under way.
    package var isSettled: Bool { transition == nil && !isGracious }

    /// How far the exchange under way has come; nil where there is none.
    package var step: Transaction.Step? {
        if case .pair(let exchange) = transition { exchange.transaction.step } else { nil }
    }

    /// Whether a connection's player is taken to use the slot.
    package func holds(_ client: ClientIdentifier) -> Bool { holders.contains { $0.key.client == client } }

    /// Sets back what only grows and what nothing compares, so that equal states are equal.
    package mutating func forgetCounts() {
        counters.event = 0
        counters.focus = 0
    }
}
