import Oriel
import OrielPlatform

extension Stage {
    /// Lets time pass: playback, timers, animations. The virtual clock needs no waiting for it.
    /// - Parameter time: not negative.
    public func advance(by time: Duration) async {
        guard host.isVirtual else { return await wait(time) }
        await drain()
        var left = time
        // Long times pass in larger steps, which are shorter than what counts as a stop of the process.
        let step = min(max(Stage.stride, time / 100), .milliseconds(500))
        while left > .zero {
            await pass(min(step, left))
            left -= step
        }
    }

    /// Waits until nothing is on its way: no transition, opening, seek or buffering, at most five seconds. The virtual
    /// clock moves on meanwhile by as much as animations take.
    public func settle() async {
        await drain()
        // A real compositor has to say what it is doing.
        if !host.isVirtual { await wait(.milliseconds(100)) }
        await pass(
            Stage.stride, until: { !self.application.shownViews.contains(where: \.isUnsettled) },
            within: .seconds(5))
        // Frames and callbacks that the last change has brought.
        for _ in 0..<2 { await pass(Stage.refresh) }
    }

    /// Lets time pass until a condition holds.
    /// - Parameters:
    ///   - limit: time after which to give up.
    ///   - condition: checked after each step of 16 milliseconds.
    /// - Returns: false if it doesn't hold then.
    @discardableResult
    public func until(within limit: Duration = .seconds(10), _ condition: @MainActor () -> Bool) async -> Bool {
        await drain()
        await pass(until: condition, within: limit)
        return condition()
    }

    /// Lets time pass until calls with `async` have returned, such as `try await controller.start()`. A test that
    /// awaits them by itself waits for ever: nothing moves meanwhile.
    /// - Throws: errors of `body`; `StageError` if it hasn't returned after ten seconds.
    public func during<Result: Sendable>(
        _ body: @escaping @MainActor () async throws -> Result
    ) async throws -> Result {
        var result: Swift.Result<Result, any Error>?
        let task = Task {
            do { result = .success(try await body()) } catch { result = .failure(error) }
        }
        await until { result != nil }
        task.cancel()
        guard let result else { throw StageError("a call has not returned after ten seconds") }
        return try result.get()
    }

    private static let refresh = Duration.milliseconds(16)
    /// Time between two frames where no condition is waited for: each is drawn in full.
    private static let stride = refresh * 4

    private func pass(
        _ step: Duration = Stage.refresh, until condition: () -> Bool, within limit: Duration
    ) async {
        var passed = Duration.zero
        while !condition(), passed < limit {
            await pass(step)
            passed += step
        }
    }

    /// Lets a time pass that is no longer than an animation's step.
    private func pass(_ time: Duration) async {
        guard host.isVirtual else { return await wait(time) }
        MonotonicClock.held = MonotonicClock.now + time
        host.refresh()
        await drain()
    }

    private func wait(_ time: Duration) async {
        let end = MonotonicClock.now + time
        repeat { _ = await turn(limit: max(.zero, end - MonotonicClock.now)) } while MonotonicClock.now < end
    }

    /// Runs turns until nothing is due and Oriel's other threads rest.
    /// A thread that never rests is waited for half a second.
    func drain() async {
        guard host.isVirtual else { return await wait(.milliseconds(1)) }
        var patience = 500
        for _ in 0..<Stage.mostTurns {
            if await turn(limit: .zero) { continue }
            // In this order: what a thread has sent before it rests is seen.
            let isResting = ThreadList.isResting
            if await turn(limit: isResting ? .zero : .milliseconds(1)) { continue }
            if isResting || patience == 0 { return }
            patience -= 1
        }
    }

    /// More turns than any event of an app takes.
    private static let mostTurns = 1000
}
