/// A timer that runs once, and that its owner sets and cancels time and again.
package final class LoopTimer {
    private var pending: (time: Duration, loop: EventLoop, token: EventLoop.Token)?

    package init() {}

    /// Host time to which the timer is set; nil if it isn't, or has run.
    package var time: Duration? { pending?.time }
    package var isSet: Bool { pending != nil }

    /// Runs a handler at host time `deadline`, in place of what the timer was set to before.
    package func set(on loop: EventLoop, at deadline: Duration, _ handler: @escaping () -> Void) {
        cancel()
        let token = loop.schedule(at: deadline) { [weak self] in
            self?.pending = nil
            handler()
        }
        pending = (deadline, loop, token)
    }

    /// Runs a handler `delay` from now, in place of what the timer was set to before.
    package func set(on loop: EventLoop, after delay: Duration, _ handler: @escaping () -> Void) {
        set(on: loop, at: MonotonicClock.now + delay, handler)
    }

    /// Sets the timer to a time, unless that is what it is set to; nil for none.
    package func keep(on loop: EventLoop, at time: Duration?, _ handler: @escaping () -> Void) {
        guard time != pending?.time else { return }
        if let time { set(on: loop, at: time, handler) } else { cancel() }
    }

    package func cancel() {
        if let pending { pending.loop.remove(pending.token) }
        pending = nil
    }
}

@MainActor
extension LoopTimer {
    /// As on an `EventLoop`.
    package func set(on loop: MainLoop, at deadline: Duration, _ handler: @escaping @MainActor () -> Void) {
        set(on: loop.eventLoop, at: deadline) { MainActor.assumeIsolated(handler) }
    }

    /// As on an `EventLoop`.
    package func set(on loop: MainLoop, after delay: Duration, _ handler: @escaping @MainActor () -> Void) {
        set(on: loop.eventLoop, after: delay) { MainActor.assumeIsolated(handler) }
    }

    /// As on an `EventLoop`.
    package func keep(on loop: MainLoop, at time: Duration?, _ handler: @escaping @MainActor () -> Void) {
        keep(on: loop.eventLoop, at: time) { MainActor.assumeIsolated(handler) }
    }
}
