import OrielPictureInPicture
import Testing

/// Contract cases about sources, calls, locks, stashing and outputs.
@Suite struct SourceAndSuspensionCases {
    @Test func case55_readySourceReplaces() {
        let rig = SessionRig.active()
        rig.act(.sourceReplaced(isReady: true))
        rig.time.advance(by: .seconds(30))
        #expect(rig.journal.take() == [])
        #expect(rig.surfaces.isEmpty)
        #expect(rig.state == .active)
    }

    @Test func case56_unreadySourceReplaces() {
        let rig = SessionRig.active()
        rig.act(.sourceReplaced(isReady: false))
        rig.time.advance(by: .milliseconds(2999))
        #expect(rig.journal.take() == [])
        rig.time.advance(by: .milliseconds(1))
        #expect(rig.journal.take() == ["willStop", "didStop(sourceLost)"])
    }

    @Test func case56_readyInTime() {
        let rig = SessionRig.active()
        rig.act(.sourceReplaced(isReady: false))
        rig.time.advance(by: .seconds(1))
        rig.act(.sourceReady(true))
        rig.time.advance(by: .seconds(30))
        #expect(rig.journal.take() == [])
        #expect(rig.state == .active)
    }

    @Test(arguments: [true, false])
    func case58_aCallSuspends(wasPlaying: Bool) {
        let broker = FakeBroker()
        let video = broker.join("V")
        let call = broker.join("C") { $0.isCall = true }
        video.activate()
        video.play(wasPlaying)
        call.act(.start(userIntent: true))
        #expect(broker.journal.take() == ["V.suspended(true)", "C.willStart", "C.didStart"])
        #expect(video.session.snapshot.isSuspended && video.session.snapshot.isActive)
        #expect(video.hiddenOverlay && !video.isPlaying)
        call.closeButton()
        #expect(broker.journal.take() == ["C.willStop", "C.didStop(userClosed)", "V.suspended(false)"])
        #expect(!video.hiddenOverlay && video.isPlaying == wasPlaying)
        #expect(video.state == .active)
    }

    /// A call whose app is left takes precedence over a video in Picture in Picture: in full screen, and from a window
    /// if the flag is set.
    @Test(arguments: [true, false])
    func case58_aCallThatIsLeftSuspendsToo(isFullScreen: Bool) {
        let broker = FakeBroker()
        let video = broker.join("V")
        let call = broker.join("C") {
            $0.isCall = true
            $0.startsAutomaticallyFromInline = !isFullScreen
        }
        video.activate()
        if isFullScreen { call.act(.windowMode(.fullScreen(output: nil))) }
        call.act(.backgrounded(.leftByUser))
        #expect(broker.journal.take() == ["V.suspended(true)", "C.willStart", "C.didStart"])
        #expect(call.session.snapshot.isAutomatic && video.session.snapshot.isSuspended)
        call.closeButton()
        #expect(broker.journal.take() == ["C.willStop", "C.didStop(userClosed)", "V.suspended(false)"])
    }

    /// A call in Picture in Picture keeps the slot, without any report.
    @Test func case15_aCallThatIsLeftDoesNotDisplaceACall() {
        let broker = FakeBroker()
        let first = broker.join("A") { $0.isCall = true }
        let second = broker.join("B") { $0.isCall = true }
        first.activate()
        second.act(.windowMode(.fullScreen(output: nil)), .backgrounded(.leftByUser))
        #expect(broker.journal.take() == [] && first.state == .active && second.state == .idle)
    }

    @Test func case58_aVideoCannotDisplaceACall() {
        let broker = FakeBroker()
        let call = broker.join("C") { $0.isCall = true }
        let video = broker.join("V")
        call.activate()
        video.act(.start(userIntent: true))
        #expect(broker.journal.take() == ["V.fTS(notPossible)"])
        #expect(call.state == .active)
    }

    @Test func case59_quitWhileSuspended() {
        let broker = FakeBroker()
        let video = broker.join("V")
        let call = broker.join("C") { $0.isCall = true }
        video.activate()
        call.act(.start(userIntent: true))
        video.act(.released)
        call.closeButton()
        _ = broker.journal.take()
        #expect(video.playback == [.pauseBySuspension])
        #expect(broker.holders.isEmpty)
    }

    @Test func case60_stash() {
        let rig = SessionRig.active()
        rig.act(.stashed(true), .stashed(true))
        #expect(rig.journal.take() == ["stashed(true)"])
        #expect(rig.session.snapshot.isStashed && rig.isPlaying)
        rig.act(.stashed(false))
        #expect(rig.journal.take() == ["stashed(false)"])
        #expect(rig.playback.isEmpty)
    }

