import OrielGeometry
import OrielPictureInPicture
import Testing

/// Contract cases about starts of Picture in Picture.
@Suite struct StartCases {
    @Test func case01_startOpens() {
        let rig = SessionRig()
        #expect(rig.session.snapshot.isPossible)
        rig.act(.start(userIntent: true))
        #expect(rig.state == .requesting)
        rig.grant()
        #expect(rig.journal.take() == ["willStart", "didStart"])
        #expect(rig.activity == ["willStart=false", "didStart=true"])
        #expect(rig.state == .active)
        #expect(rig.requests == [.start(rig.lastStart!), .started])
        #expect(!rig.isWindowShown)
        #expect(rig.session.timers.isEmpty)
    }

    /// An app may keep its window with a placeholder.
    @Test(arguments: [false, true]) func aWindowGoesOrIsCovered(keeps: Bool) {
        let rig = SessionRig { $0.keepsWindow = keeps }
        rig.act(.start(userIntent: true))
        rig.grant()
        #expect(rig.surfaces.contains(.coverWindow) == keeps)
        #expect(rig.surfaces.contains(.hideWindow) == !keeps)
    }

    @Test func case03_impossibleStartFails() {
        let rig = SessionRig()
        rig.act(.sourceReady(false), .start(userIntent: true))
        #expect(rig.journal.take() == ["fTS(notPossible)"])
        #expect(rig.state == .idle)
        #expect(rig.requests.isEmpty)
    }

    @Test(arguments: [
        (PictureInPictureError.notSupported, Session.Event.supportChanged(false)),
        (.notPossible, .locked(true)), (.notPossible, .broker(.lost)),
        (.notPossible, .broker(.status(SlotStatus(isFree: false, isDisplaceable: false)))),
        (.transitionInProgress, .broker(.status(SlotStatus(transition: .foreign)))),
    ])
    func case03_everyReasonIsTold(error: PictureInPictureError, obstacle: Session.Event) {
        let rig = SessionRig()
        rig.act(obstacle)
        #expect(!rig.session.snapshot.isPossible)
        rig.act(.start(userIntent: true))
        #expect(rig.journal.take() == ["fTS(\(error.rawValue))"])
        #expect(rig.state == .idle)
    }

    @Test func case04_startTwiceIsOnce() {
        let rig = SessionRig()
        rig.act(.start(userIntent: true), .start(userIntent: true))
        rig.grant()
        #expect(rig.journal.take() == ["willStart", "didStart"])
        #expect(rig.requests == [.start(rig.lastStart!), .started])
    }

    @Test func case05_startWhileActiveIsNothing() {
        let rig = SessionRig.active()
        rig.act(.start(userIntent: true))
        #expect(rig.journal.take() == [])
        #expect(rig.state == .active)
        #expect(rig.requests.isEmpty)
    }

    @Test func case06_noFirstFrameFails() {
        let rig = SessionRig()
        rig.presentsOverlay = false
        rig.act(.start(userIntent: true))
        rig.grant()
        rig.time.advance(by: .milliseconds(2999))
        #expect(rig.journal.take() == ["willStart"])
        #expect(!rig.session.snapshot.isPossible)
        rig.time.advance(by: .milliseconds(1))
        #expect(rig.journal.take() == ["fTS(firstFrameTimeout)"])
        #expect(!rig.snapshots.contains { $0.isActive })
        #expect(rig.session.snapshot.isPossible)
        #expect(rig.overlays.isEmpty && rig.isWindowShown)
        #expect(rig.requests.last == .failed(.firstFrameTimeout))
        #expect(rig.session.timers.isEmpty)
    }

    @Test func case07_startAfterTimeoutWorks() {
        let rig = SessionRig()
        rig.presentsOverlay = false
        rig.act(.start(userIntent: true))
        rig.grant()
        rig.time.advance(by: .seconds(3))
        _ = rig.journal.take()
        rig.presentsOverlay = true
        rig.act(.start(userIntent: true))
        rig.grant()
        rig.time.advance(by: .seconds(30))
        #expect(rig.journal.take() == ["willStart", "didStart"])
        #expect(rig.state == .active)
    }

