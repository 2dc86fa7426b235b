import OrielPlatform
import Testing

@MainActor @Suite struct HandlerListTests {
    @Test func handlersAreCalledInOrderAndEachUserRemovesItsOwn() {
        let list = HandlerList<Int>()
        var calls: [String] = []
        let first = list.append { calls.append("first \($0)") }
        list.append { calls.append("second \($0)") }
        list(1)
        list.remove(first)
        list.remove(first)
        list(2)
        #expect(calls == ["first 1", "second 1", "second 2"])
    }

    @Test func changesDuringACallConcernTheHandlersThatFollow() {
        let list = HandlerList<Void>()
        var calls: [String] = []
        var second: HandlerList<Void>.Token?
        list.append {
            calls.append("first")
            if let second { list.remove(second) }
            list.append { calls.append("third") }
        }
        second = list.append { calls.append("second") }
        list()
        #expect(calls == ["first"])
    }
}
