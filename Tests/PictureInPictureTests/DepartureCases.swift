import OrielPictureInPicture
import Testing

/// A's column of the failure table in contract §2.4, phase by phase; the test acts as broker.
@Suite struct DepartureCases {
    private let forward = ["willStart", "didStart", "background"]

    @Test(arguments: DepartureMoment.allCases)
    func aSwapGoesThrough(moment: DepartureMoment) {
        let rig = SessionRig.departing(moment)
        if moment == .preparing { rig.act(.surface(.overlayPrepared(generation: rig.overlay))) }
        rig.finishDeparture()
        #expect(rig.journal.take() == forward)
        #expect(rig.answers == [.prepared, .bound, .presented, .settled, .finished])
        #expect(rig.state == .active)
        #expect(!rig.isWindowShown && rig.playback.isEmpty)
        #expect(rig.session.timers.isEmpty)
    }

    /// The same holds in a swap.
    @Test(arguments: [false, true]) func aWindowGoesOrIsCovered(keeps: Bool) {
        let rig = SessionRig.departing(.showing)
        rig.configure { $0.keepsWindow = keeps }
        rig.finishDeparture()
        #expect(rig.state == .active)
        #expect(rig.surfaces.contains(.coverWindow) == keeps)
        #expect(rig.surfaces.contains(.hideWindow) == !keeps)
    }

    @Test(arguments: DepartureMoment.allCases)
    func case84_peerGone(moment: DepartureMoment) {
        let rig = SessionRig.departing(moment)
        rig.command(.abort(.peerTerminated))
        guard moment > .bound else {
            #expect(rig.journal.take() == ["willStart", "fTS(peerTerminated)"])
            #expect(rig.isWindowShown && rig.overlays.isEmpty && rig.playback.isEmpty)
            #expect(!rig.answers.contains(.failed(.peerTerminated)))
            return
        }
        rig.finishDeparture()
        #expect(rig.journal.take() == forward)
    }

    @Test(arguments: DepartureMoment.allCases)
    func case85_peerEndedGoOnAlone(moment: DepartureMoment) {
        let rig = SessionRig.departing(moment)
        rig.command(.continueAlone)
        rig.preparesOverlay = true
        rig.presentsOverlay = true
        rig.act(
            .surface(.overlayPrepared(generation: rig.overlay)), .surface(.overlayPresented(generation: rig.overlay)))
        #expect(rig.journal.take() == (moment >= .bound ? forward : ["willStart", "didStart"]))
        #expect(rig.requests.last == (moment >= .bound ? .answer(.finished, transaction) : .started))
        #expect(rig.state == .active && !rig.isWindowShown && rig.overlays.count == 1)
        #expect(rig.isPlaying && rig.playback.isEmpty)
        #expect(rig.session.timers.isEmpty)
        // The session works alone.
        rig.returnButton()
        #expect(rig.journal.take() == ["restore", "willStop", "didStop(restoreRequested)"])
        #expect(rig.requests.suffix(2) == [.restoring, .ended(.restoreRequested)])
        #expect(rig.state == .idle && rig.isWindowShown && rig.overlays.isEmpty)
        #expect(rig.session.timers.isEmpty)
    }

    @Test func case88_neverPrepared() {
        let rig = SessionRig.departing(.preparing)
        rig.time.advance(by: .seconds(3))
        #expect(rig.journal.take() == ["willStart", "fTS(firstFrameTimeout)"])
        #expect(rig.answers == [.failed(.firstFrameTimeout)])
        #expect(rig.isWindowShown && rig.overlays.isEmpty)
    }

    @Test(arguments: DepartureMoment.allCases)
    func case89_surfaceClosed(moment: DepartureMoment) {
        let rig = SessionRig.departing(moment)
        rig.closeOverlay()
        #expect(rig.journal.take() == ["willStart", "fTS(surfaceClosed)"])
        #expect(rig.answers.last == .failed(.surfaceClosed))
        #expect(rig.isWindowShown && rig.overlays.isEmpty)
        // If B goes forward, A's window is behind it, paused.
        #expect(rig.playback == (moment.isBound ? [.pause] : []))
        #expect(rig.windowRequest?.purpose == (moment == .settled ? .behind : nil))
        #expect(rig.session.timers.isEmpty)
    }

