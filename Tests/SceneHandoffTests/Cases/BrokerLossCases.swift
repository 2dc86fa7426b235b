import OrielPictureInPicture
import OrielSceneHandoff
import Testing

/// The broker dies or hangs at each step, in any process (contract §2.4, its row and rule 3). A's point of no return is
/// *bound*, B's its *willStop*; each side continues by its own observations.
@Suite struct BrokerLossCases {
    private let begun = ["A.willStart", "B.foreground", "B.restore"]
    // Each side's callbacks without a broker.
    private let aForward = ["A.didStart", "A.background"]
    private let bForward = ["B.willStop", "B.didStop(restoreRequested)"]
    private let bBack = ["B.cancelRestore", "B.background"]
    private func aBack(_ error: PictureInPictureError) -> [String] { ["A.failedToStart(\(error.rawValue))"] }

    private func expect(_ world: CaseWorld, _ trace: [String]) {
        world.expectWhole(trace)
        #expect(world.broker.generation > 1 || world.processes.allSatisfy(\.isAlive))
        world.expectNextSwap()
    }

    @Test(arguments: swapSteps) func case94_killed(step: Transaction.Step) {
        let world = CaseWorld.pair(swappedUpTo: step)
        world.broker.die()
        world.release("A", "B")
        world.advance(by: .seconds(30))
        switch step {
        case .prepare: expect(world, ["A.willStart"] + aBack(.brokerLost))
        case .restore: expect(world, begun + aBack(.brokerLost) + bBack)
        case .bind: expect(world, begun + bBack + aForward)
        case .settleB: expect(world, begun + bForward + aForward)
        default: expect(world, CaseWorld.swapped)
        }
    }

    @Test(arguments: swapSteps) func case94_stopped(step: Transaction.Step) throws {
        let world = CaseWorld.pair(swappedUpTo: step)
        let old = try #require(world.broker)
        old.stop()
        world.release("A", "B")
        world.advance(by: .seconds(30))
        old.goOn()
        world.advance(by: .seconds(30))
        #expect(old.isDead && world.broker.generation == 2)
        switch step {
        case .prepare: expect(world, ["A.willStart"] + aBack(.brokerLost))
        case .restore: expect(world, begun + aBack(.brokerLost) + bBack)
        case .bind: expect(world, begun + bBack + aForward)
        default: expect(world, CaseWorld.swapped)
        }
    }

    @Test(arguments: swapSteps) func case94_killedWithA(step: Transaction.Step) {
        let world = CaseWorld.pair(host: .first, swappedUpTo: step)
        world.kill("A")
        world.release("B")
        world.advance(by: .seconds(30))
        switch step {
        case .prepare: expect(world, ["A.willStart"])
        case .restore, .bind: expect(world, begun + bBack)
        case .finishB: expect(world, CaseWorld.swapped)
        default: expect(world, begun + bForward)
        }
    }

    @Test(arguments: swapSteps) func case94_killedWithB(step: Transaction.Step) {
        let world = CaseWorld.pair(host: .second, swappedUpTo: step)
        world.kill("B")
        world.release("A")
        world.advance(by: .seconds(30))
        switch step {
        case .prepare: expect(world, ["A.willStart"] + aBack(.brokerLost))
        case .restore: expect(world, begun + aBack(.brokerLost))
        case .bind, .stop: expect(world, begun + aForward)
        default: expect(world, begun + ["B.willStop"] + aForward)
        }
    }

    /// If no message and no acknowledgement is due to B, it doesn't notice: then the broker wakes as the only one, and
    /// A continues by its own timers. An acknowledgement is due for 50 ms; in that time *bind* arrives.
    @Test(arguments: swapSteps, [false, true]) func case94_stoppedWithA(step: Transaction.Step, isOwed: Bool) throws {
        let world = CaseWorld.pair(host: .first, swappedUpTo: step)
        if !isOwed { world.advance(by: .milliseconds(60)) }
        let old = try #require(world.broker)
        world.stop("A")
        world.release("B")
        world.advance(by: .seconds(10))
        world.goOn("A", hosting: old)
        world.release("A", "B")
        world.advance(by: .seconds(30))
        switch (step, isOwed) {
        case (.prepare, _): expect(world, ["A.willStart"] + aBack(.firstFrameTimeout))
        case (.restore, _): expect(world, begun + bBack + aBack(.brokerLost))
        case (.bind, true): expect(world, begun + bBack + aForward)
        case (.showB, false): expect(world, begun + bForward + aForward)
        case (.finishB, _), (_, false): expect(world, CaseWorld.swapped)
        default: expect(world, begun + bForward + aForward)
        }
    }

    @Test(arguments: swapSteps, [false, true]) func case94_stoppedWithB(step: Transaction.Step, isOwed: Bool) throws {
        let world = CaseWorld.pair(host: .second, swappedUpTo: step)
        if !isOwed { world.advance(by: .milliseconds(60)) }
        let old = try #require(world.broker)
        world.stop("B")
        world.release("A")
        world.advance(by: .seconds(10))
        world.goOn("B", hosting: old)
        world.release("A", "B")
        world.advance(by: .seconds(30))
        switch (step, isOwed) {
        case (.prepare, _): expect(world, ["A.willStart"] + aBack(.brokerLost))
        case (.restore, true): expect(world, begun + aBack(.brokerLost) + bBack)
        case (.restore, false): expect(world, begun + bBack + aBack(.restoreTimedOut))
        case (.bind, true): expect(world, begun + aForward + bBack)
        case (.stop, true): expect(world, begun + aForward + bForward)
        default: expect(world, CaseWorld.swapped)
        }
    }
}
