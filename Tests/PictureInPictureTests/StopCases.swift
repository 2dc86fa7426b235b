import OrielPictureInPicture
import Testing

/// Contract cases about the end of Picture in Picture.
@Suite struct StopCases {
    @Test func case20_released() {
        let rig = SessionRig.active()
        rig.act(.released)
        #expect(rig.journal.take() == [])
        #expect(rig.overlays.isEmpty)
        #expect(rig.requests == [.leave])
        rig.act(.start(userIntent: true), .stop, .closeButton(generation: rig.overlay))
        rig.time.advance(by: .seconds(30))
        #expect(rig.journal.take() == [])
        #expect(rig.requests == [.leave])
    }

    @Test func case22_closeButton() {
        let rig = SessionRig.active()
        rig.closeButton()
        #expect(rig.journal.take() == ["willStop", "didStop(userClosed)"])
        #expect(rig.playback == [.pause] && !rig.isPlaying)
        #expect(rig.overlays.isEmpty && !rig.isWindowShown)
        #expect(rig.requests == [.ended(.userClosed)])
    }

    @Test func case24_close() {
        let rig = SessionRig.active()
        rig.act(.close)
        #expect(rig.journal.take() == ["willStop", "didStop(programmatic)"])
        #expect(rig.playback == [.pause])
    }

    @Test func case33_startInsideDidStop() {
        let rig = SessionRig.active()
        rig.onCallback = { [unowned rig] in
            if case .didStop = $0 {
                rig.send(.start(userIntent: true))
                rig.journal.note("didStop returns")
            }
        }
        rig.closeButton()
        rig.grant()
        #expect(rig.journal.take() == ["willStop", "didStop(userClosed)", "didStop returns", "willStart", "didStart"])
        #expect(rig.state == .active)
    }

    @Test func case34_startsWhileStoppingAreOne() {
        let rig = SessionRig.active { $0.finishesAnimation = false }
        rig.closeButton()
        for _ in 0..<3 { rig.act(.start(userIntent: true)) }
        #expect(rig.journal.take() == ["willStop"])
        rig.act(.surface(.overlayRemoved(generation: rig.overlay)))
        rig.grant()
        rig.time.advance(by: .seconds(30))
        #expect(rig.journal.take() == ["didStop(userClosed)", "willStart", "didStart"])
        #expect(rig.state == .active)
    }

    @Test func case34_closeDropsTheQueuedStart() {
        let rig = SessionRig.active { $0.finishesAnimation = false }
        rig.closeButton()
        rig.act(.start(userIntent: true), .close, .surface(.overlayRemoved(generation: rig.overlay)))
        #expect(rig.journal.take() == ["willStop", "didStop(userClosed)"])
        #expect(rig.state == .idle)
    }

    @Test(arguments: [false, true])
    func case36_mediaEnds(stops: Bool) {
        let rig = SessionRig("A") { $0.stopsWhenMediaEnds = stops }
        rig.activate()
        rig.act(.mediaEnded)
        #expect(rig.journal.take() == (stops ? ["willStop", "didStop(mediaEnded)"] : []))
        #expect(rig.state == (stops ? .idle : .active))
    }

    @Test func case38_hostViewDestroyed() {
        let rig = SessionRig.active()
        rig.act(.hostViewGone)
        #expect(rig.journal.take() == [])
        #expect(rig.state == .active)
        #expect(rig.surfaces.isEmpty && rig.playback.isEmpty)
    }

    @Test func case43_closeInBackgroundPausesFirst() {
        let rig = SessionRig.active()
        rig.act(.backgrounded(.leftByUser))
        rig.onCallback = { [unowned rig] in if case .didStop = $0 { rig.journal.note("playing: \(rig.isPlaying)") } }
        rig.closeButton()
        #expect(rig.journal.take() == ["willStop", "didStop(userClosed)", "playing: false"])
    }

    @Test(arguments: [Session.Event.stop, .close, .sourceLost, .supportChanged(false)])
    func case44_nothingAfterDidStop(event: Session.Event) {
        let rig = SessionRig.active()
        rig.act(event)
        #expect(rig.journal.take().filter { $0.hasPrefix("didStop") }.count == 1)
        let updates = rig.snapshots.count
        rig.act(
            .surface(.overlayRemoved(generation: rig.overlay)), .surface(.windowPresented(generation: rig.window)))
        rig.time.advance(by: .seconds(2))
        #expect(rig.journal.take() == [])
        #expect(rig.snapshots.count == updates)
    }

