import OrielGeometry
import OrielPictureInPicture
import OrielSceneHandoff
import Testing

/// Access to the slot.
@Suite struct SlotCases {
    @Test func case73_tvStopsTheOther() {
        let world = CaseWorld.pair()
        world["A"].model.session.settings.profile = .tv
        world.act("A", .stop)
        #expect(
            world.take() == """
                A stop: > stopOther
                B < leave(stoppedByOtherApp): pause, willStop, fadeOverlay
                B overlayRemoved: didStop(stoppedByOtherApp), > ended(stoppedByOtherApp)
                """)
        #expect(world["A"].state == .idle && world["B"].state == .idle)
    }

    @Test func case74_desktopStopsItsOwn() {
        let world = CaseWorld.pair()
        world.act("A", .stop)
        #expect(world.take() == "" && world["B"].state == .active && world.faults == [])
    }

    @Test func case75_twoSlots() throws {
        let world = CaseWorld([["A"], ["B"], ["C"]], slots: 2)
        world.act("A", .start(userIntent: true))
        world.act("B", .start(userIntent: true))
        #expect(world.callbacks == ["A.willStart", "A.didStart", "B.willStart", "B.didStart"])
        let first = Samples.placement
        let second = try #require(world["B"].overlayRequest?.placement)
        #expect(second.corner != first.corner && second.output == first.output && second.size == first.size)
        #expect(world.faults == [])
    }

    /// By the broker's rules, a call whose app is left suspends a video, and a video whose app is left replaces
    /// nothing.
    @Test(arguments: [true, false])
    func case58_aCallThatIsLeftSuspendsTheFilm(isCall: Bool) {
        let world = CaseWorld.pair()
        world["A"].model.session.settings.isCall = isCall
        world["A"].model.session.settings.startsAutomaticallyFromInline = true
        world["A"].process.reportChange(of: world["A"])
        world.settle()
        world.act("A", .playing(true), .backgrounded(.leftByUser))
        let suspended = ["B.suspendedChanged", "A.willStart", "A.didStart"]
        #expect(world.callbacks == (isCall ? suspended : []))
        #expect(world["B"].state == .active && world["B"].model.session.snapshot.isSuspended == isCall)
        // A suspended video is hidden, which the world counts as a lost stream.
        #expect(world.faults.filter { !isCall || $0 != "B's stream is nowhere" } == [])
    }

    @Test func case109_aCrashFreesTheSlot() {
        let world = CaseWorld.pair([["A"], ["B"], ["C"]])
        #expect(world["A"].model.session.snapshot.canStop)
        world.kill("B")
        world.settle()
        #expect(world.callbacks == [])
        for name in ["A", "C"] {
            #expect(world[name].isPossible && !world[name].model.session.snapshot.canStop)
        }
        #expect(world.faults == [])
        world.act("C", .start(userIntent: true))
        #expect(world.callbacks == ["C.willStart", "C.didStart"])
        #expect(world.faults == [])
    }

    @Test func case110_anInlinePlayerReplaces() {
        let world = CaseWorld.pair([["A"], ["B"], ["C"]])
        world.act("C", .start(userIntent: true))
        #expect(
            world.take() == """
                C start: > start
                C < prepare: willStart, createOverlay
                C overlayPrepared: > prepared
                B < leave(replaced): pause, willStop, showWindow(returned)
                B windowPresented: removeOverlay, didStop(replaced), > ended(replaced)
                C < continueAlone: showOverlay
                C overlayPresented: hideWindow, didStart, > started
                """)
        #expect(!world["B"].model.isPlaying && world["C"].model.isPlaying && world.faults == [])
    }

    @Test func case110_oneThatNeverGetsPreparedLeavesItUntouched() {
        let world = CaseWorld.pair([["A"], ["B"], ["C"]])
        world["C"].withheld = ["overlayPrepared"]
        world.act("C", .start(userIntent: true))
        world.advance(by: .seconds(3))
        #expect(world.callbacks == ["C.willStart", "C.failedToStart(firstFrameTimeout)"])
        #expect(world["B"].state == .active && world["B"].model.isPlaying && world.faults == [])
    }

    @Test func case110_aWindowThatIsSlowToReturnIsWaitedFor() {
        let world = CaseWorld.pair([["A"], ["B"], ["C"]])
        world["B"].withheld = ["windowCommitted"]
        world.act("C", .start(userIntent: true))
        world.advance(by: .seconds(4))
        #expect(world.callbacks == ["C.willStart", "B.willStop"])
        world.release("B")
        #expect(world.callbacks == ["C.willStart", "B.willStop", "B.didStop(replaced)", "C.didStart"])
        #expect(world.faults == [])
    }

    /// A start that hung for T_peer is no longer a transition; once it has woken, another start replaces it.
    @Test(arguments: [true, false]) func case110_onlyBegun(failsByItself: Bool) {
        let world = CaseWorld([["A"], ["B"]])
        world["B"].withheld = ["overlayPresented"]
        world.act("B", .start(userIntent: true))
        world.stop("B")
        world["A"].process.send(.status(Ticket(rawValue: 9)))
        world.advance(by: .milliseconds(2500))
        world.goOn("B")
        #expect(world["B"].state == .starting)
        world.forget()
        if failsByItself { world["A"].withheld = ["overlayPrepared"] }
        world.act("A", .start(userIntent: true))
        if failsByItself { world.advance(by: .milliseconds(600)) }
        world.release("A")
        let error = failsByItself ? "firstFrameTimeout" : "cancelled"
        #expect(world.callbacks == ["A.willStart", "B.failedToStart(\(error))", "A.didStart"])
        #expect(world["A"].state == .active && world["B"].isPossible && world.faults == [])
    }

    @Test func case111_theCompositorClosesIt() {
        let world = CaseWorld.pair()
        world.closeOverlay("B")
        world.advance(by: .milliseconds(100))
        #expect(
            world.take() == """
                B T_outputRemoval: removeOverlay, pause, willStop, didStop(surfaceClosed), > ended(surfaceClosed)
                """)
        #expect(world.faults == [])
        world.act("B", .start(userIntent: true))
        #expect(world.callbacks(of: "B") == ["willStop", "didStop(surfaceClosed)", "willStart", "didStart"])
        #expect(world["B"].model.overlay == .presented && world.faults == [])
    }

    @Test(arguments: [Session.Event.sourceLost, .supportChanged(false)])
    func case112_theSourceGoes(event: Session.Event) {
        let world = CaseWorld.pair()
        world["B"].model.isExempt = true
        world.act("B", event)
        #expect(world.callbacks == ["B.willStop", "B.didStop(sourceLost)"])
        #expect(!world["B"].isPossible && world["A"].isPossible && world.faults == [])
    }
}
