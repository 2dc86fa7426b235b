extension PictureInPictureSession {
    /// The effects of the current event, and the timers that they arm and cancel.
    struct Output: Hashable, Sendable {
        private(set) var timers: [ArmedTimer] = []
        /// Number of the last timer.
        private var generation: UInt32 = 0
        /// Effects of the current call of `handle`; empty between calls.
        private var effects: [Effect] = []

        mutating func emit(_ effect: Effect?) {
            if let effect { effects.append(effect) }
        }

        /// Returns the effects since the last call.
        mutating func take() -> [Effect] {
            defer { effects = [] }
            return effects
        }

        mutating func arm(_ timer: Timer, after duration: Duration) {
            timers.removeAll { $0.timer == timer }
            generation &+= 1
            timers.append(ArmedTimer(timer: timer, generation: generation))
            emit(.arm(timer, after: duration, generation: generation))
        }

        mutating func cancel(_ cancelled: Timer...) {
            for timer in cancelled where isArmed(timer) {
                timers.removeAll { $0.timer == timer }
                emit(.cancel(timer))
            }
        }

        mutating func cancelAllTimers() {
            for armed in timers { emit(.cancel(armed.timer)) }
            timers = []
        }

        func isArmed(_ timer: Timer) -> Bool { timers.contains { $0.timer == timer } }

        /// Removes a timer that ran out; false if it was cancelled or armed again meanwhile.
        mutating func end(_ timer: Timer, _ generation: UInt32) -> Bool {
            guard let index = timers.firstIndex(of: ArmedTimer(timer: timer, generation: generation)) else {
                return false
            }
            timers.remove(at: index)
            return true
        }
    }
}
