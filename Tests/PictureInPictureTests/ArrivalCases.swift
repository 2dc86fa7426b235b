import OrielPictureInPicture
import Testing

/// B's column of the failure table in contract §2.4, phase by phase; the test acts as broker.
@Suite struct ArrivalCases {
    private let begun = ["foreground", "restore"]
    private let forward = ["foreground", "restore", "willStop", "didStop(restoreRequested)"]
    private let back = ["foreground", "restore", "cancelRestore", "background"]

    @Test(arguments: ArrivalMoment.allCases)
    func aSwapGoesThrough(moment: ArrivalMoment) {
        let rig = SessionRig.arriving(moment)
        if moment == .restoring { rig.act(.restoreAnswered(rig.tokens[0], true)) }
        rig.finishArrival()
        #expect(rig.journal.take() == forward)
        #expect(rig.answers == [.restored(true), .stopping, .presented, .settled, .finished])
        #expect(rig.state == .idle && rig.isWindowShown && rig.overlays.isEmpty)
        #expect(rig.playback.isEmpty)
        #expect(rig.session.timers.isEmpty)
    }

    @Test(arguments: ArrivalMoment.allCases)
    func aRollBack(moment: ArrivalMoment) {
        let rig = SessionRig.arriving(moment)
        rig.command(.abort(.peerTerminated))
        guard moment.goesForward else {
            #expect(rig.journal.take() == back)
            #expect(rig.state == .active && rig.session.snapshot.isBackground)
            #expect(rig.overlays.count == 1 && rig.playback.isEmpty)
            #expect(rig.session.timers.isEmpty)
            return
        }
        rig.finishArrival()
        #expect(rig.journal.take() == forward)
    }

    @Test(arguments: ArrivalMoment.allCases)
    func case82_peerGoneThenYes(moment: ArrivalMoment) {
        let rig = SessionRig.arriving(moment)
        rig.presentsWindow = true
        rig.command(.continueAlone)
        if moment == .restoring { rig.act(.restoreAnswered(rig.tokens[0], true)) }
        rig.act(.surface(.windowPresented(generation: rig.window)))
        #expect(rig.journal.take() == forward)
        #expect(rig.isWindowShown && rig.overlays.isEmpty)
        #expect(rig.windowRequest?.mode == .fullScreen(output: "X"))
    }

    @Test func case82_peerGoneThenNo() {
        let rig = SessionRig.arriving(.restoring)
        rig.command(.continueAlone)
        rig.act(.restoreAnswered(rig.tokens[0], false))
        #expect(rig.journal.take() == begun + ["background"])
        #expect(rig.state == .active)
        #expect(rig.requests.last == .stayed)
    }

    @Test func case86_no() {
        let rig = SessionRig.arriving(.restoring)
        rig.act(.restoreAnswered(rig.tokens[0], false))
        #expect(rig.journal.take() == begun + ["background"])
        #expect(rig.answers == [.restored(false)])
        #expect(rig.state == .active && rig.session.snapshot.isBackground)
        #expect(rig.playback.isEmpty)
    }

    @Test func case87_silence() {
        let rig = SessionRig.arriving(.restoring)
        rig.time.advance(by: .seconds(5))
        #expect(rig.journal.take() == back)
        #expect(rig.answers == [.failed(.restoreTimedOut)])
        rig.act(.restoreAnswered(rig.tokens[0], true))
        #expect(rig.journal.take() == [])
        #expect(rig.state == .active)
        #expect(rig.diagnostics == [.restoreIsSlow, .restoreAnswerIgnored(true)])
    }

    @Test func case87_neverDraws() {
        let rig = SessionRig.active()
        rig.drawsWindow = false
        rig.command(.restore(SwapCommand.Restoration(style: .handoff, mode: .window(nil))))
        #expect(rig.answers == [])
        rig.time.advance(by: .seconds(5))
        #expect(rig.journal.take() == back)
        #expect(rig.answers == [.failed(.restoreTimedOut)])
    }

    @Test(arguments: ArrivalMoment.allCases)
    func case90_surfaceClosedThenForward(moment: ArrivalMoment) {
        let rig = SessionRig.arriving(moment)
        rig.closeOverlay()
        if moment == .restoring { rig.act(.restoreAnswered(rig.tokens[0], true)) }
        rig.finishArrival()
        #expect(rig.journal.take() == forward)
        #expect(rig.answers.contains(.surfaceLost) == !moment.goesForward)
        #expect(rig.answers.last == .finished)
    }

