import OrielPictureInPicture
import OrielSceneHandoff
import Testing

/// All steps of a swap between two processes.
let swapSteps: [Transaction.Step] = [
    .prepare, .restore, .bind, .stop, .showA, .showB, .settleB, .settleA, .finishA, .finishB,
]

extension CaseWorld {
    /// Callbacks of a swap by contract §2.4.
    static let swapped = [
        "A.willStart", "B.foreground", "B.restore", "B.willStop", "A.didStart", "A.background",
        "B.didStop(restoreRequested)",
    ]
    static let handoff = """
        A < prepare: willStart, createOverlay
        A overlayPrepared: > prepared
        B < restore: foreground, restore, drawWindow
        B windowDrawn: > restored(true)
        A < bind: > bound
        B < stop: willStop, > stopping
        A < show: showOverlay
        A overlayPresented: > presented
        B < show: showWindow(restored)
        B windowPresented: > presented
        B < settle: removeOverlay, > settled
        A < settle: hideWindow, settleOverlay, > settled
        A < finish: didStart, background, > finished
        B < finish: didStop(restoreRequested), > finished
        """
}

extension CaseWorld {
    /// Checks all delegates' callbacks in order, and that the remaining players show what they report: A is in Picture
    /// in Picture from its start on, B until its stop.
    func expectWhole(_ trace: [String], sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(callbacks == trace, sourceLocation: sourceLocation)
        for (name, floats) in [
            ("A", trace.contains("A.didStart")), ("B", !trace.contains("B.didStop(restoreRequested)")),
        ] where self[name].process.isAlive {
            let player = self[name]
            #expect(player.state == (floats ? .active : .idle), "\(name)", sourceLocation: sourceLocation)
            #expect(
                player.model.window == (floats ? .none : .presented), "\(name)'s window",
                sourceLocation: sourceLocation)
            #expect(
                player.model.overlay == (floats ? .presented : .none), "\(name)'s overlay",
                sourceLocation: sourceLocation)
            #expect(player.model.isPlaying, "\(name) is paused", sourceLocation: sourceLocation)
        }
        #expect(faults == [], sourceLocation: sourceLocation)
    }
}

/// Undisturbed swaps between two processes.
@Suite struct SwapCases {
    private func expectSwapped(_ world: CaseWorld) {
        #expect(world.callbacks == CaseWorld.swapped)
        #expect(world["A"].state == .active && world["B"].state == .idle)
        #expect(world["A"].model.window == .none && world["A"].model.overlay == .presented)
        #expect(world["B"].model.window == .presented && world["B"].model.overlay == .none)
        #expect(world["B"].report.mode == .fullScreen(output: "X"))
        #expect(world.faults == [])
    }

    @Test func case76_theTotalOrder() {
        let world = CaseWorld.pair()
        world.act("A", .start(userIntent: true))
        #expect(world.take() == "A start: > start\n" + CaseWorld.handoff)
        expectSwapped(world)
    }

    @Test func case77_pressedOnB() {
        let world = CaseWorld.pair()
        world.swap(by: "B")
        world.settle()
        #expect(world.take() == CaseWorld.handoff + "\nB asked: done")
        expectSwapped(world)
    }

    /// Both sides request the swap, in either way and order.
    @Test(arguments: [true, false], [true, false]) func case78_bothPress(aFirst: Bool, byStart: Bool) {
        let world = CaseWorld.pair()
        world["A"].withheld = ["overlayPrepared"]
        let presses = [
            { byStart ? world.send("A", .start(userIntent: true)) : world.swap(by: "A") }, { world.swap(by: "B") },
        ]
        for press in aFirst ? presses : presses.reversed() {
            press()
            world.advance(by: .milliseconds(50))
        }
        world.release("A")
        let asked = world.take().split(separator: "\n").filter { $0.contains("asked") }
        #expect(asked.count == (byStart ? 1 : 2) && asked.allSatisfy { $0.hasSuffix("done") })
        expectSwapped(world)
        #expect(world["A"].model.session.counters.start == 1)
    }

    @Test func case79_theReverseIsRefused() {
        let world = CaseWorld.pair(swappedUpTo: .restore)
        world.swap(by: "B", into: "B")
        world.settle()
        world.release("B")
        let refusal = "B asked: another Picture-in-Picture transition is under way; try again once it is over\n"
        let expected = CaseWorld.handoff.replacing("B windowDrawn", with: refusal + "B answers true")
        #expect(world.take() == "A start: > start\n" + expected)
        expectSwapped(world)
    }

    @Test(arguments: swapSteps) func case80_aThirdIsRefused(step: Transaction.Step) {
        let world = CaseWorld.pair([["A"], ["B"], ["C"]])
        #expect(world["C"].isPossible)
        world.swap(upTo: step)
        world.send("C", .start(userIntent: true))
        #expect(!world["C"].isPossible)
        world.release("A", "B")
        #expect(world["C"].isPossible)
        #expect(world.callbacks(of: "C") == ["failedToStart(transitionInProgress)"])
        #expect(world.callbacks.filter { !$0.hasPrefix("C") } == CaseWorld.swapped)
        #expect(world.faults == [])
    }

    /// Neither session knows of the other's request; the broker decides.
    @Test func case80_bothAskedInTheSameMoment() {
        let world = CaseWorld.pair([["A"], ["B"], ["C"]])
        world.send("A", .start(userIntent: true))
        world.send("C", .start(userIntent: true))
        world.settle()
        #expect(world.callbacks(of: "C") == ["failedToStart(transitionInProgress)"])
        #expect(world.callbacks.filter { !$0.hasPrefix("C") } == CaseWorld.swapped)
        #expect(world.faults == [])
    }

    @Test func case98_playStatesStay() {
        let world = CaseWorld.pair()
        world.send("A", .playing(false))
        world["A"].model.isPlaying = false
        world.act("A", .start(userIntent: true))
        #expect(world.take() == "A start: > start\n" + CaseWorld.handoff)
        #expect(!world["A"].model.isPlaying && world["B"].model.isPlaying)
        expectSwapped(world)
    }

    @Test func case99_nothingComesAfter() {
        let world = CaseWorld.pair()
        world.act("A", .start(userIntent: true))
        expectSwapped(world)
        world.forget()
        world.advance(by: .milliseconds(500))
        #expect(world.take() == "" && world.callbacks == [])
        #expect(world["A"].model.isPlaying && world["B"].model.isPlaying)
        world.advance(by: .seconds(60))
        #expect(world.take() == "")
        #expect(world.faults == [])
    }
}
