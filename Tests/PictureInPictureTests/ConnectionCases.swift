import OrielPictureInPicture
import Testing

/// The compositor is lost and another one comes: the delegates' callbacks, phase by phase.
@Suite struct ConnectionCases {
    private let departed = ["willStart", "didStart", "background"]
    private let arrived = ["foreground", "restore", "willStop", "didStop(restoreRequested)"]
    private let stayed = ["foreground", "restore", "cancelRestore", "background"]

    @Test func anIdlePlayerHearsNothing() {
        let rig = SessionRig()
        rig.act(.connected(false))
        #expect(rig.journal.take() == [] && !rig.session.snapshot.isPossible)
        rig.act(.start(userIntent: true))
        #expect(rig.journal.take() == ["fTS(notPossible)"])
        rig.act(.connected(true))
        #expect(rig.journal.take() == [] && rig.session.snapshot.isPossible)
    }

    @Test(arguments: [true, false])
    func case117_anActiveSessionIsSuspendedAndPlaysOn(wasPlaying: Bool) {
        let rig = SessionRig.active()
        rig.play(wasPlaying)
        rig.act(.connected(false))
        #expect(rig.journal.take() == ["suspended(true)"])
        #expect(rig.isPlaying == wasPlaying && rig.playback.isEmpty && rig.state == .active)
        rig.time.advance(by: .seconds(60))
        rig.act(.connected(true))
        #expect(rig.journal.take() == ["suspended(false)"])
        #expect(rig.surfaces.last == .revealOverlay(generation: rig.overlay))
        rig.time.advance(by: .seconds(60))
        #expect(rig.journal.take() == [] && rig.state == .active && rig.session.timers.isEmpty)
        rig.returnButton()
        #expect(rig.journal.take() == ["restore", "willStop", "didStop(restoreRequested)"])
    }

    @Test func case117_aLockDuringTheLossStillPauses() {
        let rig = SessionRig.active()
        rig.act(.connected(false), .locked(true))
        #expect(rig.journal.take() == ["suspended(true)"] && !rig.isPlaying)
        rig.act(.locked(false))
        #expect(rig.journal.take() == [] && rig.isPlaying)
        rig.act(.connected(true))
        #expect(rig.journal.take() == ["suspended(false)"])
    }

    @Test func case117_aLossDuringALockEndsWithIt() {
        let rig = SessionRig.active()
        rig.act(.locked(true), .connected(false), .connected(true))
        #expect(rig.journal.take() == ["suspended(true)"] && !rig.isPlaying)
        rig.act(.locked(false))
        #expect(rig.journal.take() == ["suspended(false)"] && rig.isPlaying)
        #expect(rig.surfaces.last == .revealOverlay(generation: rig.overlay))
    }

    /// The compositor may close surfaces before the connection ends.
    @Test func case117_aClosedOverlayReturns() {
        let rig = SessionRig.active()
        rig.act(.surface(.overlayClosed(generation: rig.overlay)), .connected(false))
        rig.time.advance(by: .seconds(5))
        rig.act(.connected(true))
        #expect(rig.journal.take() == ["suspended(true)", "suspended(false)"] && rig.state == .active)
    }

    /// Its output went a moment before, and the overlay that replaces it was not seen yet.
    @Test func case117_anOverlayOnItsWayToAnotherOutputReturns() {
        let rig = SessionRig.active()
        rig.presentsOverlay = false
        rig.act(
            .surface(.outputRemoved(generation: rig.overlay)), .surface(.overlayClosed(generation: rig.overlay)),
            .connected(false))
        rig.time.advance(by: .seconds(5))
        rig.act(.connected(true))
        rig.time.advance(by: .seconds(5))
        #expect(rig.journal.take() == ["suspended(true)", "suspended(false)"] && rig.state == .active)
        #expect(rig.surfaces.last == .revealOverlay(generation: rig.overlay))
    }

