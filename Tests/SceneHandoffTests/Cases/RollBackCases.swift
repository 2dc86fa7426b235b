import OrielPictureInPicture
import OrielSceneHandoff
import Testing

/// Events that cancel a swap, or come too late.
@Suite struct RollBackCases {
    private static let prepared = """
        A start: > start
        A < prepare: willStart, createOverlay
        A overlayPrepared: > prepared
        B < restore: foreground, restore, drawWindow

        """

    @Test func case86_rejected() {
        let world = CaseWorld.pair()
        world["B"].answer = false
        world.act("A", .start(userIntent: true))
        #expect(
            world.take() == Self.prepared + """
                B answers false: discardWindow, background, > restored(false)
                A < abort(restoreRejected): removeOverlay, failedToStart(restoreRejected)
                """)
        #expect(world["B"].state == .active && world["B"].model.session.snapshot.isBackground && world.faults == [])
    }

    @Test func case87_noAnswer() {
        let world = CaseWorld.pair(swappedUpTo: .restore)
        world.advance(by: .seconds(5))
        #expect(
            world.take() == Self.prepared + """
                B T_restoreWarning: restoreIsSlow
                B T_restore: discardWindow, cancelRestore, background, > failed(restoreTimedOut)
                A < abort(restoreTimedOut): removeOverlay, failedToStart(restoreTimedOut)
                """)
        world.release("B")
        #expect(world.take() == "B answers true: restoreAnswerIgnored")
        #expect(world["B"].state == .active && world["A"].state == .idle && world.faults == [])
    }

    @Test func case87_neverDrawn() {
        let world = CaseWorld.pair()
        world["B"].withheld = ["windowDrawn"]
        world.act("A", .start(userIntent: true))
        world.advance(by: .seconds(5))
        #expect(
            world.callbacks == [
                "A.willStart", "B.foreground", "B.restore", "B.cancelRestore", "B.background",
                "A.failedToStart(restoreTimedOut)",
            ])
        #expect(world["B"].state == .active && world["A"].state == .idle && world.faults == [])
    }

    @Test func case88_neverPrepared() {
        let world = CaseWorld.pair(swappedUpTo: .prepare)
        world.advance(by: .seconds(3))
        #expect(
            world.take() == """
                A start: > start
                A < prepare: willStart, createOverlay
                A T_firstFrame: removeOverlay, failedToStart(firstFrameTimeout), > failed(firstFrameTimeout)
                """)
        #expect(world["B"].state == .active && world.faults == [])
    }

    @Test(arguments: swapSteps, [Session.Event.escape, .close, .stop])
    func case93_AChangesItsMind(step: Transaction.Step, event: Session.Event) {
        let world = CaseWorld.pair(swappedUpTo: step)
        // A has not read `bind` yet.
        let isBound = step > .bind
        world["A"].model.isExempt = event == .close
        world.send("A", event)
        world.release("A", "B")
        world.advance(by: .seconds(30))
        guard isBound else {
            let begun = step == .prepare ? [] : ["B.foreground", "B.restore"]
            let back = step == .prepare ? [] : ["B.cancelRestore", "B.background"]
            return world.expectWhole(["A.willStart"] + begun + ["A.failedToStart(cancelled)"] + back)
        }
        switch event {
        case .close:
            // It ends while B ends; at the last step at the same time as B.
            let rest =
                step < .finishB
                ? ["A.didStop(programmatic)", "B.didStop(restoreRequested)"]
                : ["B.didStop(restoreRequested)", "A.didStop(programmatic)"]
            #expect(world.callbacks == CaseWorld.swapped.dropLast() + ["A.willStop"] + rest)
            #expect(world["A"].state == .idle && !world["A"].model.isPlaying && !world["A"].model.isVisible)
            #expect(world["B"].state == .idle && world["B"].model.window == .presented)
            #expect(world["B"].model.overlay == .none && world["B"].model.isPlaying)
        case .stop:
            #expect(world.callbacks == CaseWorld.swapped + ["A.restore", "A.willStop", "A.didStop(programmatic)"])
            for name in ["A", "B"] {
                #expect(world[name].state == .idle && world[name].model.window == .presented)
                #expect(world[name].model.overlay == .none && world[name].model.isPlaying)
            }
        default: world.expectWhole(CaseWorld.swapped)
        }
        #expect(world.faults == [])
    }
}
