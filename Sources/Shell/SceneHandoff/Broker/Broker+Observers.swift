import OrielPictureInPicture

extension Broker {
    // MARK: Players' states

    /// Queries the state of every player that isn't hung.
    mutating func ask(for asker: Asker, isWatch: Bool) {
        guard queries.count(where: { $0.asker.client == asker.client }) < configuration.commandsPerClient else {
            return disconnect(asker.client)
        }
        let ticket = newTicket()
        let asked = players.map(\.key).filter { !isHung($0) }
        queries.append(Query(ticket: ticket, asker: asker, isWatch: isWatch, missing: Set(asked)))
        guard !asked.isEmpty else { return finishQuery(ticket) }
        effects.append(.arm(.query(ticket), after: configuration.query))
        for client in Set(asked.map(\.client)).sorted() { send(.query(ticket), to: client) }
    }

    /// Passes on a player's state; nil if none will come.
    mutating func answered(_ ticket: Ticket, _ key: PlayerKey, _ bytes: [UInt8]?) {
        guard let index = queries.firstIndex(where: { $0.ticket == ticket }),
            queries[index].missing.remove(key) != nil
        else { return }
        let query = queries[index]
        if let bytes, let player = player(key) {
            if query.isWatch {
                counters.event &+= 1
                let event = HandoffEvent(.snapshot, at: .zero)
                send(.happened(counters.event, player.identifier, event, bytes), to: query.asker.client)
            } else {
                send(.player(query.asker.ticket, player.identifier, bytes), to: query.asker.client)
            }
        }
        if query.missing.isEmpty { finishQuery(ticket) }
    }

    mutating func finishQuery(_ ticket: Ticket) {
        guard let index = queries.firstIndex(where: { $0.ticket == ticket }) else { return }
        let query = queries.remove(at: index)
        effects.append(.cancel(.query(ticket)))
        send(.outcome(query.asker.ticket, nil), to: query.asker.client)
    }

    // MARK: Events

    /// Numbers a player's event and sends it to all watching clients.
    mutating func relay(_ event: HandoffEvent, of key: PlayerKey) {
        guard let player = player(key) else { return }
        happened(event, player.identifier)
    }

    /// Sends an event of the broker itself; `BrokerConnections` sets its time.
    mutating func publish(
        _ name: HandoffEvent.Name, of key: PlayerKey, transaction: TransactionIdentifier? = nil,
        fields: [HandoffEvent.Field] = []
    ) {
        happened(
            HandoffEvent(name, at: .zero, transaction: transaction, fields: fields), player(key)?.identifier)
    }

    /// Whether any client watches events.
    var isWatched: Bool { clients.values.contains(where: \.watches) }

    private mutating func happened(_ event: HandoffEvent, _ player: PlayerIdentifier?) {
        counters.event &+= 1
        for client in clients.values.filter(\.watches).map(\.identifier).sorted() {
            send(.happened(counters.event, player, event, []), to: client)
        }
    }
}
