/// Main-actor interface of the event loop on the main thread; handlers run on the main actor.
@MainActor
public final class MainLoop {
    /// The loop itself, for modules whose handlers have no isolation.
    public let eventLoop: EventLoop

    /// Wraps a loop that is run on the main thread; it must be run nowhere else.
    public init(_ eventLoop: EventLoop) { self.eventLoop = eventLoop }

    /// Makes a loop that also drains the main dispatch queue.
    /// - Throws: where the system refuses a descriptor.
    public convenience init() throws(PlatformError) { self.init(try EventLoop(drainsMainQueue: true)) }

    /// Runs `handler` after each signal of `wakeup`, until `remove`.
    /// - Throws: where the system refuses to watch the descriptor (`epoll_ctl`).
    public func watch(
        _ wakeup: Wakeup, _ handler: @escaping @MainActor () -> Void
    ) throws(PlatformError) -> EventLoop.Token {
        try eventLoop.watch(wakeup) { MainActor.assumeIsolated(handler) }
    }

    /// Runs `handler` once, `delay` from now or as soon after as the loop turns.
    @discardableResult
    public func after(_ delay: Duration, _ handler: @escaping @MainActor () -> Void) -> EventLoop.Token {
        eventLoop.schedule(after: delay) { MainActor.assumeIsolated(handler) }
    }

    /// Runs `handler` once, at host time `deadline` (`CLOCK_MONOTONIC`) or as soon after as the loop turns.
    @discardableResult
    public func at(_ deadline: Duration, _ handler: @escaping @MainActor () -> Void) -> EventLoop.Token {
        eventLoop.schedule(at: deadline) { MainActor.assumeIsolated(handler) }
    }

    /// Makes the loop turn at host time `deadline`, so that the before-sleep hooks run then.
    public func wake(at deadline: Duration) { eventLoop.schedule(at: deadline) {} }

    /// Runs `hook` once per turn, after events and before sleeping, until `remove`.
    @discardableResult
    public func beforeSleep(_ hook: @escaping @MainActor () -> Void) -> EventLoop.Token {
        eventLoop.beforeSleep { MainActor.assumeIsolated(hook) }
    }

    /// Runs `handler` after the process was stopped and continued; see `EventLoop.afterStop(_:)`.
    package func afterStop(_ handler: @escaping @MainActor (Duration) -> Void) -> EventLoop.Token {
        eventLoop.afterStop { stop in MainActor.assumeIsolated { handler(stop) } }
    }

    /// Runs `handler` for each of these signals, which are blocked in the calling thread; see
    /// `EventLoop.handle(signals:_:)`.
    /// - Throws: where the system refuses a descriptor (`signalfd`).
    public func handle(
        signals: [CInt], _ handler: @escaping @MainActor (CInt) -> Void
    ) throws(PlatformError) {
        try eventLoop.handle(signals: signals) { signal in MainActor.assumeIsolated { handler(signal) } }
    }

    /// Ends a registration. Unknown and ended tokens are ignored.
    public func remove(_ token: EventLoop.Token) { eventLoop.remove(token) }
}
