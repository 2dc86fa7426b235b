import OrielPictureInPicture
import Testing

/// Contract cases about restores.
@Suite struct RestoreCases {
    @Test func case21_returnButtonRestores() {
        let rig = SessionRig.active()
        rig.returnButton()
        #expect(rig.journal.take() == ["restore", "willStop", "didStop(restoreRequested)"])
        #expect(rig.activity.suffix(3) == ["restore=true", "willStop=true", "didStop(restoreRequested)=false"])
        #expect(rig.requests == [.restoring, .ended(.restoreRequested)])
        #expect(rig.playback.isEmpty && rig.isPlaying)
        #expect(rig.isWindowShown && rig.overlays.isEmpty)
        #expect(rig.windowRequest?.purpose == .restored)
        #expect(rig.session.timers.isEmpty)
    }

    @Test func case23_stopRestores() {
        let rig = SessionRig.active()
        rig.act(.stop)
        #expect(rig.journal.take() == ["restore", "willStop", "didStop(programmatic)"])
        #expect(rig.isWindowShown && rig.playback.isEmpty)
    }

    @Test func case25_closeWhileIdleLeavesNothingBehind() {
        let rig = SessionRig()
        rig.act(.close)
        #expect(rig.journal.take() == [])
        rig.activate()
        rig.returnButton()
        #expect(rig.journal.take() == ["restore", "willStop", "didStop(restoreRequested)"])
    }

    @Test func case26_rejected() {
        let rig = SessionRig.active { $0.restoreAnswer = false }
        rig.returnButton()
        #expect(rig.journal.take() == ["restore", "willStop", "didStop(restoreRejected)"])
        #expect(rig.activity.suffix(3) == ["restore=true", "willStop=true", "didStop(restoreRejected)=false"])
        #expect(rig.requests == [.restoring, .ended(.restoreRejected)])
        #expect(rig.playback == [.pause] && !rig.isPlaying)
        // The window shows the last frame again before the overlay goes.
        #expect(rig.surfaces.map(\.name) == ["showWindow", "removeOverlay"])
        #expect(rig.isWindowShown && rig.overlays.isEmpty)
        #expect(rig.windowRequest?.purpose == .returned && rig.shownMedia == 1)
        #expect(rig.state == .idle && rig.session.timers.isEmpty && rig.diagnostics.isEmpty)
    }

    @Test func case27_neverAnswered() {
        let rig = SessionRig.active { $0.restoreAnswer = nil }
        rig.returnButton()
        rig.time.advance(by: .milliseconds(4999))
        #expect(rig.journal.take() == ["restore"])
        #expect(rig.diagnostics == [.restoreIsSlow])
        rig.time.advance(by: .milliseconds(1))
        #expect(rig.journal.take() == ["willStop", "didStop(restoreTimedOut)"])
        #expect(rig.playback == [.pause])
        rig.act(.restoreAnswered(rig.tokens[0], true))
        #expect(rig.journal.take() == [])
        #expect(rig.state == .idle)
        #expect(rig.diagnostics == [.restoreIsSlow, .restoreAnswerIgnored(true)])
    }

    @Test(arguments: [true, false])
    func case28_theFirstAnswerCounts(second: Bool) {
        let rig = SessionRig.active { $0.restoreAnswer = nil }
        rig.returnButton()
        rig.act(.restoreAnswered(rig.tokens[0], true), .restoreAnswered(rig.tokens[0], second))
        #expect(rig.journal.take() == ["restore", "willStop", "didStop(restoreRequested)"])
        #expect(rig.playback.isEmpty)
        #expect(rig.diagnostics == [.restoreAnswerIgnored(second)])
    }

    @Test func case29_noRestoreMethod() {
        let rig = SessionRig.active { $0.restoreAnswer = nil }
        rig.onCallback = { [unowned rig] in
            if case .restore(let token) = $0 { rig.send(.restoreAnswered(token, false)) }
        }
        let before = rig.time.now
        rig.returnButton()
        #expect(rig.journal.take() == ["restore", "willStop", "didStop(restoreRejected)"])
        #expect(rig.time.now == before)
    }