    @Test(arguments: [
        Session.Event.restoreAnswered(.init(session: 0, attempt: 0), false), .broker(.lost), .locked(true),
    ])
    func case90_surfaceClosedThenNot(event: Session.Event) {
        let rig = SessionRig.arriving(.restoring)
        rig.closeOverlay()
        if case .restoreAnswered = event {
            rig.act(.restoreAnswered(rig.tokens[0], false))
        } else {
            rig.act(event)
        }
        #expect(rig.journal.take() == begun + ["background", "willStop", "didStop(surfaceClosed)"])
        #expect(rig.answers == [.surfaceLost, .ended(.surfaceClosed)])
    }

    @Test(arguments: [ArrivalMoment.restoring, .restored], [true, false])
    func userClosesOrMediaEnds(moment: ArrivalMoment, closes: Bool) {
        let rig = SessionRig.arriving(moment)
        rig.configure { $0.stopsWhenMediaEnds = true }
        if closes { rig.closeButton() } else { rig.act(.mediaEnded) }
        let reason = closes ? StopReason.userClosed : .mediaEnded
        #expect(rig.journal.take() == begun + ["background", "willStop", "didStop(\(reason.rawValue))"])
        #expect(rig.answers.last == .ended(reason))
        #expect(rig.playback == [.pause])
    }

    @Test(arguments: ArrivalMoment.allCases.filter(\.goesForward))
    func aCloseAfterWillStopChangesNothing(moment: ArrivalMoment) {
        let rig = SessionRig.arriving(moment)
        rig.closeButton()
        rig.act(.close, .stop, .mediaEnded)
        rig.finishArrival()
        #expect(rig.journal.take() == forward)
        #expect(rig.playback.isEmpty)
    }

    @Test(arguments: [ArrivalMoment.restoring, .restored])
    func anotherReturnIsNothing(moment: ArrivalMoment) {
        let rig = SessionRig.arriving(moment)
        rig.returnButton()
        rig.act(.stop)
        #expect(rig.journal.take() == begun)
    }

    @Test(arguments: [ArrivalMoment.showing, .shown, .settled])
    func case91_windowClosed(moment: ArrivalMoment) {
        let rig = SessionRig.arriving(moment)
        rig.act(.surface(.windowClosed(generation: rig.window)))
        #expect(rig.journal.take() == begun + ["willStop", "didStop(userClosed)"])
        #expect(rig.answers.last == .ended(.userClosed))
        #expect(rig.overlays.isEmpty && !rig.isWindowShown)
        #expect(rig.playback == [.pause])
    }

    @Test(arguments: ArrivalMoment.allCases)
    func case94_brokerLost(moment: ArrivalMoment) {
        let rig = SessionRig.arriving(moment)
        rig.presentsWindow = true
        rig.act(.broker(.lost), .surface(.windowPresented(generation: rig.window)))
        #expect(rig.journal.take() == (moment.goesForward ? forward : back))
        #expect(rig.state == (moment.goesForward ? .idle : .active))
        #expect(rig.isWindowShown == moment.goesForward && rig.overlays.count == (moment.goesForward ? 0 : 1))
        #expect(rig.isPlaying && rig.playback.isEmpty)
        #expect(rig.session.timers.isEmpty)
    }

    @Test(arguments: ArrivalMoment.allCases)
    func theSwapsTimeIsUp(moment: ArrivalMoment) {
        let rig = SessionRig.arriving(moment)
        rig.presentsWindow = true
        guard let timer = rig.session.timers.first(where: { $0.timer == .swap }) else {
            Issue.record("T_swap is not armed")
            return
        }
        rig.act(.timer(.swap, generation: timer.generation), .surface(.windowPresented(generation: rig.window)))
        #expect(rig.journal.take() == (moment.goesForward ? forward : back))
        #expect(moment.goesForward || rig.answers.last == .failed(.peerUnresponsive))
    }

    @Test(arguments: ArrivalMoment.allCases)
    func lock(moment: ArrivalMoment) {
        let rig = SessionRig.arriving(moment)
        rig.presentsWindow = false
        rig.act(.locked(true))
        guard moment.goesForward else {
            #expect(rig.journal.take() == back + ["suspended(true)"])
            #expect(rig.answers.last == .failed(.cancelled))
            return
        }
        for command in [SwapCommand.show, .settle, .finish] { rig.command(command) }
        #expect(rig.journal.take() == forward)
        #expect(rig.playback == [.pauseBySuspension])
        rig.act(.locked(false))
        #expect(rig.playback == [.pauseBySuspension, .resume])
    }