    @Test(arguments: [Session.Event.stop, .close])
    func case08_stopWhileRequestingIsSilent(event: Session.Event) {
        let rig = SessionRig()
        rig.act(.start(userIntent: true), event)
        let start = rig.lastStart!
        #expect(rig.requests == [.start(start), .cancel(generation: start.generation)])
        rig.grant()
        rig.time.advance(by: .seconds(30))
        #expect(rig.journal.take() == [])
        #expect(rig.state == .idle)
    }

    @Test(arguments: [Session.Event.stop, .close])
    func case09_stopWhileStartingFails(event: Session.Event) {
        let rig = SessionRig()
        rig.presentsOverlay = false
        rig.act(.start(userIntent: true))
        rig.grant()
        rig.act(event)
        rig.time.advance(by: .seconds(30))
        #expect(rig.journal.take() == ["willStart", "fTS(cancelled)"])
        #expect(rig.state == .idle)
        #expect(rig.overlays.isEmpty && rig.isWindowShown)
        #expect(rig.requests.last == .failed(.cancelled))
    }

    @Test func case10_closedBeforeConfigure() {
        let rig = SessionRig()
        rig.preparesOverlay = false
        rig.act(.start(userIntent: true))
        rig.grant()
        rig.closeOverlay()
        #expect(rig.journal.take() == ["willStart", "fTS(surfaceClosed)"])
        #expect(rig.state == .idle)
        #expect(rig.overlays.isEmpty && rig.isWindowShown)
    }

    @Test func case11_startWhenPossibleWaits() {
        let rig = SessionRig()
        rig.act(.sourceReady(false))
        rig.act(.startWhenPossible(within: .seconds(1), userIntent: true))
        rig.time.advance(by: .milliseconds(400))
        #expect(rig.state == .idle)
        #expect(rig.journal.take() == [])
        rig.act(.sourceReady(true))
        rig.grant()
        rig.time.advance(by: .seconds(2))
        #expect(rig.journal.take() == ["willStart", "didStart"])
        #expect(rig.state == .active)
    }

    @Test func case11_theBoundEnds() {
        let rig = SessionRig()
        rig.act(.sourceReady(false), .startWhenPossible(within: .milliseconds(300), userIntent: true))
        rig.time.advance(by: .milliseconds(300))
        #expect(rig.journal.take() == ["fTS(notPossible)"])
        rig.act(.sourceReady(true))
        #expect(rig.state == .idle)
        #expect(rig.requests.isEmpty)
    }

    @Test(arguments: [Session.Event.stop, .close])
    func case11_waitingCanBeCalledOff(event: Session.Event) {
        let rig = SessionRig()
        rig.act(.sourceReady(false), .startWhenPossible(within: .seconds(1), userIntent: true), event)
        rig.act(.sourceReady(true))
        rig.time.advance(by: .seconds(2))
        #expect(rig.journal.take() == [])
        #expect(rig.state == .idle)
        #expect(rig.session.timers.isEmpty)
    }

    @Test func case17_hiddenWithoutIntent() {
        let rig = SessionRig()
        rig.act(.backgrounded(.leftByUser), .start(userIntent: false))
        #expect(rig.journal.take() == ["fTS(notForeground)"])
        #expect(rig.requests.isEmpty)
        rig.act(.foregrounded, .start(userIntent: false))
        rig.grant()
        #expect(rig.journal.take() == ["willStart", "didStart"])
    }

