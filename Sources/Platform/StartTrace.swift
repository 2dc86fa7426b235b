import CLinux
import Glibc
import Synchronization

/// What a start takes, step by step, until its first picture is seen. Any thread; off unless `begin` was called, and then a
/// step costs one load.
package enum StartTrace {
    private struct Step: Sendable {
        let what: StaticString
        let thread: String
        let time: Duration
    }

    private struct State: Sendable {
        /// The processor time that the system and the loader of libraries took before the program's own code.
        var loading: Duration
        var beginning: Duration
        var steps: [Step] = []
    }

    private static let isOn = Atomic(false)
    private static let state = Mutex<State?>(nil)

    /// From now on steps are noted; to be called first of all.
    package static func begin() {
        var used = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &used)
        let loading = Duration.seconds(used.tv_sec) + .nanoseconds(used.tv_nsec)
        state.withLock { $0 = State(loading: loading, beginning: MonotonicClock.now) }
        isOn.store(true, ordering: .relaxed)
    }

    /// Something is done, on this thread.
    package static func mark(_ what: StaticString) {
        guard isOn.load(ordering: .relaxed) else { return }
        let step = Step(what: what, thread: name, time: MonotonicClock.now)
        state.withLock { $0?.steps.append(step) }
    }

    /// The lines of a table of all steps, once; nil where there is none, or was told already.
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
