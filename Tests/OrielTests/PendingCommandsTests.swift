import Oriel
import OrielSceneHandoff
import Testing

@Suite struct PendingCommandsTests {
    private final class Log { var lines: [String] = [] }

    private func commands(_ goals: [CommandGoal], _ log: Log) -> PendingCommands {
        var commands = PendingCommands()
        for goal in goals { commands.wait(for: goal) { log.lines.append("\(goal): \($0.map { "\($0)" } ?? "done")") } }
        return commands
    }

    @Test func eachCommandIsAnsweredOnceAndInOrder() {
        let log = Log()
        var commands = commands([.sought, .started, .sought], log)
        for reply in commands.take(.sought) { reply(nil) }
        #expect(log.lines == ["sought: done", "sought: done"] && commands.take(.sought).isEmpty)
        for reply in commands.takeAll() { reply(.failed("closed")) }
        #expect(log.lines.count == 3 && log.lines[2].hasPrefix("started: ") && commands.isEmpty)
    }

    @Test func commandsOfATransitionMoveWithIt() {
        let log = Log()
        var old = commands([.started, .sought, .stopped], log)
        var new = commands([.sought], log)
        new.move([.started, .stopped], from: &old)
        #expect(old.take(.started).isEmpty && old.take(.stopped).isEmpty && old.take(.sought).count == 1)
        #expect(new.take(.started).count == 1 && new.take(.stopped).count == 1 && new.take(.sought).count == 1)
    }
}