    @Test func case118_aStartFails() {
        let requesting = SessionRig()
        requesting.act(.start(userIntent: true), .connected(false))
        #expect(requesting.journal.take() == ["fTS(surfaceClosed)"] && requesting.state == .idle)
        let starting = SessionRig()
        starting.presentsOverlay = false
        starting.act(.start(userIntent: true))
        starting.grant()
        starting.act(.connected(false))
        #expect(starting.journal.take() == ["willStart", "fTS(surfaceClosed)"])
        #expect(starting.requests.last == .failed(.surfaceClosed) && starting.session.timers.isEmpty)
    }

    @Test func case118_aRestoreIsAnsweredAndCompleted() {
        let rig = SessionRig.active()
        rig.restoreAnswer = nil
        rig.commitsWindow = false
        rig.presentsWindow = false
        rig.returnButton()
        rig.act(.connected(false))
        rig.act(.restoreAnswered(rig.tokens[0], true))
        #expect(rig.journal.take() == ["restore", "suspended(true)", "willStop", "didStop(restoreRequested)"])
        #expect(rig.windowRequest?.purpose == .restored && rig.session.timers.isEmpty)
    }

    @Test func case118_anEndIsCompleted() {
        for waitsForWindow in [true, false] {
            let rig = SessionRig.active()
            (rig.commitsWindow, rig.presentsWindow) = (!waitsForWindow, !waitsForWindow)
            rig.finishesAnimation = false
            rig.returnButton()
            #expect(rig.state == .stopping)
            rig.act(.connected(false))
            #expect(rig.journal.take() == ["restore", "willStop", "didStop(restoreRequested)"])
            #expect(rig.session.timers.isEmpty)
        }
    }

    @Test(arguments: DepartureMoment.allCases)
    func case119_theSideThatEnters(moment: DepartureMoment) {
        let rig = SessionRig.departing(moment)
        rig.act(.connected(false))
        guard moment.isBound else {
            #expect(rig.journal.take() == ["willStart", "fTS(surfaceClosed)"])
            #expect(rig.answers.last == .failed(.surfaceClosed) && rig.session.timers.isEmpty)
            return
        }
        rig.finishDeparture()
        #expect(rig.journal.take() == departed + ["suspended(true)"])
        #expect(rig.state == .active && rig.session.timers.isEmpty)
        rig.act(.connected(true))
        #expect(rig.journal.take() == ["suspended(false)"])
        #expect(rig.surfaces.last == .revealOverlay(generation: rig.overlay))
    }

    /// The connection returns before the broker has ended the swap: nothing was suspended, and the overlay is made
    /// anew.
    @Test(arguments: DepartureMoment.allCases.filter(\.isBound))
    func case119_theSideThatEntersIsBackBeforeItsEnd(moment: DepartureMoment) {
        let rig = SessionRig.departing(moment)
        let lost = rig.overlay
        rig.act(.connected(false), .connected(true))
        rig.presentsOverlay = true
        rig.finishDeparture()
        #expect(rig.journal.take() == departed)
        #expect(rig.state == .active && !rig.session.snapshot.isSuspended && rig.session.timers.isEmpty)
        if moment == .bound {
            #expect(rig.overlay > lost)
        } else {
            #expect(rig.surfaces.last == .revealOverlay(generation: rig.overlay))
        }
        #expect(!rig.isWindowShown && rig.surfaces.count { $0 == .hideWindow } == 1)
    }

    /// A window that the overlay replaces doesn't return beside the peer's: both may be full screen on one output.
    @Test(arguments: [DepartureMoment.showing, .shown])
    func case119_theWindowOfTheSideThatEntersDoesNotReturn(moment: DepartureMoment) {
        let rig = SessionRig.departing(moment)
        rig.act(.connected(false))
        #expect(!rig.isWindowShown)
    }

