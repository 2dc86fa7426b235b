import OrielPictureInPicture

extension Broker {
    func index(of key: PlayerKey) -> Int? { players.firstIndex { $0.key == key } }
    func player(_ key: PlayerKey?) -> Player? { key.flatMap { key in players.first { $0.key == key } } }
    func player(named identifier: PlayerIdentifier) -> Player? { players.first { $0.identifier == identifier } }
    func identifier(of key: PlayerKey) -> PlayerIdentifier { player(key)?.identifier ?? "?" }
    func isHung(_ key: PlayerKey) -> Bool { clients[key.client]?.isHung ?? false }
    func holder(_ key: PlayerKey) -> Holder? { holders.first { $0.key == key } }

    // MARK: Registration

    mutating func register(_ registration: PlayerRegistration, as key: PlayerKey) {
        guard index(of: key) == nil,
            players.count(where: { $0.key.client == key.client }) < configuration.playersPerClient
        else {
            send(.refused(), to: key.client)
            return disconnect(key.client)
        }
        let identifier = unique(registration.identifier)
        players.append(Player(key: key, identifier: identifier, report: registration.report))
        told = nil
        send(.registered(key.handle, identifier), to: key.client)
        if registration.report.slot != .none {
            holders.append(Holder(key: key, use: registration.report.slot, isCall: registration.report.isCall))
            if registration.report.isMoving, transition == nil { beginLone(key) }
            if !isGracious { resumeWithoutCall() }
        }
        publish(.registered, of: key)
    }

    /// Makes the wished name unique: `a`, then `a-2`, `a-3`, …
    private func unique(_ wish: PlayerIdentifier) -> PlayerIdentifier {
        let base = wish.rawValue.isEmpty ? "player" : String(wish.rawValue.prefix(128))
        let taken = Set(players.map(\.identifier.rawValue))
        if !taken.contains(base) { return PlayerIdentifier(rawValue: base) }
        var number = 2
        while taken.contains("\(base)-\(number)") { number += 1 }
        return PlayerIdentifier(rawValue: "\(base)-\(number)")
    }

    mutating func update(_ key: PlayerKey, _ report: PlayerReport) {
        guard let index = index(of: key) else { return }
        players[index].report = report
    }

    /// Removes a player after its session has left or its connection has ended.
    mutating func remove(_ key: PlayerKey, because input: (Transaction.Role) -> Transaction.Input) {
        guard let name = player(key)?.identifier else { return }
        if case .pair(let exchange) = transition, let role = exchange.role(of: key) {
            transact(input(role), in: exchange.transaction.identifier)
        }
        free(key)
        if transition == .lone(key) { endLone() }
        publish(.gone, of: key)
        players.removeAll { $0.key == key }
        heldMessages.removeAll { $0.client == key.client && $0.message.concerns(key.handle) }
        for errand in errands where errand.player == key {
            finish(errand, errand.mayEndPlayer ? nil : .ended(name))
        }
        for query in queries where query.missing.contains(key) { answered(query.ticket, key, nil) }
    }

    // MARK: Connections

    mutating func disconnected(_ client: ClientIdentifier, hasCrashed: Bool) {
        guard clients[client] != nil else { return }
        for key in players.filter({ $0.key.client == client }).map(\.key) {
            remove(key) { hasCrashed ? .crashed($0) : .left($0) }
        }
        clients[client] = nil
        heldMessages.removeAll { $0.client == client }
        errands.removeAll { $0.asker.client == client }
        for query in queries where query.asker.client == client { effects.append(.cancel(.query(query.ticket))) }
        queries.removeAll { $0.asker.client == client }
    }

    mutating func setHung(_ client: ClientIdentifier, _ isHung: Bool) {
        guard clients[client] != nil, clients[client]?.isHung != isHung else { return }
        clients[client]?.isHung = isHung
        if case .pair(let exchange) = transition {
            let identifier = exchange.transaction.identifier
            for key in [exchange.a, exchange.b] where key?.client == client {
                guard let key, let role = exchange.role(of: key) else { continue }
                transact(isHung ? .hung(role) : .woke(role), in: identifier)
            }
        }
        guard isHung else { return }
        if case .lone(let key) = transition, key.client == client { endLone() }
        for errand in errands where errand.player.client == client {
            finish(errand, .unanswered(identifier(of: errand.player)))
        }
        for query in queries {
            for key in query.missing where key.client == client { answered(query.ticket, key, nil) }
        }
    }

    // MARK: The slot

    /// Releases the player's use of the slot. If it was a call, the player it suspended resumes.
    mutating func free(_ key: PlayerKey) {
        guard let index = holders.firstIndex(where: { $0.key == key }) else { return }
        let wasCall = holders.remove(at: index).isCall
        guard wasCall, !holders.contains(where: \.isCall),
            let resumed = holders.lastIndex(where: { $0.use == .suspended })
        else { return }
        holders[resumed].use = .active
        tell(holders[resumed].key, .resume)
    }

    /// Resumes suspended players if the suspending call ended while no broker was running.
    mutating func resumeWithoutCall() {
        guard !holders.contains(where: \.isCall) else { return }
        for index in holders.indices where holders[index].use == .suspended {
            holders[index].use = .active
            tell(holders[index].key, .resume)
        }
    }

    mutating func setUse(_ key: PlayerKey, _ use: PlayerReport.SlotUse) {
        if let index = holders.firstIndex(where: { $0.key == key }) {
            holders[index].use = use
        } else {
            holders.append(Holder(key: key, use: use, isCall: player(key)?.report.isCall ?? false))
        }
    }

    mutating func beginLone(_ key: PlayerKey) {
        transition = .lone(key)
        effects.append(.arm(.lone(key), after: configuration.timings.swap))
    }

    mutating func endLone() {
        guard case .lone(let key) = transition else { return }
        transition = nil
        effects.append(.cancel(.lone(key)))
    }

    /// Number of holders that count against the limit: a suspended player's overlay is hidden.
    var occupied: Int { holders.count { $0.use != .suspended } }

    // MARK: Status of the slot

    /// Sends each player its slot status if it has changed; most events change none.
    mutating func updateStatuses() {
        let outlook = outlook
        guard outlook != told else { return }
        told = outlook
        for index in players.indices {
            let status = outlook.status(for: players[index].key)
            guard status != players[index].status else { continue }
            players[index].status = status
            tell(players[index].key, .status(status))
        }
    }

    private var outlook: SlotOutlook {
        let sides: [PlayerKey] =
            switch transition {
            case .lone(let key): [key]
            case .pair(let exchange): exchange.a.map { [$0, exchange.b] } ?? [exchange.b]
            case nil: []
            }
        return SlotOutlook(
            holders: holders, limit: configuration.slotLimit, isBusy: transition != nil, sides: sides)
    }
}

extension Message {
    /// Whether the message is a request of this player.
    fileprivate func concerns(_ handle: PlayerHandle) -> Bool {
        if case .request(handle, _) = self { true } else { false }
    }
}