    @Test(arguments: [true, false])
    func case63_lockAndUnlock(wasPlaying: Bool) {
        let rig = SessionRig.active()
        rig.play(wasPlaying)
        rig.act(.locked(true))
        #expect(rig.journal.take() == ["suspended(true)"])
        #expect(rig.hiddenOverlay && !rig.isPlaying)
        rig.act(.locked(false))
        #expect(rig.journal.take() == ["suspended(false)"])
        #expect(!rig.hiddenOverlay && rig.isPlaying == wasPlaying)
        #expect(rig.state == .active)
    }

    @Test func case63_lockDuringACall() {
        let rig = SessionRig.active()
        rig.act(.broker(.suspend), .locked(true), .broker(.resume))
        #expect(rig.journal.take() == ["suspended(true)"])
        #expect(!rig.isPlaying)
        rig.act(.locked(false))
        #expect(rig.journal.take() == ["suspended(false)"])
        #expect(rig.isPlaying)
    }

    @Test func case64_theViewIsBackWhenTheFailureIsTold() {
        let rig = SessionRig()
        rig.presentsOverlay = false
        rig.onCallback = { [unowned rig] in
            if case .failedToStart = $0 { rig.journal.note("overlays: \(rig.overlays.count)") }
        }
        rig.act(.start(userIntent: true))
        rig.grant()
        rig.time.advance(by: .seconds(3))
        #expect(rig.journal.take() == ["willStart", "fTS(firstFrameTimeout)", "overlays: 0"])
    }

    @Test func case65_theNextSessionNeedsNoArming() {
        let rig = SessionRig("A") { $0.startsAutomaticallyFromInline = true }
        for _ in 0..<2 {
            rig.act(.backgrounded(.leftByUser))
            rig.grant()
            rig.closeButton()
            rig.act(.foregrounded)
            rig.play(true)
        }
        let once = ["willStart", "didStart", "willStop", "didStop(userClosed)"]
        #expect(rig.journal.take() == once + once)
    }

    @Test func anEndedSuspensionDoesNotOverruleTheUser() {
        let rig = SessionRig.active()
        rig.act(.locked(true))
        rig.play(true)
        rig.play(false)
        rig.act(.locked(false))
        #expect(rig.playback == [.pauseBySuspension])
    }

    @Test func aCloseWhileSuspendedIsForGood() {
        let rig = SessionRig.active()
        rig.act(.locked(true), .close, .locked(false))
        #expect(rig.journal.take() == ["suspended(true)", "willStop", "didStop(programmatic)"])
        #expect(rig.playback == [.pauseBySuspension, .pause])
    }

    @Test func anOutputsOverlayMovesOnce() {
        let rig = SessionRig.active()
        let first = rig.overlay
        rig.act(.surface(.overlayClosed(generation: first)))
        rig.time.advance(by: .milliseconds(99))
        rig.act(.surface(.outputRemoved(generation: first)))
        #expect(rig.overlay != first)
        guard case .createOverlay(let request)? = rig.surfaces.first else {
            Issue.record("no second overlay")
            return
        }
        #expect(request.isOnAnotherOutput)
        rig.time.advance(by: .seconds(30))
        #expect(rig.journal.take() == [])
        #expect(rig.state == .active)
    }

    @Test func theOutputMayGoFirst() {
        let rig = SessionRig.active()
        let first = rig.overlay
        rig.act(.surface(.outputRemoved(generation: first)), .surface(.overlayClosed(generation: first)))
        #expect(rig.overlay != first)
        #expect(rig.state == .active)
    }

    @Test func aSecondOverlayThatNeverShowsIsTheEnd() {
        let rig = SessionRig.active()
        rig.presentsOverlay = false
        let first = rig.overlay
        rig.act(.surface(.outputRemoved(generation: first)), .surface(.overlayClosed(generation: first)))
        rig.time.advance(by: .seconds(3))
        #expect(rig.journal.take() == ["willStop", "didStop(surfaceClosed)"])
        #expect(rig.overlays.subtracting([first]).isEmpty)
    }

    @Test func aSecondLossIsFinal() {
        let rig = SessionRig.active()
        rig.presentsOverlay = false
        for _ in 0..<2 {
            let overlay = rig.overlay
            rig.act(.surface(.outputRemoved(generation: overlay)), .surface(.overlayClosed(generation: overlay)))
        }
        #expect(rig.journal.take() == ["willStop", "didStop(surfaceClosed)"])
    }

    @Test func eachOutputMayGoOnce() {
        let rig = SessionRig.active()
        for _ in 0..<3 {
            let overlay = rig.overlay
            rig.act(.surface(.outputRemoved(generation: overlay)), .surface(.overlayClosed(generation: overlay)))
            #expect(rig.overlay != overlay)
        }
        #expect(rig.journal.take() == [])
        #expect(rig.state == .active)
    }
}