    @Test func case30_answeredInsideTheCallback() {
        let rig = SessionRig.active { $0.restoreAnswer = nil }
        rig.onCallback = { [unowned rig] in
            guard case .restore(let token) = $0 else { return }
            rig.send(.restoreAnswered(token, true))
            rig.journal.note("restore returns")
        }
        rig.returnButton()
        #expect(rig.journal.take() == ["restore", "restore returns", "willStop", "didStop(restoreRequested)"])
    }

    @Test func case35_closeDiscardsTheAnswer() {
        let rig = SessionRig.active { $0.restoreAnswer = nil }
        rig.returnButton()
        rig.closeButton()
        rig.act(.restoreAnswered(rig.tokens[0], true))
        #expect(rig.journal.take() == ["restore", "willStop", "didStop(userClosed)"])
        #expect(rig.playback == [.pause])
        #expect(!rig.isWindowShown)
        #expect(rig.diagnostics == [.restoreAnswerIgnored(true)])
    }

    @Test(arguments: [WindowMode.fullScreen(output: "X"), .window(nil)])
    func case40_comesBackAsItWas(mode: WindowMode) {
        let rig = SessionRig()
        rig.act(.windowMode(mode))
        rig.activate()
        rig.returnButton()
        #expect(rig.journal.take() == ["restore", "willStop", "didStop(restoreRequested)"])
        #expect(rig.windowRequest?.mode == mode)
    }

    @Test func case41_thePresentMediaIsRestored() {
        let rig = SessionRig.active()
        rig.media = 2
        rig.act(.sourceReplaced(isReady: true))
        rig.returnButton()
        #expect(rig.journal.take() == ["restore", "willStop", "didStop(restoreRequested)"])
        #expect(rig.shownMedia == 2)
    }

    @Test func case42_openedAgainBringsItBack() {
        let rig = SessionRig.active()
        let (start, overlay) = (rig.session.counters.start, rig.overlay)
        rig.act(.openedAgain)
        #expect(rig.journal.take() == ["restore", "willStop", "didStop(restoreRequested)"])
        #expect(rig.activity.suffix(3) == ["restore=true", "willStop=true", "didStop(restoreRequested)=false"])
        #expect(rig.requests == [.restoring, .ended(.restoreRequested)])
        // The existing session: no new start and no new overlay; the player isn't changed, so its position goes on.
        #expect(rig.session.counters.start == start && rig.overlay == overlay)
        #expect(rig.surfaces.map(\.name) == ["showWindow", "removeOverlay"])
        #expect(rig.playback.isEmpty && rig.isPlaying)
        #expect(rig.isWindowShown && rig.overlays.isEmpty && rig.shownMedia == 1)
        #expect(rig.state == .idle && rig.session.timers.isEmpty && rig.diagnostics.isEmpty)
    }

    @Test func case45_anOldSessionsEventsAreDropped() {
        let rig = SessionRig.active { $0.restoreAnswer = nil }
        let overlay = rig.overlay
        rig.returnButton()
        rig.closeButton()
        rig.activate()
        rig.act(
            .returnButton(generation: overlay), .closeButton(generation: overlay),
            .surface(.overlayClosed(generation: overlay)), .surface(.outputRemoved(generation: overlay)),
            .restoreAnswered(rig.tokens[0], true))
        rig.time.advance(by: .seconds(30))
        #expect(rig.journal.take() == [])
        #expect(rig.state == .active)
        #expect(rig.diagnostics == [.restoreAnswerIgnored(true)])
    }

    @Test func case46_snapshotsAreNumbered() {
        let rig = SessionRig.active()
        let present = rig.session.snapshot
        #expect(present.isActive && !present.isSuspended && present.state == .active)
        #expect(rig.snapshots.last == present)
        #expect(zip(rig.snapshots, rig.snapshots.dropFirst()).allSatisfy { $1.revision == $0.revision + 1 })
    }

