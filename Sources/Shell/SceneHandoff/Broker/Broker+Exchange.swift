import OrielPictureInPicture

extension Broker {
    // MARK: Start

    mutating func beginSwap(
        a: PlayerKey, b: PlayerKey, mode: WindowMode, request: UInt32? = nil, activationToken: String? = nil,
        askers: [Asker] = []
    ) {
        let sameProcess =
            a.client == b.client && player(a)?.report.ownsWindow == true && player(b)?.report.ownsWindow == true
        let kind: Transaction.Kind = sameProcess ? .inPlace : .handoff
        let style: SwapStyle = sameProcess ? .inPlace : .handoff
        begin(
            kind, a: a, b: b, request: request, askers: askers,
            preparation: .init(
                request: request, style: style, slot: player(b)?.report.placement, peer: player(b)?.identifier),
            restoration: .init(
                style: style, mode: mode, activationToken: activationToken, peer: player(a)?.identifier))
        // While A creates its overlay, B may already draw the window that `restore` will show.
        if kind == .handoff { send(.expected(b.handle, mode), to: b.client) }
    }

    mutating func beginReplacement(a: PlayerKey, b: PlayerKey, request: UInt32) {
        begin(
            .replace, a: a, b: b, request: request,
            preparation: .init(
                request: request, style: .replace, slot: player(b)?.report.placement, peer: player(b)?.identifier),
            restoration: .init(style: .replace, mode: .window(nil)))
    }

    mutating func beginExpulsion(of b: PlayerKey, because reason: StopReason) {
        begin(
            .expel, a: nil, b: b, preparation: .init(style: .replace),
            restoration: .init(style: .replace, mode: .window(nil)), expulsion: reason)
    }

    private mutating func begin(
        _ kind: Transaction.Kind, a: PlayerKey?, b: PlayerKey, request: UInt32? = nil, askers: [Asker] = [],
        preparation: SwapCommand.Preparation, restoration: SwapCommand.Restoration,
        expulsion: StopReason = .replaced
    ) {
        if let a { tellNeighbours(to: a, besides: [a, b]) }
        counters.transaction &+= 1
        let transaction = Transaction(
            identifier: TransactionIdentifier(
                generation: configuration.generation, number: counters.transaction), kind: kind,
            preparation: preparation, restoration: restoration, expulsion: expulsion,
            timings: configuration.timings)
        transition = .pair(
            Exchange(transaction: transaction, a: a, b: b, request: request, askers: askers))
        effects.append(.arm(.swap(transaction.identifier), after: configuration.timings.swap))
        carryOut(transaction.begin(), of: transaction.identifier)
    }

    // MARK: Progress

    /// Passes an input to the transaction if it is still the current one.
    mutating func transact(_ input: Transaction.Input, in identifier: TransactionIdentifier) {
        guard case .pair(var exchange) = transition, exchange.transaction.identifier == identifier else { return }
        let outputs = exchange.transaction.handle(input)
        transition = .pair(exchange)
        carryOut(outputs, of: identifier)
    }

    private mutating func carryOut(_ outputs: [Transaction.Output], of identifier: TransactionIdentifier) {
        guard case .pair(let exchange) = transition else { return }
        for output in outputs {
            switch output {
            case .tell(let role, let command):
                if let key = exchange.key(of: role) { tell(key, .command(command, identifier)) }
            case .entered(let step): publish(exchange, phase: step.phase)
            case .timer(let duration?): effects.append(.arm(.step(identifier), after: duration))
            case .timer(nil): effects.append(.cancel(.step(identifier)))
            case .end(let outcome): end(exchange, outcome)
            }
        }
    }

    /// Handles a side's answer. An answer to an earlier transaction still updates what that side shows.
    mutating func answer(_ answer: SwapAnswer, in identifier: TransactionIdentifier, by key: PlayerKey) {
        if case .pair(let exchange) = transition, exchange.transaction.identifier == identifier,
            let role = exchange.role(of: key)
        {
            if case .ended = answer { free(key) }
            if answer == .finished, role == .b, exchange.transaction.isBound { free(key) }
            return transact(.answer(role, answer), in: identifier)
        }
        // The answer is late: its transaction has ended or belongs to an earlier broker, and its side went on without
        // it.
        var role: Transaction.Role?
        if let last = lastExchange, last.transaction.identifier == identifier { role = last.role(of: key) }
        switch (answer, role, holder(key)?.use) {
        // A received the abort too late and has completed its start.
        case (.finished, .a, nil): setUse(key, .active)
        case (.finished, _, .starting), (.failed, _, .leaving), (.failed, .b, .active): setUse(key, .active)
        case (.finished, _, .leaving), (.failed, _, .starting), (.failed, .a, .active), (.ended, _, _): free(key)
        default: return
        }
        if transition == .lone(key) { endLone() }
    }

    // MARK: End

    private mutating func end(_ exchange: Exchange, _ outcome: Transaction.Outcome) {
        let transaction = exchange.transaction
        effects.append(.cancel(.swap(transaction.identifier)))
        transition = nil
        lastExchange = exchange
        lastExchange?.askers = []

        var failure: CommandFailure?
        switch outcome {
        case .completed:
            // B may still show its overlay: it hangs, or rolled back without a command.
            if holder(exchange.b) != nil {
                setUse(exchange.b, transaction.b.hasRolledBack ? .active : .leaving)
            }
            if let a = exchange.a, !transaction.a.isOut { setUse(a, .active) }
            if transaction.a.isOut || transaction.b.hasRolledBack { failure = .refused(.cancelled) }
        case .failed(let error):
            if transaction.kind == .replace, transaction.step == .leave, holder(exchange.b) != nil {
                setUse(exchange.b, .leaving)
            }
            failure = .refused(error)
        case .alone(.a):
            if holder(exchange.b) != nil { setUse(exchange.b, transaction.b.hasRolledBack ? .active : .leaving) }
            if let a = exchange.a {
                setUse(a, .starting)
                beginLone(a)
            }
        case .alone(.b):
            setUse(exchange.b, .leaving)
            beginLone(exchange.b)
            failure = exchange.a.map { .ended(identifier(of: $0)) }
        }
        publish(exchange, phase: failure == nil ? "done" : "failed")
        for asker in exchange.askers { send(.outcome(asker.ticket, failure), to: asker.client) }
    }

    private mutating func publish(_ exchange: Exchange, phase: String) {
        guard isWatched else { return }
        var fields = [HandoffEvent.Field("phase", .string(phase))]
        if let a = player(exchange.a) { fields.append(.init("into", .string(a.identifier.rawValue))) }
        if let b = player(exchange.b) { fields.append(.init("outOf", .string(b.identifier.rawValue))) }
        publish(.swap, of: exchange.a ?? exchange.b, transaction: exchange.transaction.identifier, fields: fields)
    }
}