    @Test func case89_surfaceClosedAfterDidStart() {
        let rig = SessionRig.departing(.settled)
        rig.command(.finish)
        rig.closeOverlay()
        #expect(rig.journal.take() == forward + ["willStop", "didStop(surfaceClosed)"])
        #expect(rig.requests.last == .ended(.surfaceClosed))
    }

    @Test(arguments: DepartureMoment.allCases)
    func case92_outputRemoved(moment: DepartureMoment) {
        let rig = SessionRig.departing(moment)
        let first = rig.overlay
        rig.preparesOverlay = true
        rig.presentsOverlay = true
        rig.act(.surface(.overlayClosed(generation: first)), .surface(.outputRemoved(generation: first)))
        #expect(rig.overlay != first)
        rig.finishDeparture()
        #expect(rig.journal.take() == forward)
        #expect(rig.answers == [.prepared, .bound, .presented, .settled, .finished])
        #expect(rig.state == .active)
        #expect(rig.session.timers.isEmpty)
    }

    @Test(arguments: DepartureMoment.allCases)
    func case92_noOtherOutput(moment: DepartureMoment) {
        let rig = SessionRig.departing(moment)
        let first = rig.overlay
        rig.preparesOverlay = false
        rig.act(.surface(.outputRemoved(generation: first)), .surface(.overlayClosed(generation: first)))
        rig.time.advance(by: .seconds(3))
        #expect(rig.journal.take() == ["willStart", "fTS(surfaceClosed)"])
        #expect(rig.isWindowShown)
    }

    @Test(arguments: DepartureMoment.allCases)
    func case93_escape(moment: DepartureMoment) {
        let rig = SessionRig.departing(moment)
        rig.act(.escape)
        rig.finishDeparture()
        #expect(rig.journal.take() == (moment.isBound ? forward : ["willStart", "fTS(cancelled)"]))
        expectEnd(of: rig, from: moment, isActive: moment.isBound)
    }

    /// Checks the state after a changed decision, and the answers sent.
    private func expectEnd(of rig: SessionRig, from moment: DepartureMoment, isActive: Bool, isShown: Bool? = nil) {
        #expect(rig.state == (isActive ? .active : .idle))
        #expect(rig.isWindowShown == isShown ?? !isActive)
        #expect(rig.overlays.count == (isActive ? 1 : 0))
        let answers: [SwapAnswer] =
            moment.isBound
            ? [.prepared, .bound, .presented, .settled, .finished]
            : (moment == .preparing ? [] : [.prepared]) + [.failed(.cancelled)]
        #expect(rig.answers == answers)
        #expect(rig.session.timers.isEmpty && rig.diagnostics.isEmpty)
    }

    @Test(arguments: DepartureMoment.allCases)
    func case93_close(moment: DepartureMoment) {
        let rig = SessionRig.departing(moment)
        rig.act(.close)
        rig.finishDeparture()
        #expect(
            rig.journal.take()
                == (moment.isBound
                    ? forward + ["willStop", "didStop(programmatic)"] : ["willStart", "fTS(cancelled)"]))
        expectEnd(of: rig, from: moment, isActive: false, isShown: !moment.isBound)
        #expect(rig.playback == (moment.isBound ? [.pause] : []))
        if moment.isBound { #expect(rig.requests.last == .ended(.programmatic)) }
    }

    @Test(arguments: DepartureMoment.allCases)
    func case93_stop(moment: DepartureMoment) {
        let rig = SessionRig.departing(moment)
        rig.act(.broker(.status(SlotStatus(transition: .own))), .stop)
        rig.finishDeparture()
        guard moment.isBound else {
            #expect(rig.journal.take() == ["willStart", "fTS(cancelled)"])
            expectEnd(of: rig, from: moment, isActive: false)
            return
        }
        #expect(rig.journal.take() == forward)
        expectEnd(of: rig, from: moment, isActive: true)
        rig.act(.broker(.status(SlotStatus())))
        #expect(rig.journal.take() == ["restore", "willStop", "didStop(programmatic)"])
        expectEnd(of: rig, from: moment, isActive: false)
        #expect(rig.playback.isEmpty)
    }

