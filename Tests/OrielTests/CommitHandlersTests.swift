import OrielSurfaces
import Testing

@Suite struct CommitHandlersTests {
    private final class Log { var calls: [String] = [] }

    @Test func handlersAreForOneCommitAndTheFirstFrameComesLast() {
        let log = Log()
        var handlers = CommitHandlers()
        handlers.first = { log.calls.append("first frame") }
        handlers.append { log.calls.append("one") }
        handlers.append { log.calls.append("two") }
        for handler in handlers.take(hasFrame: false) { handler() }
        #expect(log.calls == ["one", "two"])
        handlers.append { log.calls.append("three") }
        for handler in handlers.take(hasFrame: true) { handler() }
        #expect(log.calls == ["one", "two", "three", "first frame"])
        let rest = handlers.take(hasFrame: true)
        #expect(rest.isEmpty)
    }
}
