import Glibc
import OrielPlatform
import Testing

@Suite struct EventLoopTests {
    @Test func timersRunInOrderOfDeadline() throws {
        let loop = try EventLoop()
        var order: [Int] = []
        loop.schedule(after: .milliseconds(6)) { order.append(3) }
        loop.schedule(after: .milliseconds(2)) { order.append(1) }
        let cancelled = loop.schedule(after: .milliseconds(3)) { order.append(2) }
        loop.remove(cancelled)
        while order.count < 2 { loop.turn(limit: .milliseconds(50)) }
        #expect(order == [1, 3])
    }

    @Test func aWakeupFromAnotherThreadTurnsTheLoop() throws {
        let loop = try EventLoop()
        let wakeup = try Wakeup()
        var woken = 0
        try loop.watch(wakeup) {
            woken += 1
            loop.stop()
        }
        let thread = try NamedThread("waker") { for _ in 0..<3 { wakeup.signal() } }
        loop.run()
        thread.join()
        #expect(woken >= 1)
    }

    @Test func sleepIsBracketedInsideHooksAndBeforeHandlers() throws {
        let loop = try EventLoop()
        var order: [String] = []
        let token = loop.aroundSleep(before: { order.append("before") }, after: { order.append("after") })
        loop.beforeSleep { order.append("hook") }
        loop.schedule(after: .zero) { order.append("timer") }
        for _ in 0..<400 where !order.contains("timer") { loop.turn(limit: .milliseconds(50)) }
        #expect(order.prefix(3) == ["hook", "before", "after"] && order.suffix(2) == ["after", "timer"])
        loop.remove(token)
        order = []
        loop.turn(limit: .zero)
        #expect(order == ["hook"])
    }

    /// During another loop's wait nothing is held, and one descriptor reports all events.
    @Test func anotherLoopIsToldHowLongToWaitAndIsWokenByOneDescriptor() throws {
        let loop = try EventLoop()
        let wakeup = try Wakeup()
        var order: [String] = []
        loop.aroundSleep(
            before: { order.append("before") }, after: { order.append("after") }, aside: { order.append("aside") })
        loop.beforeSleep { order.append("hook") }
        try loop.watch(wakeup) { order.append("wakeup") }
        func isReadable(within milliseconds: CInt) -> Bool {
            var waited = pollfd(fd: loop.descriptor, events: Int16(POLLIN), revents: 0)
            return poll(&waited, 1, milliseconds) > 0
        }
        #expect(loop.prepareForWait() == nil && order == ["hook", "aside"])
        #expect(!isReadable(within: 0))
        wakeup.signal()
        #expect(isReadable(within: 0))
        order = []
        loop.turn(limit: .zero)
        #expect(order == ["hook", "before", "after", "wakeup"] && !isReadable(within: 0))
        loop.schedule(after: .milliseconds(20)) { order.append("timer") }
        let limit = try #require(loop.prepareForWait())
        #expect(limit > .zero && limit <= .milliseconds(20))
        #expect(isReadable(within: 20_000))
        #expect(loop.prepareForWait() == .zero)
        loop.turn(limit: .zero)
        #expect(order.last == "timer" && loop.prepareForWait() == nil)
    }

