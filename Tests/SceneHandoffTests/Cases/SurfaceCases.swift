import OrielPictureInPicture
import OrielSceneHandoff
import Testing

/// Surfaces closed by the compositor (contract §2.4).
@Suite struct SurfaceCases {
    private static let begun = ["A.willStart", "B.foreground", "B.restore"]
    private static let closedAfterDidStart = ["A.willStop", "A.didStop(surfaceClosed)"]

    /// Closes an overlay for good: no output is removed within the time in which that would count.
    private func close(_ name: String, in world: CaseWorld) {
        world.closeOverlay(name)
        world.advance(by: .milliseconds(100))
        world.release("A", "B")
        world.advance(by: .seconds(30))
    }

    /// In P4c and P5 A waits for nothing, so the close is handled after *didStart*.
    @Test(arguments: swapSteps) func case89_APicture(step: Transaction.Step) {
        let world = CaseWorld.pair(swappedUpTo: step)
        close("A", in: world)
        let expected =
            switch step {
            case .prepare: ["A.willStart", "A.failedToStart(surfaceClosed)"]
            case .restore: Self.begun + ["A.failedToStart(surfaceClosed)", "B.cancelRestore", "B.background"]
            case .bind, .stop, .showA, .showB:
                Self.begun + ["B.willStop", "A.failedToStart(surfaceClosed)", "B.didStop(restoreRequested)"]
            default: CaseWorld.swapped + Self.closedAfterDidStart
            }
        #expect(world.callbacks == expected)
        let goesForward = step > .restore
        #expect(world["B"].state == (goesForward ? .idle : .active))
        #expect(world["A"].model.isPlaying == !goesForward)
        if step <= .showB { #expect(world["A"].model.window == .presented) }
        #expect(world["A"].model.overlay == .none && world["B"].model.isVisible && world.faults == [])
    }

    /// B hangs in P4c, so A has presented, but neither settled nor started: its window stays behind B's.
    @Test func case89_APictureOnceSettled() {
        let world = CaseWorld.pair(swappedUpTo: .settleB)
        world.stop("B")
        world.settle()
        #expect(world["A"].model.window == .presented)
        close("A", in: world)
        world.goOn("B")
        world.advance(by: .seconds(30))
        #expect(
            world.take().hasSuffix(
                """
                A T_outputRemoval: removeOverlay, pause, failedToStart(surfaceClosed), > failed(surfaceClosed)
                B < settle: removeOverlay, > settled
                B < finish: didStop(restoreRequested), > finished
                """))
        #expect(world["A"].model.window == .presented && world.faults == [])
    }

    @Test(arguments: swapSteps.prefix(6)) func case90_BPicture(step: Transaction.Step) {
        let world = CaseWorld.pair(swappedUpTo: step)
        close("B", in: world)
        #expect(
            world.callbacks
                == (step == .prepare
                    ? ["A.willStart", "B.willStop", "B.didStop(surfaceClosed)", "A.didStart"] : CaseWorld.swapped))
        #expect(world["A"].state == .active && world["B"].state == .idle)
        #expect(world["B"].model.window == (step == .prepare ? .none : .presented))
        #expect(world["B"].model.overlay == .none && world.faults == [])
    }

    @Test(arguments: [false, nil] as [Bool?]) func case90_BPictureAndNoRestore(answer: Bool?) {
        let world = CaseWorld.pair(swappedUpTo: .restore)
        world.closeOverlay("B")
        world.advance(by: .milliseconds(100))
        world["B"].answer = false
        if answer == nil { world.advance(by: .seconds(5)) } else { world.release("B") }
        world.advance(by: .seconds(30))
        #expect(
            world.callbacks == Self.begun + [
                "B.background", "B.willStop", "B.didStop(surfaceClosed)", "A.didStart",
            ])
        #expect(world["A"].state == .active && world["B"].state == .idle && world.faults == [])
    }

    @Test func case91_theUserClosesTheNewWindow() {
        let world = CaseWorld.pair(swappedUpTo: .showB)
        let b = world["B"]
        b.model.isExempt = true
        b.model.window = .none
        world.act("B", .surface(.windowClosed(generation: b.model.session.counters.window)))
        #expect(
            world.callbacks == Self.begun + ["B.willStop", "B.didStop(userClosed)", "A.didStart", "A.background"])
        #expect(world["A"].model.overlay == .presented && b.model.overlay == .none && !b.model.isPlaying)
        #expect(world.faults == [])
    }

    @Test(arguments: swapSteps.prefix(7), [true, false])
    func case92_AOutputGoes(step: Transaction.Step, closesFirst: Bool) throws {
        let world = CaseWorld.pair(swappedUpTo: step)
        world.unplug("A", closesFirst: closesFirst)
        world.release("A")
        world.release("B")
        world.advance(by: .seconds(30))
        #expect(world.callbacks == CaseWorld.swapped)
        #expect(try #require(world["A"].overlayRequest).isOnAnotherOutput)
        #expect(world["A"].model.overlay == .presented && world.faults == [])
    }

    @Test(arguments: swapSteps.prefix(6), [true, false])
    func case92_BOutputGoes(step: Transaction.Step, closesFirst: Bool) {
        let world = CaseWorld.pair(swappedUpTo: step)
        world.unplug("B", closesFirst: closesFirst)
        world.release("A")
        world.release("B")
        world.advance(by: .seconds(30))
        #expect(world.callbacks == CaseWorld.swapped)
        #expect(world["B"].model.overlay == .none && world["B"].model.window == .presented && world.faults == [])
    }

    @Test func case92_aSecondLossIsFinal() {
        let world = CaseWorld.pair(swappedUpTo: .prepare)
        world.unplug("A", closesFirst: true)
        world.unplug("A", closesFirst: true)
        world.release("A")
        #expect(world.callbacks == ["A.willStart", "A.failedToStart(surfaceClosed)"])
        #expect(world["B"].state == .active && world.faults == [])
    }
}