    @Test(arguments: DepartureMoment.allCases)
    func case94_brokerLost(moment: DepartureMoment) {
        let rig = SessionRig.departing(moment)
        rig.presentsOverlay = true
        rig.act(.broker(.lost), .surface(.overlayPresented(generation: rig.overlay)))
        guard moment.isBound else {
            #expect(rig.journal.take() == ["willStart", "fTS(brokerLost)"])
            #expect(rig.isWindowShown && rig.overlays.isEmpty && rig.state == .idle)
            #expect(rig.isPlaying && rig.playback.isEmpty && rig.session.timers.isEmpty)
            return
        }
        #expect(rig.journal.take() == forward)
        #expect(!rig.isWindowShown && rig.overlays.count == 1 && rig.state == .active)
        #expect(rig.isPlaying && rig.playback.isEmpty && rig.session.timers.isEmpty)
    }

    @Test(arguments: DepartureMoment.allCases)
    func theSwapsTimeIsUp(moment: DepartureMoment) {
        let rig = SessionRig.departing(moment)
        rig.presentsOverlay = true
        // Not by the clock: shorter limits would expire first.
        guard let timer = rig.session.timers.first(where: { $0.timer == .swap }) else {
            Issue.record("T_swap is not armed")
            return
        }
        rig.act(.timer(.swap, generation: timer.generation), .surface(.overlayPresented(generation: rig.overlay)))
        #expect(rig.journal.take() == (moment.isBound ? forward : ["willStart", "fTS(peerUnresponsive)"]))
    }

    @Test(arguments: DepartureMoment.allCases)
    func lock(moment: DepartureMoment) {
        let rig = SessionRig.departing(moment)
        rig.act(.locked(true))
        guard moment.isBound else {
            #expect(rig.journal.take() == ["willStart", "fTS(cancelled)"])
            return
        }
        // No frame is presented while the session is locked, so nothing waits for one.
        rig.presentsOverlay = false
        for command in [SwapCommand.show, .settle, .finish] { rig.command(command) }
        #expect(rig.journal.take() == forward + ["suspended(true)"])
    }

    @Test(arguments: DepartureMoment.allCases)
    func released(moment: DepartureMoment) {
        let rig = SessionRig.departing(moment)
        rig.act(.released)
        #expect(rig.journal.take() == ["willStart"])
        #expect(rig.requests.last == .leave && rig.overlays.isEmpty)
    }

    @Test func presentationThatIsNotToldOf() {
        let rig = SessionRig.departing(.showing)
        rig.command(.settle)
        rig.time.advance(by: .milliseconds(999))
        #expect(rig.isWindowShown)
        rig.time.advance(by: .milliseconds(1))
        #expect(rig.answers == [.prepared, .bound, .presented, .settled])
        #expect(!rig.isWindowShown)
        #expect(rig.diagnostics == [.takenAsPresented])
    }

    @Test func aSessionThatCannotIsNoPartner() {
        for (event, error) in [
            (Session.Event.sourceReady(false), PictureInPictureError.notPossible), (.locked(true), .notPossible),
            (.supportChanged(false), .notSupported),
        ] {
            let rig = SessionRig()
            rig.act(event)
            rig.command(.prepare(SwapCommand.Preparation(style: .handoff)))
            #expect(rig.answers == [.failed(error)])
            #expect(rig.journal.take() == [])
        }
        let active = SessionRig.active()
        active.command(.prepare(SwapCommand.Preparation(style: .handoff)))
        #expect(active.answers == [.failed(.transitionInProgress)])
        #expect(active.state == .active)
    }

    @Test func aCancelledRequestIsNotPrepared() {
        let rig = SessionRig()
        rig.act(.start(userIntent: true))
        let generation = rig.lastStart?.generation
        rig.act(.stop)
        rig.command(.prepare(SwapCommand.Preparation(request: generation, style: .handoff)))
        #expect(rig.answers == [.failed(.cancelled)])
        #expect(rig.journal.take() == [])
    }

