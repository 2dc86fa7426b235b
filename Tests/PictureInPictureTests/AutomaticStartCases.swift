import OrielPictureInPicture
import Testing

/// Contract cases about automatic starts.
@Suite struct AutomaticStartCases {
    private func inline() -> SessionRig { SessionRig("A") { $0.startsAutomaticallyFromInline = true } }

    @Test func case12_backgroundStarts() {
        let rig = inline()
        rig.act(.backgrounded(.leftByUser))
        #expect(rig.lastStart?.isAutomatic == true)
        rig.grant()
        #expect(rig.journal.take() == ["willStart", "didStart"])
        #expect(rig.session.snapshot.isAutomatic)
    }

    @Test func case12_fullScreenNeedsNoFlag() {
        let rig = SessionRig()
        rig.act(.windowMode(.fullScreen(output: nil)), .backgrounded(.leftByUser))
        rig.grant()
        #expect(rig.journal.take() == ["willStart", "didStart"])
    }

    @Test func case13_pausedStays() {
        let rig = inline()
        rig.play(false)
        rig.act(.backgrounded(.leftByUser))
        #expect(rig.journal.take() == [])
        #expect(rig.requests.isEmpty && rig.playback.isEmpty)
        #expect(!rig.isPlaying)
    }

    @Test func case14_flagOff() {
        let rig = SessionRig()
        rig.act(.backgrounded(.leftByUser))
        #expect(rig.journal.take() == [])
        #expect(rig.requests.isEmpty)
    }

    @Test func case14_notVisible() {
        let rig = inline()
        rig.act(.windowVisible(false), .backgrounded(.leftByUser))
        #expect(rig.requests.isEmpty)
    }

    @Test func case15_slotTaken() {
        let broker = FakeBroker()
        let holder = broker.join("B")
        let rig = broker.join("A") { $0.startsAutomaticallyFromInline = true }
        holder.activate()
        rig.act(.backgrounded(.leftByUser))
        #expect(broker.journal.take() == [])
        #expect(holder.state == .active && rig.state == .idle)
        #expect(broker.holders.map(\.name) == ["B"])
        #expect(rig.requests.isEmpty)
    }

    @Test func case15_theRefusalIsSilent() {
        let rig = inline()
        rig.act(.backgrounded(.leftByUser))
        rig.act(.broker(.denied(generation: rig.lastStart!.generation, .notPossible)))
        #expect(rig.journal.take() == [])
        #expect(rig.state == .idle)
    }

    @Test func case15_theUserAsksMeanwhile() {
        let rig = inline()
        rig.act(.backgrounded(.leftByUser), .start(userIntent: true))
        rig.act(.broker(.denied(generation: rig.lastStart!.generation, .notPossible)))
        #expect(rig.lastStart?.isAutomatic == false)
        rig.grant()
        #expect(rig.journal.take() == ["willStart", "didStart"])
        #expect(!rig.session.snapshot.isAutomatic)
    }

    @Test(arguments: [Session.BackgroundCause.ownWindow, .quitting])
    func case16_ownWindowOrQuit(cause: Session.BackgroundCause) {
        let rig = inline()
        rig.act(.backgrounded(cause))
        #expect(rig.journal.take() == [])
        #expect(rig.requests.isEmpty)
    }

    @Test func case18_userSettingDisables() {
        let rig = inline()
        rig.configure { $0.allowsAutomaticStart = false }
        rig.act(.backgrounded(.leftByUser))
        #expect(rig.requests.isEmpty)
        rig.act(.start(userIntent: true))
        rig.grant()
        #expect(rig.journal.take() == ["willStart", "didStart"])
    }

    @Test func case37_foregroundEndsAnAutomaticSession() {
        let rig = inline()
        rig.act(.backgrounded(.leftByUser))
        rig.grant()
        _ = rig.journal.take()
        rig.act(.foregrounded)
        #expect(rig.journal.take() == ["restore", "willStop", "didStop(appForegrounded)"])
        #expect(rig.state == .idle && rig.playback.isEmpty)
    }

    @Test func case37_aManualSessionStays() {
        let rig = inline()
        rig.activate()
        rig.act(.backgrounded(.leftByUser), .foregrounded)
        #expect(rig.journal.take() == [])
        #expect(rig.state == .active)
    }

    @Test func case39_hostViewGoneAtWillStart() {
        let rig = inline()
        rig.onCallback = { [unowned rig] in if $0 == .willStart { rig.send(.hostViewGone) } }
        rig.act(.backgrounded(.leftByUser))
        rig.grant()
        #expect(rig.journal.take() == ["willStart", "didStart"])
        #expect(rig.state == .active && rig.playback.isEmpty)
    }

    @Test func foregroundBeforeTheGrantCancels() {
        let rig = inline()
        rig.act(.backgrounded(.leftByUser), .foregrounded)
        rig.grant()
        #expect(rig.journal.take() == [])
        #expect(rig.state == .idle)
    }

    @Test func aGrantThatNeverComesIsSilentToo() {
        let rig = inline()
        rig.act(.backgrounded(.leftByUser))
        rig.time.advance(by: .seconds(1))
        #expect(rig.journal.take() == [])
        #expect(rig.state == .idle)
    }

    @Test func theForegroundDoesNotCancelWhatTheUserAsked() {
        let rig = inline()
        rig.act(.start(userIntent: true), .foregrounded)
        rig.grant()
        #expect(rig.journal.take() == ["willStart", "didStart"])
    }
}
