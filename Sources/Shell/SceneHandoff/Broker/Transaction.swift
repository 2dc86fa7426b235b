package import OrielPictureInPicture

/// The transition of two players (docs/handoff.md): A enters Picture in Picture, B leaves it. A pure state machine from
/// inputs to outputs; the broker maps roles to players.
///
/// A failure before *bound* was received rolls back, a later one goes forward. No step timer replaces *bound*. Commands
/// to a hung side stay in its queue.
package struct Transaction: Hashable, Sendable {
    package enum Kind: String, Hashable, Sendable {
        /// Two processes, or windows that the app owns.
        case handoff
        /// Both windows belong to the library and to one process.
        case inPlace
        /// B leaves without a restore, and A takes its place.
        case replace
        /// B leaves without a restore, and no player takes its place.
        case expel
    }

    package enum Role: Hashable, Sendable { case a, b }

    package enum Step: Hashable, Sendable, Comparable {
        case prepare, leave, restore, bind, stop, showA, showB, settleB, settleA, finishA, finishB

        /// Name of the phase in docs/handoff.md, P1 to P5.
        package var phase: String {
            switch self {
            case .prepare: "P1"
            case .restore, .leave: "P2"
            case .bind, .stop: "P3"
            case .showA: "P4a"
            case .showB: "P4b"
            case .settleB, .settleA: "P4c"
            case .finishA, .finishB: "P5"
            }
        }
    }

    package enum Input: Hashable, Sendable {
        case answer(Role, SwapAnswer)
        /// The side's process has ended.
        case crashed(Role)
        /// The side hung up, but its process lives.
        case left(Role)
        /// The side's controller was released.
        case released(Role)
        /// The side has not acknowledged for T_peer.
        case hung(Role)
        /// The side acknowledges again.
        case woke(Role)
        /// The current step's timer expired.
        case stepTimer
        /// T_swap expired.
        case swapTimer
    }

    package enum Output: Hashable, Sendable {
        case tell(Role, SwapCommand)
        case entered(Step)
        /// Arms the single step timer; nil cancels it.
        case timer(Duration?)
        case end(Outcome)
    }

    package enum Outcome: Hashable, Sendable {
        /// Completed, as far as each side was still present.
        case completed
        /// Rolled back: A is not in Picture in Picture; B stays in it unless it has ended.
        case failed(PictureInPictureError)
        /// The other side is gone: this one continues without it.
        case alone(Role)
    }

    /// State of a side.
    package struct Side: Hashable, Sendable {
        /// It failed, ended or is gone, and takes no further part.
        package var isOut = false
        /// It rolled back without a command: B stays in Picture in Picture.
        package var hasRolledBack = false
        package var isHung = false
        package var hasPresented = false
        package var hasSettled = false
        package var hasFinished = false
        /// B's surface was closed before its delegate answered.
        package var hasLostSurface = false
    }

    package let identifier: TransactionIdentifier
    package let kind: Kind
    package let preparation: SwapCommand.Preparation
    package let restoration: SwapCommand.Restoration
    package private(set) var step: Step
    package private(set) var a = Side()
    package private(set) var b = Side()
    /// Reason sent to B if no player replaces it.
    let expulsion: StopReason
    let timings: PictureInPictureTimings

    package init(
        identifier: TransactionIdentifier, kind: Kind, preparation: SwapCommand.Preparation,
        restoration: SwapCommand.Restoration, expulsion: StopReason = .replaced,
        timings: PictureInPictureTimings = PictureInPictureTimings()
    ) {
        self.identifier = identifier
        self.kind = kind
        self.preparation = preparation
        self.restoration = restoration
        self.expulsion = expulsion
        self.timings = timings
        step = kind == .expel ? .leave : .prepare
    }

    /// Whether A is known to have passed its point of no return.
    package var isBound: Bool { step >= .stop }

    /// Whether A can still roll back: it was not told to show its overlay and has not presented it.
    private var mayRollBack: Bool { step < .showA && !a.hasPresented }

    /// Returns the first outputs.
    package func begin() -> [Output] {
        kind == .expel
            ? [.entered(.leave), .tell(.b, .leave(expulsion)), .timer(timings.peer)]
            : [.entered(.prepare), .tell(.a, .prepare(preparation))]
    }

    package mutating func handle(_ input: Input) -> [Output] {
        switch input {
        case .answer(.a, let answer): a.isOut ? [] : answered(a: answer)
        case .answer(.b, let answer): b.isOut ? [] : answered(b: answer)
        case .crashed(.a), .left(.a), .released(.a): a.isOut ? [] : lost(a: input)
        case .crashed(.b), .left(.b), .released(.b): b.isOut ? [] : lost(b: input)
        case .hung(.a): hung(a: true)
        case .hung(.b): hung(b: true)
        case .woke(.a): hung(a: false)
        case .woke(.b): hung(b: false)
        case .stepTimer: stepTimedOut()
        case .swapTimer: swapTimedOut()
        }
    }

    /// Aborts for the given sides. Only used before *stop* was sent, or if B reports that it has not obeyed.
    private func rollBack(_ error: PictureInPictureError, telling roles: [Role]) -> [Output] {
        var outputs: [Output] = [.timer(nil)]
        for role in roles {
            // B will end for certain, so A's start can continue.
            let goesOn = role == .a && b.hasLostSurface
            outputs.append(.tell(role, goesOn ? .continueAlone : .abort(error)))
        }
        return outputs + [.end(roles.contains(.a) && b.hasLostSurface ? .alone(.a) : .failed(error))]
    }

    /// Continues with one side after the other has gone; completes if both are gone.
    private func alone(_ role: Role) -> [Output] {
        guard !(role == .a ? a.isOut : b.isOut) else { return completed() }
        return [.timer(nil), .tell(role, .continueAlone), .end(.alone(role))]
    }

    // MARK: Answers

    private mutating func answered(a answer: SwapAnswer) -> [Output] {
        switch answer {
        case .prepared: return step == .prepare ? enter(kind == .replace ? .leave : .restore) : []
        case .bound: return step == .bind ? enter(.stop) : []
        case .presented:
            a.hasPresented = true
            return step == .showA && (kind != .inPlace || b.hasPresented || b.isOut) ? enter(afterShowA) : []
        case .settled:
            a.hasSettled = true
            return settled()
        case .finished:
            guard isBound else { return [] }
            a.hasFinished = true
            return step == .finishA ? enter(.finishB) : []
        case .failed(let error): return lost(a: .answer(.a, .failed(error)))
        case .ended: return isBound ? lost(a: .answer(.a, answer)) : lost(a: .answer(.a, .failed(.cancelled)))
        case .restored, .stopping, .surfaceLost: return []
        }
    }

    private mutating func answered(b answer: SwapAnswer) -> [Output] {
        switch answer {
        case .restored(true): return step == .restore ? enter(.bind) : []
        case .restored(false):
            guard step == .restore else { return [] }
            b.isOut = true
            return rollBack(.restoreRejected, telling: [.a])
        case .surfaceLost:
            if step < .stop { b.hasLostSurface = true }
            return []
        case .stopping: return step == .stop ? enter(.showA) : []
        case .presented:
            b.hasPresented = true
            if step == .showA, kind == .inPlace { return a.hasPresented || a.isOut ? enter(.settleB) : [] }
            return step == .showB ? enter(.settleB) : []
        case .settled:
            b.hasSettled = true
            return settled()
        case .finished:
            guard isBound else { return [] }
            b.hasFinished = true
            return step == .finishB ? completed() : []
        case .failed(let error):
            b.isOut = true
            b.hasRolledBack = true
            return mayRollBack ? rollBack(error, telling: kind == .expel ? [] : [.a]) : skip(.b)
        case .ended:
            b.isOut = true
            if kind == .expel { return completed() }
            return mayRollBack ? alone(.a) : skip(.b)
        case .prepared, .bound: return []
        }
    }

    // MARK: Losses

    private mutating func lost(a input: Input) -> [Output] {
        a.isOut = true
        switch step {
        case .prepare, .leave:
            let error: PictureInPictureError =
                switch input {
                case .answer(_, .failed(let error)): error
                case .crashed: .peerTerminated
                case .left: .peerUnresponsive
                default: .cancelled
                }
            return [.timer(nil), .end(.failed(error))]
        case .restore, .bind:
            switch input {
            case .crashed: return alone(.b)
            case .left: return rollBack(.peerUnresponsive, telling: [.b])
            case .answer(_, .failed(let error)): return rollBack(error, telling: [.b])
            default: return rollBack(.cancelled, telling: [.b])
            }
        case .stop, .showA, .showB, .settleB, .settleA, .finishA, .finishB: return skip(.a)
        }
    }

    private mutating func lost(b input: Input) -> [Output] {
        b.isOut = true
        switch step {
        case .leave: return kind == .expel ? completed() : alone(.a)
        case .prepare where kind == .replace: return alone(.a)
        case .prepare, .restore, .bind:
            switch input {
            case .crashed: return rollBack(.peerTerminated, telling: [.a])
            case .left: return rollBack(.peerUnresponsive, telling: [.a])
            default: return rollBack(.cancelled, telling: [.a])
            }
        // A still obeys an abort; with B's overlay gone, A's window is all that is left to show.
        case .stop where mayRollBack:
            return if case .left = input { alone(.a) } else { rollBack(.peerTerminated, telling: [.a]) }
        case .stop, .showA, .showB, .settleB, .settleA, .finishA, .finishB: return skip(.b)
        }
    }

    private mutating func hung(a isHung: Bool) -> [Output] {
        a.isHung = isHung
        guard isHung, !a.isOut else { return [] }
        switch step {
        case .prepare: return rollBack(.peerUnresponsive, telling: [.a])
        case .restore, .bind: return rollBack(.peerUnresponsive, telling: [.a, .b])
        default: return []
        }
    }

    private mutating func hung(b isHung: Bool) -> [Output] {
        b.isHung = isHung
        guard isHung, !b.isOut else { return [] }
        switch step {
        case .stop: return enter(.showA)
        case .leave: return kind == .expel ? completed() : alone(.a)
        default: return []
        }
    }

    // MARK: Timers

    private mutating func stepTimedOut() -> [Output] {
        switch step {
        case .prepare, .bind, .stop: []
        case .restore: rollBack(.restoreTimedOut, telling: [.a, .b])
        case .leave: kind == .expel ? completed() : alone(.a)
        case .showA: enter(afterShowA)
        case .showB: enter(.settleB)
        case .settleB: enter(.settleA)
        case .settleA: enter(.finishA)
        case .finishA: enter(.finishB)
        case .finishB: completed()
        }
    }

    private mutating func swapTimedOut() -> [Output] {
        switch step {
        case .prepare: return rollBack(.firstFrameTimeout, telling: [.a])
        case .restore: return rollBack(.restoreTimedOut, telling: [.a, .b])
        case .bind: return rollBack(.peerUnresponsive, telling: [.a, .b])
        case .leave: return stepTimedOut()
        case .stop, .showA, .showB, .settleB, .settleA, .finishA, .finishB: break
        }
        // Sends all remaining commands at once; each side goes forward at its own pace.
        var outputs: [Output] = step == .stop ? enter(.showA) : []
        while !outputs.contains(.end(.completed)) { outputs += stepTimedOut() }
        return outputs
    }

    // MARK: Steps

    private var afterShowA: Step { kind == .inPlace ? .settleB : .showB }

    /// A moves into the slot's place only after B's overlay there is gone. Where new overlays are stacked below older
    /// ones (sway 1.7), A would otherwise be covered and not be visible anywhere.
    private mutating func settled() -> [Output] {
        switch step {
        case .settleB: b.hasSettled || b.isOut ? enter(.settleA) : []
        case .settleA: a.hasSettled || a.isOut ? enter(.finishA) : []
        default: []
        }
    }

    private func completed() -> [Output] { [.timer(nil), .end(.completed)] }

    /// Ends the wait for a side that has dropped out of a step that goes forward.
    private mutating func skip(_ role: Role) -> [Output] {
        switch step {
        case .stop: role == .b ? enter(.showA) : []
        case .showA where kind == .inPlace:
            (a.hasPresented || a.isOut) && (b.hasPresented || b.isOut) ? enter(.settleB) : []
        case .showA: role == .a ? enter(.showB) : []
        case .showB: role == .b ? enter(.settleB) : []
        case .settleB, .settleA: settled()
        case .finishA: role == .a ? enter(.finishB) : []
        case .finishB: role == .b ? completed() : []
        case .prepare, .leave, .restore, .bind: []
        }
    }

    private mutating func enter(_ next: Step) -> [Output] {
        step = next
        switch next {
        case .prepare: return begin()
        case .leave:
            let told: [Output] = [.entered(next), .tell(.b, .leave(.replaced))]
            // B's window comes back first: committed within T_restore, presented within T_present.
            return b.isHung ? told + alone(.a) : told + [.timer(timings.restore + timings.present)]
        case .restore: return [.entered(next), .tell(.b, .restore(restoration)), .timer(timings.restore)]
        case .bind: return [.timer(nil), .entered(next), .tell(.a, .bind)]
        case .stop:
            let told: [Output] = [.timer(nil), .entered(next), .tell(.b, .stop)]
            return b.isHung ? told + enter(.showA) : told
        case .showA:
            let roles: [Role] = kind == .inPlace ? [.a, .b] : [.a]
            return show(roles, next) ?? enter(afterShowA)
        case .showB: return show([.b], next) ?? enter(.settleB)
        case .settleB:
            let told: [Output] = [.entered(next)] + tell(.settle, [.b])
            return b.isOut || b.hasSettled ? told + enter(.settleA) : told + [.timer(timings.peer)]
        case .settleA:
            let told = tell(.settle, [.a])
            return a.isOut || a.hasSettled ? told + enter(.finishA) : told + [.timer(timings.peer)]
        case .finishA:
            let told: [Output] = [.entered(next)] + tell(.finish, [.a])
            return a.isOut || a.isHung || a.hasFinished ? told + enter(.finishB) : told + [.timer(timings.peer)]
        case .finishB:
            let told = tell(.finish, [.b])
            return b.isOut || b.isHung || b.hasFinished ? told + completed() : told + [.timer(timings.peer)]
        }
    }

    private func tell(_ command: SwapCommand, _ roles: [Role]) -> [Output] {
        roles.filter { $0 == .a ? !a.isOut : !b.isOut }.map { .tell($0, command) }
    }

    /// Returns the outputs of a *show* step; nil if no side is left to show anything.
    private func show(_ roles: [Role], _ step: Step) -> [Output]? {
        let told = tell(.show, roles)
        return told.isEmpty ? nil : [.entered(step)] + told + [.timer(timings.present)]
    }
}
