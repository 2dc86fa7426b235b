import OrielPictureInPicture
import OrielSceneHandoff
import Testing

/// Processes that hang and wake (contract §2.4, rules 5 and 6).
@Suite struct HangCases {
    private static let forward = ["willStart", "didStart", "background"]
    private static let away = ["foreground", "restore", "willStop", "didStop(restoreRequested)"]
    private static let calledOff = ["foreground", "restore", "cancelRestore", "background"]

    /// A hangs before it has read *prepare*.
    @Test func case95_ANeverHeardOfIt() {
        let world = CaseWorld.pair()
        world.stop("A")
        world.swap(by: "B")
        world.advance(by: .seconds(3))
        #expect(world.take() == "B asked: the other app does not answer; nothing changed")
        world.goOn("A")
        world.advance(by: .seconds(30))
        #expect(world.callbacks == [] && world.faults == [])
        #expect(world["A"].model.window == .presented && world["B"].state == .active)
    }

    /// A hangs after *willStart*, with *prepare* acknowledged: T_swap limits it, and on waking it reads the abort
    /// before its own T_firstFrame expires.
    @Test func case95_AHasBegun() {
        let world = CaseWorld.pair(swappedUpTo: .prepare)
        world.stop("A")
        world.advance(by: .seconds(25))
        #expect(world.callbacks == ["A.willStart"] && world["B"].state == .active)
        world.goOn("A")
        world.advance(by: .seconds(30))
        #expect(world.callbacks == ["A.willStart", "A.failedToStart(firstFrameTimeout)"] && world.faults == [])
    }

    @Test(arguments: swapSteps.dropFirst(2)) func AHangsAndWakes(step: Transaction.Step) {
        let world = CaseWorld.pair(swappedUpTo: step)
        world.stop("A")
        world.release("B")
        world.advance(by: .seconds(10))
        // B doesn't wait for A.
        #expect(world.callbacks(of: "B") == (step == .bind ? Self.calledOff : Self.away))
        world.goOn("A")
        world.advance(by: .seconds(30))
        #expect(
            world.callbacks(of: "A")
                == (step == .bind ? ["willStart", "failedToStart(peerUnresponsive)"] : Self.forward))
        #expect(world.callbacks(of: "B") == (step == .bind ? Self.calledOff : Self.away))
        world.expectNextSwap()
    }

    @Test(arguments: swapSteps) func BHangsAndWakes(step: Transaction.Step) {
        let world = CaseWorld.pair(swappedUpTo: step)
        world.stop("B")
        world.release("A")
        world.advance(by: .seconds(10))
        // T_restore limits the time before *bound*; after it A continues.
        let isBound = step >= .bind
        let a = isBound ? Self.forward : ["willStart", "failedToStart(restoreTimedOut)"]
        #expect(world.callbacks(of: "A") == a)
        world.goOn("B")
        world.release("B")
        world.advance(by: .seconds(30))
        #expect(world.callbacks(of: "A") == a)
        #expect(world.callbacks(of: "B") == (isBound ? Self.away : Self.calledOff))
        world.expectNextSwap()
    }

    /// A hang-up of a living process means that it has left.
    @Test(arguments: swapSteps.prefix(6), ["A", "B"]) func aSideHangsUp(step: Transaction.Step, name: String) {
        let world = CaseWorld.pair(swappedUpTo: step)
        world[name].process.hangUp()
        world.release("A", "B")
        world.advance(by: .seconds(30))
        #expect(world.faults == [])
        if world.callbacks(of: "A").contains(where: { $0.hasPrefix("failedToStart") }) {
            #expect(!world.callbacks(of: "B").contains("willStop"))
        }
        world.expectNextSwap()
    }
}
