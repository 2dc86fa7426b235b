import OrielPictureInPicture
import OrielSceneHandoff
import Testing

/// The broker dies or hangs, step by step, wherever it runs (contract §2.4, its row and rule 3). A's point of no return is
/// *bound*, B's its *willStop*; each goes by what it has seen itself.
@Suite struct BrokerLossCases {
    private static let forward = ["willStart", "didStart", "background"]

    private func b(_ step: Transaction.Step) -> [String] {
        switch step {
        case .prepare: []
        case .restore, .bind: ["foreground", "restore", "cancelRestore", "background"]
        default: ["foreground", "restore", "willStop", "didStop(restoreRequested)"]
        }
    }

    private func a(_ step: Transaction.Step, _ error: PictureInPictureError = .brokerLost) -> [String] {
        step < .bind ? ["willStart", "failedToStart(\(error.rawValue))"] : Self.forward
    }

    private func expect(_ world: CaseWorld, _ a: [String]?, _ b: [String]?) {
        if let a { #expect(world.callbacks(of: "A") == a) }
        if let b { #expect(world.callbacks(of: "B") == b) }
        #expect(world.broker.generation > 1 || world.processes.allSatisfy(\.isAlive))
        world.expectNextSwap()
    }

    @Test(arguments: swapSteps) func case94_killed(step: Transaction.Step) {
        let world = CaseWorld.pair()
        world.swap(upTo: step)
        world.broker.die()
        world.release("A", "B")
        world.advance(by: .seconds(30))
        expect(world, a(step), b(step))
    }

    @Test(arguments: swapSteps) func case94_stopped(step: Transaction.Step) throws {
        let world = CaseWorld.pair()
        world.swap(upTo: step)
        let old = try #require(world.broker)
        old.stop()
        world.release("A", "B")
        world.advance(by: .seconds(30))
        old.goOn()
        world.advance(by: .seconds(30))
        #expect(old.isDead && world.broker.generation == 2)
        expect(world, a(step), b(step))
    }

    @Test(arguments: swapSteps) func case94_killedWithA(step: Transaction.Step) {
        let world = CaseWorld.pair(host: .first)
        world.swap(upTo: step)
        world.kill("A")
        world.release("B")
        world.advance(by: .seconds(30))
        expect(world, nil, b(step))
    }

    @Test(arguments: swapSteps) func case94_killedWithB(step: Transaction.Step) {
        let world = CaseWorld.pair(host: .second)
        world.swap(upTo: step)
        world.kill("B")
        world.release("A")
        world.advance(by: .seconds(30))
        expect(world, a(step), nil)
    }

    /// Where B is owed nothing, not even an acknowledgement, it does not notice: then the broker wakes as the only one, and A
    /// by its own timers. An acknowledgement is owed for 50 ms; in that time *bind* gets through.
    @Test(arguments: swapSteps, [false, true]) func case94_stoppedWithA(step: Transaction.Step, isOwed: Bool) throws {
        let world = CaseWorld.pair(host: .first)
        world.swap(upTo: step)
        if !isOwed { world.advance(by: .milliseconds(60)) }
        let old = try #require(world.broker)
        world.stop("A")
        world.release("B")
        world.advance(by: .seconds(10))
        world.goOn("A", hosting: old)
        world.release("A", "B")
        world.advance(by: .seconds(30))
        let rolledBack: PictureInPictureError? =
            switch step {
            case .prepare: .firstFrameTimeout
            case .restore: .brokerLost
            default: nil
            }
        #expect(
            world.callbacks(of: "A")
                == (rolledBack.map { ["willStart", "failedToStart(\($0.rawValue))"] } ?? Self.forward))
        #expect(world.callbacks(of: "B") == b(step == .bind && !isOwed ? .stop : step))
        world.expectNextSwap()
    }

    @Test(arguments: swapSteps, [false, true]) func case94_stoppedWithB(step: Transaction.Step, isOwed: Bool) throws {
        let world = CaseWorld.pair(host: .second)
        world.swap(upTo: step)
        if !isOwed { world.advance(by: .milliseconds(60)) }
        let old = try #require(world.broker)
        world.stop("B")
        world.release("A")
        world.advance(by: .seconds(10))
        world.goOn("B", hosting: old)
        world.release("A", "B")
        world.advance(by: .seconds(30))
        #expect(world.callbacks(of: "A") == a(step, step == .restore && !isOwed ? .restoreTimedOut : .brokerLost))
        #expect(world.callbacks(of: "B") == b(step == .bind && !isOwed ? .stop : step))
        world.expectNextSwap()
    }
}