    @Test func inPlaceWithoutThePeerBecomesAnOverlayOfItsOwn() {
        for event in [Session.Event.broker(.lost), .timer(.present, generation: 0)] {
            let rig = SessionRig()
            rig.command(.prepare(SwapCommand.Preparation(style: .inPlace, peer: "B")))
            for command in [SwapCommand.bind, .show, .settle, .finish] { rig.command(command) }
            #expect(rig.answers == [.prepared, .bound])
            if case .timer = event { rig.time.advance(by: .seconds(1)) } else { rig.act(event) }
            // Within one process there is no background callback.
            #expect(rig.journal.take() == ["willStart", "didStart"])
            #expect(rig.overlays.count == 1 && !rig.isWindowShown)
        }
    }

    /// The peer took over the window in the exchange, so a new one replaces it.
    @Test func case89_surfaceClosedAfterAnExchange() {
        let rig = SessionRig()
        rig.command(.prepare(SwapCommand.Preparation(style: .inPlace, peer: "B")))
        for command in [SwapCommand.bind, .show] { rig.command(command) }
        rig.act(
            .surface(.exchanged(generation: rig.overlay)), .surface(.overlayPresented(generation: rig.overlay)))
        #expect(rig.answers == [.prepared, .bound, .presented])
        rig.closeOverlay()
        #expect(rig.journal.take() == ["willStart", "fTS(surfaceClosed)"])
        #expect(rig.windowRequest?.purpose == .behind)
        #expect(rig.playback == [.pause])
    }

    @Test func noCommandComesTooEarly() {
        let rig = SessionRig.departing(.preparing)
        for command in [SwapCommand.bind, .show, .settle, .finish] { rig.command(command) }
        #expect(rig.answers == [])
        #expect(rig.isWindowShown)
        let shown = SessionRig.departing(.shown)
        shown.command(.finish)
        #expect(shown.answers == [.prepared, .bound, .presented, .settled, .finished])
    }

    @Test func anothersTransactionIsNotObeyed() {
        let rig = SessionRig.departing(.prepared)
        let other = TransactionIdentifier(generation: 1, number: 2)
        for command in [SwapCommand.bind, .abort(.cancelled), .continueAlone] {
            rig.act(.broker(.command(command, other)))
        }
        #expect(rig.journal.take() == ["willStart"])
        #expect(rig.answers == [.prepared])
    }

    @Test func aloneItDoesNotMoveOverThePeer() {
        let rig = SessionRig.departing(.shown)
        rig.act(.broker(.lost))
        #expect(rig.surfaces.contains(.settleOverlay(generation: rig.overlay, into: nil)))
    }

    @Test func aClosedOverlayIsNotShown() {
        let rig = SessionRig.departing(.bound)
        let first = rig.overlay
        rig.presentsOverlay = true
        rig.act(.surface(.overlayClosed(generation: first)))
        rig.command(.show)
        #expect(!rig.surfaces.contains(.showOverlay(generation: first, besides: slot)))
        rig.act(.surface(.outputRemoved(generation: first)))
        #expect(rig.surfaces.contains(.showOverlay(generation: rig.overlay, besides: slot)))
        rig.finishDeparture()
        #expect(rig.journal.take() == forward)
    }

    @Test func theSamePreparationTwiceIsOnce() {
        let rig = SessionRig.departing(.prepared)
        rig.command(.prepare(SwapCommand.Preparation(style: .handoff, slot: slot, peer: "B")))
        #expect(rig.answers == [.prepared])
        #expect(rig.journal.take() == ["willStart"])
    }

    @Test func inPlaceTheBrokersLossBeforeTheExchange() {
        let rig = SessionRig()
        rig.command(.prepare(SwapCommand.Preparation(style: .inPlace, peer: "B")))
        rig.command(.bind)
        rig.act(.broker(.lost))
        #expect(rig.journal.take() == ["willStart", "didStart"])
        #expect(!rig.surfaces.contains(.exchange(generation: 1, .intoOverlay, with: "B")))
        #expect(rig.overlays.count == 1 && !rig.isWindowShown)
    }
}