    /// However the picture came back after a swap, its window is where the app's button is.
    @Test(arguments: [Session.Event.stop, .close]) func case17_afterASwapWithAnotherWindow(end: Session.Event) {
        let broker = FakeBroker()
        broker.style = .handoff
        let (a, b) = (broker.join("A"), broker.join("B"))
        b.activate()
        broker.swap(a, b)
        #expect(a.state == .active && b.state == .idle)
        a.act(end)
        #expect(a.state == .idle)
        _ = broker.journal.take()
        a.act(.start(userIntent: false))
        #expect(broker.journal.take() == ["A.willStart", "A.didStart"])
    }

    /// The broker has not said yet that the transition of another controller of the program has ended.
    @Test(arguments: [true, false]) func case15_aStartWaitsForAnotherControllerOfTheProgram(isKnown: Bool) {
        let rig = SessionRig { $0.isSiblingMoving = true }
        let busy = Session.Event.broker(.status(SlotStatus(transition: .foreign)))
        if isKnown { rig.act(busy) }
        rig.act(.start(userIntent: true))
        if !isKnown { rig.act(.broker(.denied(generation: rig.lastStart!.generation, .transitionInProgress)), busy) }
        #expect(rig.journal.take() == [] && rig.state == .idle && rig.session.isWaitingToStart)
        rig.act(.broker(.status(SlotStatus())))
        rig.grant()
        #expect(rig.journal.take() == ["willStart", "didStart"])
    }

    /// It fails at once if the end of that transition leaves no place, and at last if there is no end.
    @Test(arguments: [true, false]) func case15_itDoesNotWaitForMore(ends: Bool) {
        let rig = SessionRig { $0.isSiblingMoving = true }
        rig.act(.broker(.status(SlotStatus(transition: .foreign))), .start(userIntent: true))
        if ends {
            rig.act(.broker(.status(SlotStatus(isFree: false, isDisplaceable: false))))
            #expect(rig.journal.take() == ["fTS(notPossible)"])
        } else {
            rig.time.advance(by: .seconds(20))
            #expect(rig.journal.take() == ["fTS(transitionInProgress)"])
        }
        #expect(rig.session.timers.isEmpty)
    }

    /// Leaving the window wasn't reported, but the compositor doesn't show it.
    @Test func case17_unseenWithoutIntent() {
        let rig = SessionRig { $0.isUnseen = true }
        rig.act(.start(userIntent: false))
        #expect(rig.journal.take() == ["fTS(notForeground)"])
        rig.act(.start(userIntent: true))
        rig.grant()
        #expect(rig.journal.take() == ["willStart", "didStart"])
    }

    @Test func case19_noDelegate() {
        let rig = SessionRig()
        rig.hasDelegate = false
        rig.act(.start(userIntent: true))
        rig.grant()
        #expect(rig.state == .active)
        rig.closeButton()
        #expect(rig.state == .idle)
        #expect(rig.overlays.isEmpty)
        #expect(rig.journal.take() == [])
    }

    @Test func case32_stopInsideWillStart() {
        let rig = SessionRig()
        rig.onCallback = { [unowned rig] in if $0 == .willStart { rig.send(.stop) } }
        rig.act(.start(userIntent: true))
        rig.grant()
        #expect(rig.journal.take() == ["willStart", "fTS(cancelled)"])
        #expect(rig.state == .idle)
        #expect(rig.overlays.isEmpty && rig.isWindowShown)
    }

    @Test func case108_theEntranceFollowsTheSourceRect() {
        let window = Size(width: 100, height: 80)
        let cases: [(Rect?, OverlayEntrance)] = [
            (Rect(x: 10, y: 10, width: 50, height: 40), .from(Rect(x: 10, y: 10, width: 50, height: 40))),
            (Rect(x: 60, y: -20, width: 80, height: 60), .from(Rect(x: 60, y: 0, width: 40, height: 40))),
            (Rect(x: 200, y: 0, width: 10, height: 10), .fade), (nil, .fade),
        ]
        for (rect, entrance) in cases {
            let rig = SessionRig("A") {
                $0.sourceRect = rect
                $0.sourceSurface = window
            }
            rig.act(.start(userIntent: true))
            rig.grant()
            guard case .createOverlay(let request)? = rig.surfaces.first else {
                Issue.record("no overlay was made")
                continue
            }
            #expect(request.entrance == entrance)
        }
    }