    @Test func theSurfaceMayCloseMeanwhile() {
        for (answer, trace) in [
            (true, ["willStop", "didStop(restoreRequested)"]), (false, ["willStop", "didStop(surfaceClosed)"]),
        ] {
            let rig = SessionRig.active { $0.restoreAnswer = nil }
            rig.returnButton()
            rig.closeOverlay()
            #expect(rig.journal.take() == ["restore"])
            #expect(rig.state == .restoring)
            rig.act(.restoreAnswered(rig.tokens[0], answer))
            #expect(rig.journal.take() == trace)
            #expect(rig.isWindowShown == answer)
        }
    }

    @Test func makeBeforeBreak() {
        let rig = SessionRig.active { $0.presentsWindow = false }
        rig.returnButton()
        #expect(rig.journal.take() == ["restore", "willStop"])
        rig.time.advance(by: .milliseconds(999))
        #expect(rig.overlays == [rig.overlay])
        rig.time.advance(by: .milliseconds(1))
        #expect(rig.journal.take() == ["didStop(restoreRequested)"])
        #expect(rig.diagnostics == [.takenAsPresented])
    }

    @Test func aWindowThatIsNeverCommittedIsNotWaitedForForEver() {
        let rig = SessionRig()
        rig.commitsWindow = false
        rig.presentsWindow = false
        rig.activate()
        rig.returnButton()
        rig.time.advance(by: .milliseconds(4999))
        #expect(rig.journal.take() == ["restore", "willStop"])
        rig.time.advance(by: .milliseconds(1))
        #expect(rig.journal.take() == ["didStop(restoreRequested)"])
    }

    @Test func aReturnDuringAForeignSwapsRequestJoins() {
        let rig = SessionRig.active()
        rig.act(.broker(.status(SlotStatus(transition: .own))), .stop)
        #expect(rig.journal.take() == [])
        rig.act(.broker(.status(SlotStatus())))
        #expect(rig.journal.take() == ["restore", "willStop", "didStop(programmatic)"])
    }

    @Test func anEarlierRestoresAnswerDoesNotCount() {
        let rig = SessionRig.active { $0.restoreAnswer = nil }
        rig.returnButton()
        rig.closeButton()
        rig.activate()
        rig.returnButton()
        rig.act(.restoreAnswered(rig.tokens[0], false))
        #expect(rig.journal.take() == ["restore"])
        #expect(rig.state == .restoring)
        rig.act(.restoreAnswered(rig.tokens[1], true))
        #expect(rig.journal.take() == ["willStop", "didStop(restoreRequested)"])
    }

    @Test func aJoinedReturnIsNotLostWithTheBroker() {
        let rig = SessionRig.active()
        rig.act(.broker(.status(SlotStatus(transition: .own))), .stop)
        rig.act(.broker(.lost))
        #expect(rig.journal.take() == ["restore", "willStop", "didStop(programmatic)"])
    }

    @Test func mediaThatEndsMeanwhileIsRestoredAllTheSame() {
        let rig = SessionRig("A") { $0.stopsWhenMediaEnds = true }
        rig.restoreAnswer = nil
        rig.activate()
        rig.returnButton()
        rig.act(.mediaEnded, .restoreAnswered(rig.tokens[0], true))
        #expect(rig.journal.take() == ["restore", "willStop", "didStop(restoreRequested)"])
    }

    @Test func nothingIsWaitedForWhileLocked() {
        let rig = SessionRig()
        rig.presentsWindow = false
        rig.finishesAnimation = false
        rig.activate()
        rig.act(.locked(true), .stop)
        #expect(rig.journal.take() == ["suspended(true)", "restore", "willStop", "didStop(programmatic)"])
        rig.act(.locked(false))
        #expect(rig.playback == [.pauseBySuspension, .resume])
    }

    @Test func aClosedOverlayIsNotAnimated() {
        let rig = SessionRig.active { $0.finishesAnimation = false }
        rig.act(.surface(.overlayClosed(generation: rig.overlay)), .stop)
        #expect(rig.journal.take() == ["restore", "willStop", "didStop(programmatic)"])
    }
}