    @Test func signalsAreTheProgramsAgainOnceTheyAreNoLongerHandled() throws {
        var before = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &before)
        let loop = try EventLoop()
        var heard: [CInt] = []
        try loop.handle(signals: [SIGUSR2]) { heard.append($0) }
        pthread_kill(pthread_self(), SIGUSR2)
        loop.turn(limit: .seconds(10))
        #expect(heard == [SIGUSR2])
        loop.stopHandlingSignals()
        var after = sigset_t()
        pthread_sigmask(SIG_BLOCK, nil, &after)
        #expect(sigismember(&after, SIGUSR2) == sigismember(&before, SIGUSR2))
        // A signal blocked by the program itself stays blocked.
        var set = sigset_t()
        sigemptyset(&set)
        sigaddset(&set, SIGUSR2)
        pthread_sigmask(SIG_BLOCK, &set, nil)
        try loop.handle(signals: [SIGUSR2]) { heard.append($0) }
        loop.stopHandlingSignals()
        pthread_sigmask(SIG_BLOCK, nil, &after)
        #expect(sigismember(&after, SIGUSR2) == 1)
        pthread_sigmask(SIG_SETMASK, &before, nil)
        loop.turn(limit: .zero)
        #expect(heard == [SIGUSR2])
    }

    @Test func aSourceRemovedInAHandlerGetsNoEventOfThatTurn() throws {
        let loop = try EventLoop()
        let first = try Wakeup()
        let second = try Wakeup()
        var tokens: [EventLoop.Token] = []
        var calls = 0
        for wakeup in [first, second] {
            tokens.append(
                try loop.watch(wakeup) {
                    calls += 1
                    for token in tokens { loop.remove(token) }
                })
        }
        first.signal()
        second.signal()
        loop.turn(limit: .milliseconds(10))
        loop.turn(limit: .milliseconds(10))
        #expect(calls == 1)
    }

    /// A process that was stopped finds messages and expired timers together; messages come first.
    @Test func whatHasArrivedCountsBeforeWhatHasExpired() throws {
        let loop = try EventLoop()
        let wakeup = try Wakeup()
        var order: [String] = []
        loop.schedule(at: .zero) { order.append("timer") }
        try loop.watch(wakeup) { order.append("message") }
        wakeup.signal()
        loop.turn(limit: .milliseconds(50))
        #expect(order == ["message", "timer"])
    }
}

@Suite struct BoundedQueueTests {
    @Test func aFullQueueBlocksItsProducerUntilReset() throws {
        let queue = BoundedQueue<Int>(capacity: 2)
        let thread = try NamedThread("producer") {
            var value = 0
            while queue.push(value, generation: 0) { value += 1 }
        }
        #expect(queue.pop(generation: 0) == 0)
        #expect(queue.pop(generation: 0) == 1)
        queue.reset(generation: 1)
        thread.join()
        #expect(queue.count == 0)
        #expect(!queue.push(9, generation: 0))
        #expect(queue.push(7, generation: 1))
        #expect(queue.tryPop() == 7)
    }

    @Test func weightBoundsItAsWell() throws {
        let queue = BoundedQueue<Int>(capacity: 8, weightLimit: 10, weight: { $0 })
        // A single element may exceed the weight limit.
        #expect(queue.push(12, generation: 0))
        let thread = try NamedThread("producer") {
            for weight in [4, 6, 1] where !queue.push(weight, generation: 0) { return }
        }
        #expect(queue.tryPop() == 12)
        #expect(queue.pop(generation: 0) == 4)
        #expect(queue.pop(generation: 0) == 6)
        #expect(queue.pop(generation: 0) == 1)
        thread.join()
        queue.waitUntilEmpty(generation: 0)
        #expect(queue.push(10, generation: 0))
        // The element is never taken, but it belongs to an older generation.
        let waiting = try NamedThread("waiting") { queue.waitUntilEmpty(generation: 0) }
        queue.reset(generation: 1)
        waiting.join()
        #expect(queue.push(10, generation: 1))
    }

    @Test func whatWasTakenIsNotKept() throws {
        final class Thing: Sendable {}
        let queue = BoundedQueue<Thing>(capacity: 3)
        for _ in 0..<2 { queue.push(Thing(), generation: 0) }
        weak var taken: Thing?
        taken = queue.peek(1).first
        #expect(taken != nil)
        _ = queue.tryPop()
        #expect(taken == nil && queue.count == 1)
    }

    @Test func closeEndsAWaitingConsumer() throws {
        let queue = BoundedQueue<Int>(capacity: 1)
        let thread = try NamedThread("consumer") { _ = queue.pop(generation: 0) }
        queue.close()
        #expect(thread.join(within: .seconds(30)))
    }
}
