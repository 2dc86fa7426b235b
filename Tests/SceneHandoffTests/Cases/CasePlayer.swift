import OrielPictureInPicture
import OrielSceneHandoff

/// A player of a case: a real session in the model's surroundings, which answer at once unless withheld.
final class CasePlayer {
    let name: String
    unowned let process: CaseProcess
    var model: ModelProcess
    var identifier: PlayerIdentifier?
    var reported: PlayerReport?
    var isFocused = false
    /// Delegate's answer to a restore.
    var answer = true
    private(set) var overlayRequest: Session.OverlayRequest?
    /// Names of the events that the surroundings withhold for now.
    var withheld: Set<String> = []
    private var scheduled: Set<Session.Event> = []

    init(_ name: String, handle: UInt32, in process: CaseProcess) {
        self.name = name
        self.process = process
        var settings = Session.Settings()
        settings.timings = process.world.timings
        model = ModelProcess(session: Session(settings: settings))
        model.handle = PlayerHandle(rawValue: handle)
    }

    var state: PictureInPictureTransitionState { model.session.snapshot.state }
    var isPossible: Bool { model.session.snapshot.isPossible }

    var report: PlayerReport {
        PlayerReport(
            model.session.report, placement: model.overlay == .none ? nil : Samples.placement,
            focusTime: isFocused ? .seconds(1) : nil)
    }

    func receive(_ event: Session.Event, isAnswer: Bool = false) {
        guard process.isAlive else { return }
        model.client = process.client
        let effects: [Session.Effect]
        do throws(ModelViolation) {
            effects =
                isAnswer
                ? try model.happen(event, keepsTrace: false) : try model.handle(event, keepsTrace: false)
        } catch {
            return process.world.violations.append("\(name): \(error)")
        }
        let texts = effects.compactMap(CaseText.text)
        if !texts.isEmpty { process.world.note("\(name) \(CaseText.text(event)): " + texts.joined(separator: ", ")) }
        for effect in effects { carryOut(effect) }
        for case .message(let message) in model.outbox { process.send(message) }
        model.outbox = []
        model.heard = []
        process.reportChange(of: self)
        awaitAnswers()
        if !model.isVisible, !model.isExempt, !process.world.isLocked {
            process.world.violations.append("\(name)'s stream is nowhere")
        }
    }

    private func carryOut(_ effect: Session.Effect) {
        switch effect {
        case .arm(let timer, let duration, let generation):
            process.world.clock.after(duration) { [self] in
                process.whenAwake { [self] in receive(.timer(timer, generation: generation)) }
            }
        case .callback(let callback, _): process.world.callbacks.append("\(name).\(CaseText.text(callback))")
        case .surface(.createOverlay(let request)): overlayRequest = request
        case .surface(.exchange(let generation, let side, _)): process.exchange(self, generation, side)
        default: break
        }
    }

    /// Schedules the surroundings' next answers.
    func awaitAnswers() {
        for event in model.pending where !scheduled.contains(event) && !isWithheld(event) {
            scheduled.insert(event)
            process.world.clock.soon { [self] in
                scheduled.remove(event)
                guard !process.isStopped, model.pending.contains(event), !isWithheld(event) else { return }
                if case .restoreAnswered(let token, _) = event {
                    receive(.restoreAnswered(token, answer), isAnswer: true)
                } else {
                    receive(event, isAnswer: true)
                }
            }
        }
    }

    private func isWithheld(_ event: Session.Event) -> Bool {
        switch event {
        case .restoreAnswered: withheld.contains("restoreAnswered")
        default: withheld.contains(CaseText.text(event))
        }
    }

    /// Records that this player's part of an in-place exchange was committed with the peer's.
    func exchanged(_ generation: UInt32, _ side: Session.ExchangeSide) {
        model.overlay = side == .intoOverlay ? .presented : .none
        model.window = side == .intoOverlay ? .none : .presented
        receive(.surface(.exchanged(generation: generation)))
        receive(
            .surface(
                side == .intoOverlay
                    ? .overlayPresented(generation: generation) : .windowPresented(generation: generation)))
    }
}
