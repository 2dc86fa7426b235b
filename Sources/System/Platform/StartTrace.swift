import CLinux
import Glibc
import Synchronization

/// Timing of a program's start, step by step, until its first frame is presented. Any thread. Off unless `begin` was
/// called; a step then costs one load.
package enum StartTrace {
    private struct Step: Sendable {
        let what: StaticString
        let thread: String
        let time: Duration
    }

    private struct State: Sendable {
        /// CPU time used by the kernel and the dynamic linker before the program's own code.
        var loading: Duration
        var beginning: Duration
        var steps: [Step] = []
    }

    private static let isOn = Atomic(false)
    private static let state = Mutex<State?>(nil)

    /// Starts recording steps; call it before everything else.
    package static func begin() {
        var used = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used)
        let loading = Duration.seconds(used.tv_sec) + .nanoseconds(used.tv_nsec)
        state.withLock { $0 = State(loading: loading, beginning: MonotonicClock.now) }
        isOn.store(true, ordering: .relaxed)
    }

    /// Records that a step is done on the calling thread.
    package static func mark(_ what: StaticString) {
        guard isOn.load(ordering: .relaxed) else { return }
        let step = Step(what: what, thread: name, time: MonotonicClock.now)
        state.withLock { $0?.steps.append(step) }
    }

    /// Ends the recording and returns its table's lines; nil if nothing was recorded or it was already returned.
    package static func finish() -> [String]? {
        guard isOn.exchange(false, ordering: .relaxed), let state = state.withLock({ $0.take() }) else { return nil }
        func text(_ duration: Duration, _ width: Int) -> String {
            let tenths = Int((duration / .milliseconds(0.1)).rounded())
            let number = "\(tenths / 10).\(tenths % 10)"
            return String(repeating: " ", count: max(0, width - number.count)) + number
        }
        var lines = [
            "start: \(text(state.loading, 0)) ms of processor time before the program's own code, then",
            "     ms    step  thread           what is done",
        ]
        var last: [String: Duration] = [:]
        for step in state.steps {
            let since = step.time - (last[step.thread] ?? state.beginning)
            last[step.thread] = step.time
            let padding = String(repeating: " ", count: max(1, 17 - step.thread.utf8.count))
            lines.append(
                "\(text(step.time - state.beginning, 7)) \(text(since, 7))  \(step.thread)\(padding)\(step.what)")
        }
        return lines
    }

    private static var name: String {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: 16) { buffer in
            guard let base = buffer.baseAddress, oriel_get_thread_name(base) == 0 else { return "" }
            return String(cString: base)
        }
    }
}
