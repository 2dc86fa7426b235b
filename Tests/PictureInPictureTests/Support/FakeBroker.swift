import OrielPictureInPicture

/// A minimal broker for several sessions: one transition at a time, in the order of contract §2.4, without faults.
final class FakeBroker {
    let time = FakeTime()
    let journal = Journal()
    var style = SwapStyle.inPlace
    var slots = 1
    private(set) var rigs: [SessionRig] = []
    private(set) var holders: [SessionRig] = []
    private var number: UInt32 = 0
    private var pair: (a: SessionRig, b: SessionRig?)?
    private var isReplacing = false
    private var granted: SessionRig?
    private var suspended: SessionRig?
    private var exchanging:
        [(rig: SessionRig, event: Session.Event, presented: Session.Event, side: Session.ExchangeSide)] =
            []
    private var progress: [String] = []
    /// Name of a command that is dropped instead of sent; nil for none.
    var withheld: String?

    func join(_ name: String, _ configure: (inout Session.Settings) -> Void = { _ in }) -> SessionRig {
        let rig = SessionRig(name, time: time, journal: journal, configure)
        rig.broker = self
        rigs.append(rig)
        tell()
        return rig
    }

    var transaction: TransactionIdentifier { TransactionIdentifier(generation: 1, number: number) }
    var isInTransition: Bool { pair != nil || granted != nil }

    /// Swaps two players as by key or command.
    func swap(_ a: SessionRig, _ b: SessionRig) {
        if let pair, pair.a === a, pair.b === b { return }
        guard !isInTransition else { return }
        begin(a, b, request: nil, style: style)
        time.settle()
    }

    /// Begins a swap, of which no step is done yet.
    func beginSwap(_ a: SessionRig, _ b: SessionRig) { begin(a, b, request: nil, style: style) }

    func receive(_ request: BrokerRequest, from rig: SessionRig) {
        time.soon { [self] in take(request, from: rig) }
    }

    func command(_ command: SwapCommand, to rig: SessionRig) {
        if let withheld, "\(command)".hasPrefix(withheld) { return }
        let event = Session.Event.broker(.command(command, transaction))
        time.soon { rig.send(event) }
    }

    private func begin(_ a: SessionRig, _ b: SessionRig, request: UInt32?, style: SwapStyle) {
        number += 1
        pair = (a, b)
        isReplacing = style == .replace
        progress = []
        tell()
        command(
            .prepare(
                SwapCommand.Preparation(
                    request: request, style: style, peer: PlayerIdentifier(rawValue: b.name))), to: a)
    }

    private func take(_ request: BrokerRequest, from rig: SessionRig) {
        switch request {
        case .start(let start): take(start, from: rig)
        case .started:
            holders.append(rig)
            end()
        case .cancel, .failed, .leave: leave(rig)
        case .ended:
            leave(rig)
            if rig.session.settings.isCall, let suspended {
                self.suspended = nil
                holders.append(suspended)
                time.soon { suspended.send(.broker(.resume)) }
            }
        case .restoring, .stayed: break
        case .stopOther:
            guard let holder = holders.first else { return }
            number += 1
            command(.leave(.stoppedByOtherApp), to: holder)
        case .answer(let answer, let transaction): if transaction == self.transaction { take(answer, from: rig) }
        }
    }

    private func take(_ start: BrokerRequest.StartRequest, from rig: SessionRig) {
        func deny(_ error: PictureInPictureError) {
            time.soon { rig.send(.broker(.denied(generation: start.generation, error))) }
        }
        func grant() {
            granted = rig
            tell()
            time.soon { rig.send(.broker(.granted(generation: start.generation, placement: nil))) }
        }
        guard !isInTransition else {
            if pair?.a !== rig { deny(.transitionInProgress) }
            return
        }
        guard holders.count >= slots, let holder = holders.first else { return grant() }
        if start.isAutomatic && !start.isCall || holder.session.settings.isCall { return deny(.notPossible) }
        if start.isCall {
            holders.removeAll { $0 === holder }
            suspended = holder
            time.soon { holder.send(.broker(.suspend)) }
            return grant()
        }
        if case .fullScreen = start.mode, holder.session.settings.canRestore {
            begin(rig, holder, request: start.generation, style: style)
        } else {
            begin(rig, holder, request: start.generation, style: .replace)
        }
    }

