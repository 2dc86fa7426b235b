import OrielPictureInPicture
import OrielSceneHandoff
import Testing

/// A side's process dies at each step (contract §2.4, rows 1 and 2).
@Suite struct CrashCases {
    private static let begun = ["A.willStart", "B.foreground", "B.restore"]

    @Test(arguments: [true, false]) func case81_ABeforeTheRestore(hasBegun: Bool) {
        let world = CaseWorld.pair()
        if hasBegun {
            world.swap(upTo: .prepare)
        } else {
            world.send("A", .start(userIntent: true))
        }
        world.kill("A")
        world.settle()
        #expect(world.callbacks == (hasBegun ? ["A.willStart"] : []))
        #expect(world["B"].state == .active && world.faults == [])
    }

    @Test(arguments: [true, false]) func case82_ADuringTheRestore(answer: Bool) {
        let world = CaseWorld.pair(swappedUpTo: .restore)
        world.kill("A")
        world.settle()
        #expect(world.callbacks == Self.begun)
        world["B"].answer = answer
        world.release("B")
        let rest = answer ? ["B.willStop", "B.didStop(restoreRequested)"] : ["B.background"]
        #expect(world.callbacks == Self.begun + rest)
        #expect(world["B"].state == (answer ? .idle : .active) && world["B"].model.isVisible)
        #expect(world.faults == [])
    }

    @Test(arguments: swapSteps.dropFirst(3)) func case83_AAfterBound(step: Transaction.Step) {
        let world = CaseWorld.pair(swappedUpTo: step)
        world.kill("A")
        world.release("B")
        world.advance(by: .seconds(30))
        let a = step < .finishB ? [] : ["A.didStart", "A.background"]
        world.expectWhole(Self.begun + ["B.willStop"] + a + ["B.didStop(restoreRequested)"])
        // The slot is free.
        #expect(world["B"].isPossible)
        world.forget()
        world.act("B", .start(userIntent: true))
        #expect(world.callbacks == ["B.willStart", "B.didStart"])
        #expect(world["B"].state == .active && world.faults == [])
    }

    /// B ends on its own instead of answering *stop*; there is no A left to continue alone.
    @Test(arguments: [false, true]) func case83_AAfterBoundAndBEndsByItself(hangsUp: Bool) {
        let world = CaseWorld.pair(swappedUpTo: .stop)
        if hangsUp { world["A"].process.hangUp() } else { world.kill("A") }
        world.closeButton("B")
        world.advance(by: .seconds(30))
        let closed = ["B.background", "B.willStop", "B.didStop(userClosed)"]
        // A side that only hung up had passed its point of no return, and continues alone.
        #expect(world.callbacks == Self.begun + closed + (hangsUp ? ["A.didStart", "A.background"] : []))
        #expect(world["B"].state == .idle && !world["B"].model.isPlaying && world.faults == [])
        if hangsUp { #expect(world["A"].state == .active && world["A"].model.overlay == .presented) }
        // The slot is free, or held by that side.
        world.forget()
        world.send("B", .start(userIntent: true))
        world.settle()
        #expect(
            world.callbacks
                == ["B.willStart"] + (hangsUp ? ["A.willStop", "A.didStop(replaced)"] : []) + ["B.didStart"])
        #expect(world["B"].state == .active)
    }

    /// At `bind` B has already answered *restored*; at `stop` the broker has not read *stopping*.
    @Test(arguments: swapSteps.prefix(4)) func case84_BBeforeStopping(step: Transaction.Step) {
        let world = CaseWorld.pair(swappedUpTo: step)
        world.kill("B")
        world.release("A")
        world.advance(by: .seconds(30))
        #expect(
            world.callbacks == (step == .prepare ? ["A.willStart"] : Self.begun) + ["A.failedToStart(peerTerminated)"])
        #expect(world["A"].state == .idle && world["A"].model.window == .presented && world["A"].model.isPlaying)
        #expect(world["A"].isPossible && world.faults == [])
    }

    @Test(arguments: swapSteps.dropFirst(4)) func case85_BAfterStopping(step: Transaction.Step) {
        let world = CaseWorld.pair(swappedUpTo: step)
        world.kill("B")
        world.release("A")
        world.advance(by: .seconds(30))
        world.expectWhole(Self.begun + ["B.willStop", "A.didStart", "A.background"])
        world.forget()
        world.act("A", .returnButton(generation: world["A"].model.session.counters.overlay))
        #expect(world.callbacks == ["A.restore", "A.willStop", "A.didStop(restoreRequested)"])
        #expect(world["A"].state == .idle && world["A"].model.isPlaying)
        #expect(world["A"].model.window == .presented && world["A"].model.overlay == .none && world.faults == [])
    }
}