    @Test(arguments: ArrivalMoment.allCases)
    func released(moment: ArrivalMoment) {
        let rig = SessionRig.arriving(moment)
        _ = rig.journal.take()
        rig.act(.released)
        #expect(rig.journal.take() == [])
        #expect(rig.requests.last == .leave && rig.overlays.isEmpty)
    }

    @Test func aLoneRestoreJoins() {
        let rig = SessionRig.active()
        rig.restoreAnswer = nil
        rig.returnButton()
        rig.command(.restore(SwapCommand.Restoration(style: .handoff, mode: .fullScreen(output: "X"))))
        #expect(rig.journal.take() == ["restore"])
        rig.act(.restoreAnswered(rig.tokens[0], true))
        rig.finishArrival()
        #expect(rig.journal.take() == ["willStop", "didStop(restoreRequested)"])
        #expect(rig.answers == [.restored(true), .stopping, .presented, .settled, .finished])
        #expect(rig.windowRequest?.mode == .fullScreen(output: "X"))
    }

    @Test func aSessionThatIsEndingAnswersWithItsEnd() {
        let rig = SessionRig.active()
        rig.finishesAnimation = false
        rig.closeButton()
        rig.command(.restore(SwapCommand.Restoration(style: .handoff, mode: .window(nil))))
        #expect(rig.answers == [])
        rig.time.advance(by: .seconds(1))
        #expect(rig.answers == [.ended(.userClosed)])
        rig.command(.restore(SwapCommand.Restoration(style: .handoff, mode: .window(nil))))
        #expect(rig.answers == [.ended(.userClosed), .ended(.userClosed)])
        #expect(rig.journal.take() == ["willStop", "didStop(userClosed)"])
    }

    @Test func inPlaceWithoutThePeerBecomesAWindowOfItsOwn() {
        let rig = SessionRig.active()
        rig.command(.restore(SwapCommand.Restoration(style: .inPlace, mode: .window(nil), peer: "A")))
        for command in [SwapCommand.stop, .show] { rig.command(command) }
        rig.act(.broker(.lost))
        #expect(rig.journal.take() == ["restore", "willStop", "didStop(restoreRequested)"])
        #expect(rig.isWindowShown && rig.overlays.isEmpty)
    }

    @Test func noCommandComesTooEarly() {
        let rig = SessionRig.arriving(.restoring)
        for command in [SwapCommand.stop, .show, .settle, .finish] { rig.command(command) }
        #expect(rig.answers == [])
        #expect(rig.journal.take() == begun)
        let shown = SessionRig.arriving(.shown)
        #expect(shown.answers == [.restored(true), .stopping, .presented])
        #expect(shown.overlays.count == 1)
    }

    @Test func theFirstAnswerCountsWhileTheWindowIsDrawn() {
        let rig = SessionRig.active()
        rig.drawsWindow = false
        rig.command(.restore(SwapCommand.Restoration(style: .handoff, mode: .window(nil))))
        rig.act(.restoreAnswered(rig.tokens[0], false))
        rig.act(.surface(.windowDrawn(generation: rig.window)))
        #expect(rig.answers == [.restored(true)])
        #expect(rig.journal.take() == begun)
    }

    @Test func aloneAWindowThatIsNeverCommittedIsNotWaitedForForEver() {
        for moment in [ArrivalMoment.stopping, .showing] {
            let rig = SessionRig.arriving(moment)
            rig.commitsWindow = false
            rig.presentsWindow = false
            rig.act(.broker(.lost))
            rig.time.advance(by: .seconds(5))
            #expect(rig.journal.take() == forward)
        }
    }

    @Test func aloneTheBrokersLossChangesNothing() {
        let rig = SessionRig.arriving(.restoring)
        rig.presentsWindow = true
        rig.command(.continueAlone)
        rig.act(.broker(.lost), .restoreAnswered(rig.tokens[0], true))
        #expect(rig.journal.take() == forward)
    }

    @Test func aloneItEndsAlone() {
        let rig = SessionRig.arriving(.restoring)
        rig.command(.continueAlone)
        rig.closeButton()
        #expect(rig.journal.take() == begun + ["background", "willStop", "didStop(userClosed)"])
        #expect(rig.requests.last == .ended(.userClosed))
    }
}