    /// An invisible window can't be the start of an animation.
    @Test func case108_outOfAnUnseenWindowItFades() {
        let rig = SessionRig("A") {
            $0.sourceRect = Rect(x: 0, y: 0, width: 100, height: 80)
            $0.sourceSurface = Size(width: 100, height: 80)
        }
        rig.act(.windowVisible(false))
        rig.act(.start(userIntent: true))
        rig.grant()
        guard case .createOverlay(let request)? = rig.surfaces.first else {
            Issue.record("no overlay was made")
            return
        }
        #expect(request.entrance == .fade)
    }

    @Test func grantTimesOut() {
        let rig = SessionRig()
        rig.act(.start(userIntent: true))
        let start = rig.lastStart!
        rig.time.advance(by: .seconds(1))
        #expect(rig.journal.take() == ["fTS(brokerLost)"])
        #expect(rig.requests.last == .cancel(generation: start.generation))
        rig.act(.broker(.granted(generation: start.generation, placement: nil)))
        #expect(rig.state == .idle)
        #expect(rig.journal.take() == [])
    }

    @Test func denialIsTold() {
        let rig = SessionRig()
        rig.act(.start(userIntent: true))
        rig.act(.broker(.denied(generation: rig.lastStart!.generation, .transitionInProgress)))
        #expect(rig.journal.take() == ["fTS(transitionInProgress)"])
        #expect(rig.state == .idle)
        #expect(rig.session.timers.isEmpty)
    }

    @Test func aNewBrokerGetsThePendingRequestOnce() {
        let rig = SessionRig()
        rig.act(.start(userIntent: true))
        let start = BrokerRequest.start(rig.lastStart!)
        for _ in 0..<2 { rig.act(.broker(.lost), .broker(.status(SlotStatus()))) }
        #expect(rig.requests == [start, start])
        rig.grant()
        #expect(rig.journal.take() == ["willStart", "didStart"])
    }

    @Test func sourceOrLockEndAStart() {
        for (event, error) in [
            (Session.Event.locked(true), PictureInPictureError.cancelled), (.sourceLost, .sourceNotReady),
            (.supportChanged(false), .sourceNotReady),
        ] {
            let requesting = SessionRig()
            requesting.act(.start(userIntent: true), event)
            #expect(requesting.journal.take() == ["fTS(\(error.rawValue))"])
            #expect(requesting.state == .idle)
            let starting = SessionRig()
            starting.presentsOverlay = false
            starting.act(.start(userIntent: true))
            starting.grant()
            starting.act(event)
            #expect(starting.journal.take() == ["willStart", "fTS(\(error.rawValue))"])
            #expect(starting.state == .idle && starting.overlays.isEmpty)
        }
    }

    @Test func anOldRequestsAnswerDoesNotCount() {
        let rig = SessionRig()
        rig.act(.start(userIntent: true), .stop, .start(userIntent: true))
        guard case .start(let old)? = rig.requests.first else {
            Issue.record("nothing was asked for")
            return
        }
        rig.act(.broker(.denied(generation: old.generation, .notPossible)))
        rig.act(.broker(.granted(generation: old.generation, placement: nil)))
        #expect(rig.journal.take() == [])
        #expect(rig.state == .requesting)
        rig.grant()
        #expect(rig.journal.take() == ["willStart", "didStart"])
    }

    @Test func anOldTimerDoesNotCount() {
        let rig = SessionRig()
        rig.act(.start(userIntent: true))
        let old = rig.session.timers[0]
        rig.act(.stop, .start(userIntent: true))
        rig.act(.timer(old.timer, generation: old.generation))
        #expect(rig.journal.take() == [])
        #expect(rig.state == .requesting)
    }
}
