import OrielPictureInPicture
import OrielSceneHandoff
import Testing

/// Two players of one app: their frames are exchanged in one flush.
@Suite struct OneAppCases {
    private static let app = [["A", "B"]]
    private static let order = [
        "A.willStart", "B.restore", "B.willStop", "A.didStart", "B.didStop(restoreRequested)",
    ]

    private static let inPlace = """
        A < prepare: willStart, prepareExchange
        A overlayPrepared: > prepared
        B < restore: restore, drawWindow
        B windowDrawn: > restored(true)
        A < bind: > bound
        B < stop: willStop, > stopping
        A < show: exchange
        B < show: exchange
        A overlayPresented: > presented
        B windowPresented: > presented
        B < settle: > settled
        A < settle: > settled
        A < finish: didStart, > finished
        B < finish: didStop(restoreRequested), > finished
        """

    /// The same with the roles exchanged.
    private static let inPlaceBack = inPlace.split(separator: "\n")
        .map { ($0.hasPrefix("A") ? "B" : "A") + $0.dropFirst() }.joined(separator: "\n")

    @Test func case66_startSwaps() {
        let world = CaseWorld.pair(Self.app)
        world.act("A", .start(userIntent: true))
        #expect(
            world.take() == "A start: > start\n" + Self.inPlace)
        #expect(world.callbacks == Self.order)
        #expect(world["A"].state == .active && world["B"].state == .idle)
        #expect(world.faults == [])
    }

    @Test func case67_itsWindowNeedsTheOtherGoneFirst() {
        let world = CaseWorld.pair(Self.app)
        world["B"].withheld = ["restoreAnswered"]
        world.act("A", .start(userIntent: true))
        world.act("A", .hostViewGone)
        world.advance(by: .milliseconds(500))
        world.release("B")
        #expect(world.callbacks == Self.order)
        #expect(world["A"].model.isPlaying && world.faults == [])
    }

    @Test func case68_rejected() {
        let world = CaseWorld.pair(Self.app)
        world["B"].answer = false
        world.act("A", .start(userIntent: true))
        #expect(
            world.take() == """
                A start: > start
                A < prepare: willStart, prepareExchange
                A overlayPrepared: > prepared
                B < restore: restore, drawWindow
                B answers false: discardWindow, > restored(false)
                A < abort(restoreRejected): removeOverlay, failedToStart(restoreRejected)
                """)
        #expect(world["A"].state == .idle && world["B"].state == .active)
        #expect(world["A"].model.isPlaying && world["B"].model.isPlaying && world.faults == [])
    }

    @Test func case69_oneThatCannotRestoreIsReplaced() {
        let world = CaseWorld(Self.app)
        world["B"].model.session.settings.canRestore = false
        world.act("B", .start(userIntent: true))
        world.act("A", .windowMode(.fullScreen(output: "X")))
        world.forget()
        world.act("A", .start(userIntent: true))
        #expect(
            world.take() == """
                A start: > start
                A < prepare: willStart, createOverlay
                A overlayPrepared: > prepared
                B < leave(replaced): pause, willStop, showWindow(returned)
                B windowPresented: removeOverlay, didStop(replaced), > ended(replaced)
                A < continueAlone: showOverlay
                A overlayPresented: hideWindow, didStart, > started
                """)
        #expect(world["B"].model.isVisible && !world["B"].model.isPlaying && world.faults == [])
    }

    @Test func case70_twentySwaps() {
        let world = CaseWorld.pair(Self.app)
        var expected: [String] = []
        for round in 0..<20 {
            let (a, b) = round.isMultiple(of: 2) ? ("A", "B") : ("B", "A")
            expected += Self.order.map { ($0.hasPrefix("A") ? a : b) + $0.dropFirst() }
            world.swap(by: a)
            world.settle()
            let trace = a == "A" ? Self.inPlace : Self.inPlaceBack
            #expect(world.take() == trace + "\n\(a) asked: done", "round \(round)")
            #expect(world[a].state == .active && world[b].state == .idle, "round \(round)")
            #expect(world[a].model.window == .none && world[a].model.overlay == .presented, "round \(round)")
            #expect(world[b].model.window == .presented && world[b].model.overlay == .none, "round \(round)")
        }
        #expect(world.callbacks == expected && expected.count == 100)
        #expect(world["A"].state == .idle && world["B"].state == .active && world.faults == [])
        #expect(world["A"].model.pending.isEmpty && world["B"].model.pending.isEmpty)
    }

    @Test func case71_nobodyAsked() {
        let world = CaseWorld.pair(Self.app)
        world.act("A", .playing(false), .playing(true))
        #expect(world.take() == "" && world["B"].state == .active && world.faults == [])
    }

    @Test func case72_swapAndStopAreOffered() {
        let world = CaseWorld.pair(Self.app)
        let snapshot = world["A"].model.session.snapshot
        #expect(snapshot.canStop && snapshot.isPossible)
        world.closeButton("B")
        #expect(
            world.take() == """
                B closeButton: pause, willStop, fadeOverlay
                B overlayRemoved: didStop(userClosed), > ended(userClosed)
                """)
        #expect(world.callbacks == ["B.willStop", "B.didStop(userClosed)"])
        #expect(!world["A"].model.session.snapshot.canStop && world["A"].isPossible)
        #expect(world["A"].state == .idle && world["A"].model.window == .presented && world["A"].model.isPlaying)
        #expect(world["B"].state == .idle && !world["B"].model.isVisible && !world["B"].model.isPlaying)
        #expect(world.faults == [])
    }
}
