import OrielPictureInPicture

extension Broker {
    mutating func command(
        _ command: SessionCommand, target: PlayerIdentifier?, token: UInt64, for asker: Asker
    ) {
        let named = target.flatMap { player(named: $0) }
        if let target, named == nil { return refuse(.unknownPlayer(target), asker) }
        guard !players.isEmpty else { return refuse(.noPlayer, asker) }
        switch command {
        case .swap(let swap): self.swap(swap, named: named, for: asker)
        case .player(let command): send(command, raising: nil, to: named, token: token, for: asker)
        case .raising(let command, let activationToken):
            send(command, raising: activationToken, to: named, token: token, for: asker)
        }
    }

    /// - Parameters:
    ///   - activationToken: token for the player's window; nil for none.
    ///   - named: the player to command; nil for the command's default.
    private mutating func send(
        _ command: PlayerCommand, raising activationToken: String?, to named: Player?, token: UInt64, for asker: Asker
    ) {
        guard let player = named ?? defaultTarget(of: command) else { return refuse(.noneInPictureInPicture, asker) }
        if let activationToken, !isHung(player.key) {
            send(.raising(player.key.handle, activationToken), to: player.key.client)
        }
        send(command, to: player, token: token, for: asker)
    }

    private mutating func refuse(_ failure: CommandFailure, _ asker: Asker) {
        send(.outcome(asker.ticket, failure), to: asker.client)
    }

    private mutating func send(_ command: PlayerCommand, to player: Player, token: UInt64, for asker: Asker) {
        guard !isHung(player.key) else { return refuse(.unanswered(player.identifier), asker) }
        guard errands.count(where: { $0.asker.client == asker.client }) < configuration.commandsPerClient else {
            return disconnect(asker.client)
        }
        let errand = Errand(
            ticket: newTicket(), asker: asker, player: player.key, mayEndPlayer: command.mayEndPlayer)
        errands.append(errand)
        effects.append(.arm(.command(errand.ticket), after: configuration.command))
        send(.accepted(asker.ticket), to: asker.client)
        send(.perform(errand.ticket, player.key.handle, command, token: token), to: player.key.client)
    }

    mutating func performed(_ ticket: Ticket, _ failure: CommandFailure?, by client: ClientIdentifier) {
        guard let errand = errands.first(where: { $0.ticket == ticket && $0.player.client == client }) else { return }
        finish(errand, failure)
    }

    /// Asks the players of a client's commands for an acknowledgement: one that stopped after it had read its command
    /// counts as hung then.
    mutating func probe(for client: ClientIdentifier) {
        let asked = Set(errands.filter { $0.asker.client == client }.map(\.player.client))
        for player in asked.sorted() where clients[player]?.isHung == false {
            send(.probe, to: player)
        }
    }

    mutating func finish(_ errand: Errand, _ failure: CommandFailure?) {
        errands.removeAll { $0.ticket == errand.ticket }
        effects.append(.cancel(.command(errand.ticket)))
        send(.outcome(errand.asker.ticket, failure), to: errand.asker.client)
    }

    // MARK: Target of a command

    /// The player that entered Picture in Picture last and isn't suspended; nil if there is none.
    var floating: Player? { player(holders.last { $0.use != .suspended }?.key) }

    /// Returns the player focused last; if none ever was, the one registered last. Nil if none meets the condition.
    func lastFocused(where condition: (Player) -> Bool = { _ in true }) -> Player? {
        // If two players were never focused, the later one counts.
        players.reversed().filter(condition).max { $0.report.focusTime ?? .zero < $1.report.focusTime ?? .zero }
    }

    private func defaultTarget(of command: PlayerCommand) -> Player? {
        if command.concernsPictureInPicture { return floating }
        if command == .toggle { return floating ?? lastFocused() }
        return lastFocused()
    }

    // MARK: Swap

    private mutating func swap(_ swap: SessionCommand.Swap, named: Player?, for asker: Asker) {
        if case .pair(var exchange) = transition, exchange.transaction.kind != .expel {
            // A request for the same pair joins the running exchange; any other is refused.
            let isSame = named.map { exchange.role(of: $0.key) != nil } ?? true
            let isOpposite = swap.into.map { $0 != player(exchange.a)?.identifier } ?? false
            guard isSame, !isOpposite, exchange.askers.count < configuration.commandsPerClient else {
                return refuse(.refused(.transitionInProgress), asker)
            }
            exchange.askers.append(asker)
            transition = .pair(exchange)
            return send(.accepted(asker.ticket), to: asker.client)
        }
        guard transition == nil else { return refuse(.refused(.transitionInProgress), asker) }

        let floatingKeys = holders.map(\.key)
        let isOut = { (player: Player) in !floatingKeys.contains(player.key) }
        let wished = swap.into.flatMap { player(named: $0) }
        if let into = swap.into, wished == nil { return refuse(.unknownPlayer(into), asker) }
        let b = named.flatMap { isOut($0) ? nil : $0 } ?? floating
        guard let b else { return refuse(.noneInPictureInPicture, asker) }
        let a =
            wished ?? named.flatMap { isOut($0) ? $0 : nil }
            ?? partner
        guard let a else { return refuse(.noPartner, asker) }
        guard isOut(a), a.report.canFloat, holders.allSatisfy({ !$0.isCall }), occupied <= configuration.slotLimit
        else { return refuse(.refused(.notPossible), asker) }
        for side in [a, b] where isHung(side.key) { return refuse(.unanswered(side.identifier), asker) }

        send(.accepted(asker.ticket), to: asker.client)
        beginSwap(
            a: a.key, b: b.key, mode: a.report.mode, activationToken: swap.activationToken, askers: [asker])
    }
}