    @Test func case111_surfaceClosed() {
        let rig = SessionRig.active()
        let overlay = rig.overlay
        rig.closeOverlay()
        #expect(rig.journal.take() == ["willStop", "didStop(surfaceClosed)"])
        #expect(rig.playback == [.pause] && rig.overlays.isEmpty)
        rig.activate()
        #expect(rig.state == .active)
        #expect(rig.overlay != overlay)
    }

    @Test(arguments: [Session.Event.sourceLost, .supportChanged(false)])
    func case112_sourceLost(event: Session.Event) {
        let rig = SessionRig.active()
        rig.act(event)
        #expect(rig.journal.take() == ["willStop", "didStop(sourceLost)"])
        #expect(!rig.session.snapshot.isPossible)
        #expect(rig.state == .idle)
    }

    @Test func anAnimationJumpsToItsEnd() {
        let rig = SessionRig.active { $0.finishesAnimation = false }
        rig.closeButton()
        rig.time.advance(by: .milliseconds(999))
        #expect(rig.journal.take() == ["willStop"])
        rig.time.advance(by: .milliseconds(1))
        #expect(rig.journal.take() == ["didStop(userClosed)"])
        #expect(rig.overlays.isEmpty)
    }

    @Test func theSurfaceMayCloseWhileStopping() {
        let rig = SessionRig.active { $0.finishesAnimation = false }
        rig.closeButton()
        rig.act(.surface(.overlayClosed(generation: rig.overlay)))
        #expect(rig.journal.take() == ["willStop", "didStop(userClosed)"])
    }

    @Test func closingTheRestoredWindowClosesThePicture() {
        let rig = SessionRig.active { $0.presentsWindow = false }
        rig.returnButton()
        rig.act(.surface(.windowClosed(generation: rig.window)))
        #expect(rig.journal.take() == ["restore", "willStop", "didStop(userClosed)"])
        #expect(rig.overlays.isEmpty && !rig.isWindowShown && !rig.isPlaying)
    }

    @Test func leavingForAnother() {
        let rig = SessionRig.active()
        let transaction = TransactionIdentifier(generation: 1, number: 9)
        // Another overlay takes its place at once, without an animation.
        rig.finishesAnimation = false
        rig.act(.broker(.command(.leave(.replaced), transaction)))
        #expect(rig.journal.take() == ["willStop", "didStop(replaced)"])
        #expect(rig.requests == [.answer(.ended(.replaced), transaction)])
        #expect(rig.isWindowShown && rig.windowRequest?.purpose == .returned)
        #expect(rig.playback == [.pause])
    }

    @Test func theWindowIsBackBeforeAReplacedPictureGoes() {
        let rig = SessionRig.active()
        rig.presentsWindow = false
        rig.act(.broker(.command(.leave(.replaced), transaction)))
        #expect(rig.journal.take() == ["willStop"])
        #expect(rig.windowRequest == .init(mode: .window(nil), purpose: .returned))
        #expect(rig.overlays.count == 1 && rig.requests.isEmpty)
        rig.act(.surface(.windowPresented(generation: rig.window)))
        #expect(rig.journal.take() == ["didStop(replaced)"])
        #expect(rig.overlays.isEmpty && rig.session.timers.isEmpty)
        #expect(
            rig.surfaces == [
                .showWindow(generation: rig.window, .init(mode: .window(nil), purpose: .returned)),
                .removeOverlay(generation: rig.overlay, animated: false),
            ])
        #expect(rig.requests == [.answer(.ended(.replaced), transaction)])
    }

    @Test(arguments: [true, false]) func aReplacedWindowThatIsNeverSeenIsWaitedForAWhile(commits: Bool) {
        let rig = SessionRig.active()
        rig.commitsWindow = commits
        rig.presentsWindow = false
        rig.act(.broker(.command(.leave(.replaced), transaction)))
        rig.time.advance(by: (commits ? .seconds(1) : .seconds(5)) - .milliseconds(1))
        #expect(rig.journal.take() == ["willStop"])
        rig.time.advance(by: .milliseconds(1))
        #expect(rig.journal.take() == ["didStop(replaced)"])
        #expect(rig.diagnostics.last == .takenAsPresented)
    }
}