    @Test(arguments: ArrivalMoment.allCases)
    func case119_theSideThatReturns(moment: ArrivalMoment) {
        let rig = SessionRig.arriving(moment)
        rig.act(.connected(false))
        guard moment.goesForward else {
            #expect(rig.journal.take() == stayed + ["suspended(true)"])
            #expect(rig.answers.last == .failed(.surfaceClosed) && rig.state == .active)
            rig.act(.connected(true))
            #expect(rig.journal.take() == ["suspended(false)"])
            return
        }
        rig.finishArrival()
        #expect(rig.journal.take() == arrived)
        #expect(rig.state == .idle && rig.session.timers.isEmpty)
    }

    /// Both players lose the compositor at once, after each number of steps of a swap.
    @Test(arguments: [SwapStyle.inPlace, .handoff], 0..<40)
    func case119_bothSides(style: SwapStyle, steps: Int) {
        let broker = FakeBroker()
        broker.style = style
        let a = broker.join("A")
        let b = broker.join("B")
        b.activate()
        a.act(.windowMode(.fullScreen(output: nil)))
        broker.beginSwap(a, b)
        for _ in 0..<steps { broker.time.step() }
        for rig in [a, b] { rig.send(.connected(false)) }
        broker.time.settle()
        broker.time.advance(by: .seconds(30))
        let floating = [a, b].filter { $0.state == .active }
        #expect(floating.count == 1, "\(a.state) and \(b.state): \(broker.journal.take())")
        #expect([a.state, b.state].contains(.idle))
        #expect(floating.allSatisfy { $0.session.snapshot.isSuspended })
        for rig in [a, b] { rig.act(.connected(true)) }
        #expect(floating.allSatisfy { $0.surfaces.last == .revealOverlay(generation: $0.overlay) })
        #expect(a.isPlaying && b.isPlaying && !floating.contains { $0.session.snapshot.isSuspended })
        let window = floating.first === a ? b : a
        #expect(window.isWindowShown && !(floating.first?.isWindowShown ?? true))
    }

    /// Both lose the compositor for so short a time that the swap is still under way when it is back.
    @Test(arguments: [SwapStyle.inPlace, .handoff], 0..<40)
    func case119_bothSidesAreBackBeforeTheEnd(style: SwapStyle, steps: Int) {
        let broker = FakeBroker()
        broker.style = style
        let a = broker.join("A")
        let b = broker.join("B")
        b.activate()
        a.act(.windowMode(.fullScreen(output: nil)))
        broker.beginSwap(a, b)
        for _ in 0..<steps { broker.time.step() }
        let made = [a, b].map(\.surfaces.count)
        for isConnected in [false, true] {
            for rig in [a, b] { rig.send(.connected(isConnected)) }
        }
        broker.time.settle()
        broker.time.advance(by: .seconds(30))
        let floating = [a, b].filter { $0.state == .active }
        #expect(floating.count == 1, "\(a.state) and \(b.state): \(broker.journal.take())")
        for (rig, count) in zip([a, b], made) where rig.state == .active {
            let since = rig.surfaces.dropFirst(count)
            let isMadeAnew = since.contains {
                switch $0 {
                case .revealOverlay(rig.overlay), .createOverlay(_), .exchange(rig.overlay, .intoOverlay, _): true
                default: false
                }
            }
            #expect(isMadeAnew, "\(since)")
            #expect(!rig.session.snapshot.isSuspended)
        }
    }

    /// The overlay of an exchange within one process comes back after a lock too.
    @Test func case63_anExchangedOverlayIsRevealed() {
        let broker = FakeBroker()
        let a = broker.join("A")
        let b = broker.join("B")
        b.activate()
        broker.swap(a, b)
        _ = broker.journal.take()
        #expect(a.state == .active)
        a.act(.locked(true), .locked(false))
        #expect(a.surfaces.last == .revealOverlay(generation: a.overlay))
        broker.time.advance(by: .seconds(5))
        #expect(broker.journal.take() == ["A.suspended(true)", "A.suspended(false)"] && a.state == .active)
    }
}
