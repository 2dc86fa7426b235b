import OrielPictureInPicture
import OrielSceneHandoff
import Testing

/// A side's process dies, step by step (contract §2.4, rows 1 and 2).
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
        let world = CaseWorld.pair()
        world.swap(upTo: .restore)
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
        let world = CaseWorld.pair()
        world.swap(upTo: step)
        world.kill("A")
        world.release("B")
        world.advance(by: .seconds(30))
        let a = step < .finishB ? ["willStart"] : ["willStart", "didStart", "background"]
        #expect(world.callbacks(of: "A") == a)
        #expect(world.callbacks(of: "B") == ["foreground", "restore", "willStop", "didStop(restoreRequested)"])
        #expect(world["B"].model.window == .presented && world["B"].isPossible)
        #expect(world.faults == [])
    }

    /// B ends by itself instead of answering *stop*; there is no A left that could go on alone.
    @Test(arguments: [false, true]) func case83_AAfterBoundAndBEndsByItself(hangsUp: Bool) {
        let world = CaseWorld.pair()
        world.swap(upTo: .stop)
        if hangsUp { world["A"].process.hangUp() } else { world.kill("A") }
        world.closeButton("B")
        world.advance(by: .seconds(30))
        #expect(world["B"].state == .idle && world.faults == [])
        // Nobody has the slot.
        world.send("B", .start(userIntent: true))
        world.settle()
        #expect(world["B"].state == .active, "\(world.callbacks)")
    }

    /// At `bind` B has answered *restored* already; at `stop` the broker has not read *stopping*.
    @Test(arguments: swapSteps.prefix(4)) func case84_BBeforeStopping(step: Transaction.Step) {
        let world = CaseWorld.pair()
        world.swap(upTo: step)
        world.kill("B")
        world.release("A")
        world.advance(by: .seconds(30))
        #expect(
            world.callbacks == (step == .prepare ? ["A.willStart"] : Self.begun) + ["A.failedToStart(peerTerminated)"])
        #expect(world["A"].state == .idle && world["A"].model.window == .presented && world["A"].model.isPlaying)
        #expect(world["A"].isPossible && world.faults == [])
    }

    @Test(arguments: swapSteps.dropFirst(4)) func case85_BAfterStopping(step: Transaction.Step) {
        let world = CaseWorld.pair()
        world.swap(upTo: step)
        world.kill("B")
        world.release("A")
        world.advance(by: .seconds(30))
        #expect(world.callbacks(of: "A") == ["willStart", "didStart", "background"])
        #expect(world.callbacks(of: "B") == ["foreground", "restore", "willStop"])
        #expect(world["A"].state == .active && world["A"].model.overlay == .presented)
        #expect(world.faults == [])
        world.act("A", .returnButton(generation: world["A"].model.session.counters.overlay))
        #expect(world.callbacks(of: "A").suffix(3) == ["restore", "willStop", "didStop(restoreRequested)"])
        #expect(world["A"].model.window == .presented && world.faults == [])
    }
}
