/// Time for which the whole process was stopped: by a signal (SIGSTOP, Ctrl+Z), in a frozen control group, or in a
/// debugger.
///
/// The kernel doesn't tell a process that it was stopped. While a `Beat` exists, a thread shows twice a second that the
/// process runs, and each turn of an event loop does too. If nothing did for `limit`, no thread ran. A main thread that
/// is merely busy is no stop, since the other thread runs on. Without a beat nothing is woken and no stop is noticed.
package final class ProcessStops: Sendable {
    /// The stops of this process.
    package static let shared = ProcessStops()

    /// Interval at which the thread shows that the process runs.
    private static let interval = Duration.milliseconds(500)
    /// Shortest time without a sign of life that counts as a stop.
    package static let limit = Duration.seconds(1)

    private struct State {
        var beats = 0
        var hasThread = false
        /// Host time of the last sign of life; nil while stops aren't noticed.
        var lastSign: Duration?
        var total = Duration.zero

        /// Counts the time since the last sign of life as a stop if it was longer than `limit`.
        mutating func sign(at now: Duration) {
            guard let last = lastSign else { return }
            if now - last >= ProcessStops.limit { total += now - last }
            lastSign = max(last, now)
        }
    }

    /// A wish that stops are noticed, until its release.
    package final class Beat: Sendable {
        private let stops: ProcessStops

        fileprivate init(_ stops: ProcessStops) { self.stops = stops }

        deinit { stops.state.withLock { $0.beats -= 1 } }
    }

    private let state = Monitor(State())
    private let clock: @Sendable () -> Duration

    /// - Parameter clock: host time; replaceable in tests.
    package init(clock: @escaping @Sendable () -> Duration = { MonotonicClock.now }) { self.clock = clock }

    /// Has stops noticed while the result exists. Any thread.
    package func beat() -> Beat {
        let (isIdle, hasThread) = state.withLock { state in
            state.beats += 1
            defer { state.hasThread = true }
            return (state.lastSign == nil, state.hasThread)
        }
        if isIdle { state.update { $0.lastSign = clock() } }
        if !hasThread, (try? NamedThread("oriel-stops") { self.run() }) == nil {
            // Without the thread, the long wait of an event loop would count as a stop.
            state.withLock { ($0.hasThread, $0.lastSign) = (false, nil) }
        }
        return Beat(self)
    }

    /// Duration of all noticed stops. Each call is a sign of life. Any thread.
    package var total: Duration {
        state.withLock { state in
            if state.lastSign != nil { state.sign(at: clock()) }
            return state.total
        }
    }

    private func run() {
        while true {
            state.wait { (state: inout State, _) in state.lastSign == nil ? nil : () }
            while state.withLock({ state in
                state.sign(at: clock())
                if state.beats == 0 { state.lastSign = nil }
                return state.lastSign != nil
            }) {
                _ = state.wait(upTo: Self.interval) { _ in Bool?.none }
            }
        }
    }
}