    private func take(_ answer: SwapAnswer, from rig: SessionRig) {
        guard let (a, b) = pair else {
            if case .ended = answer { leave(rig) }
            return
        }
        let side = rig === a ? "A" : "B"
        switch answer {
        case .prepared:
            guard let b else { return }
            if isReplacing { return command(.leave(.replaced), to: b) }
            command(
                .restore(
                    SwapCommand.Restoration(
                        style: style, mode: a.session.world.windowMode, activationToken: "token",
                        peer: PlayerIdentifier(rawValue: a.name))), to: b)
        case .restored(true): command(.bind, to: a)
        case .restored(false):
            command(.abort(.restoreRejected), to: a)
            end()
        case .bound: if let b { command(.stop, to: b) }
        case .stopping:
            command(.show, to: a)
            if style == .inPlace, let b { command(.show, to: b) }
        case .presented, .settled: progress(side, answer, a, b)
        case .finished:
            if side == "A" {
                holders.append(a)
                if let b { command(.finish, to: b) }
            } else {
                holders.removeAll { $0 === rig }
                end()
            }
        case .surfaceLost: break
        case .failed(let error):
            if side == "A" {
                if let b { command(.abort(error), to: b) }
            } else {
                command(.abort(error), to: a)
            }
            end()
        case .ended:
            holders.removeAll { $0 === rig }
            if side == "B" {
                pair = (a, nil)
                command(.continueAlone, to: a)
            }
        }
    }

    private func progress(_ side: String, _ answer: SwapAnswer, _ a: SessionRig, _ b: SessionRig?) {
        guard let b else { return }
        progress.append("\(side) \(answer)")
        switch progress.count {
        case 1 where style == .handoff: command(.show, to: b)
        case 2:
            command(.settle, to: a)
            command(.settle, to: b)
        case 4: command(.finish, to: a)
        default: break
        }
    }

    private func leave(_ rig: SessionRig) {
        holders.removeAll { $0 === rig }
        if suspended === rig { suspended = nil }
        guard let (a, b) = pair else {
            if granted === rig { granted = nil }
            return tell()
        }
        if rig === b {
            pair = (a, nil)
            command(.continueAlone, to: a)
        } else if rig === a {
            if let b { command(.abort(.cancelled), to: b) }
            end()
        }
    }

    private func end() {
        pair = nil
        granted = nil
        tell()
    }

    private func tell() {
        for rig in rigs {
            var status = SlotStatus()
            status.isFree = holders.count < slots || holders.contains { $0 === rig }
            status.isDisplaceable = !holders.contains { $0.session.settings.isCall }
            status.canStop = !holders.isEmpty
            let isOwn = pair?.a === rig || pair?.b === rig || granted === rig
            status.transition = !isInTransition ? .none : isOwn ? .own : .foreign
            time.soon { rig.send(.broker(.status(status))) }
        }
    }

    /// Exchanges the frames in one step, once both sides have requested it.
    func exchange(
        _ rig: SessionRig, _ generation: UInt32, _ side: Session.ExchangeSide, with peer: PlayerIdentifier?
    ) {
        let presented: Session.SurfaceEvent =
            side == .intoOverlay ? .overlayPresented(generation: generation) : .windowPresented(generation: generation)
        exchanging.append((rig, .surface(.exchanged(generation: generation)), .surface(presented), side))
        guard exchanging.count == 2 else { return }
        for each in exchanging {
            each.rig.tookPlace(each.side)
            time.soon { each.rig.send(each.event) }
            time.soon { each.rig.send(each.presented) }
        }
        exchanging = []
    }
}
