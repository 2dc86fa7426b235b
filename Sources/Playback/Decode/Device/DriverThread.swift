import DequeModule
import Glibc
import OrielPlatform
import Synchronization

/// The thread on which one device's driver is called, since a call may never return. Any thread may ask it.
///
/// A call that isn't back in time is given up: its caller goes on, and gets nothing from this thread any more. Should
/// the driver return, the thread makes the remaining calls, which free what was made, and ends.
final class DriverThread: Sendable {
    private struct State: Sendable {
        var calls: Deque<@Sendable () -> Void> = []
        var isLate = false
        var isOver = false
        var thread: pthread_t?
    }

    /// Paths of the devices whose driver was given up and hasn't returned.
    private static let stuck = Mutex<Set<String>>([])

    private let state = Monitor(State())
    private let path: String

    /// Starts the thread of a device.
    init(_ path: String) throws(PlatformError) {
        self.path = path
        _ = try NamedThread("oriel-hwdec") { [state] in
            state.withLock { $0.thread = pthread_self() }
            while let call = Self.next(state) { call() }
        }
    }

    deinit { state.update { $0.isOver = true } }

    private static func next(_ state: Monitor<State>) -> (@Sendable () -> Void)? {
        state.wait { state -> (@Sendable () -> Void)?? in
            if let call = state.calls.popFirst() { return .some(call) }
            return state.isOver ? .some(nil) : nil
        }
    }

    /// Whether the driver of a device was given up and hasn't returned.
    static func isStuck(_ path: String) -> Bool { stuck.withLock { $0.contains(path) } }

    /// Whether the caller runs on this thread.
    var isCurrent: Bool { state.withLock(\.thread) == pthread_self() }

    /// Makes a call after those before it, without waiting for it.
    func post(_ call: @escaping @Sendable () -> Void) { state.update { $0.calls.append(call) } }

    /// Makes a call and waits for its result, at most for `limit`; nil if it isn't back by then, or if an earlier one
    /// wasn't.
    func call<Result: Sendable>(within limit: Duration, _ body: @escaping @Sendable () -> Result) -> Result? {
        guard !state.withLock(\.isLate) else { return nil }
        let answer = Monitor<Result?>(nil)
        post {
            let result = body()
            answer.update { $0 = result }
        }
        if let result = answer.wait(upTo: limit, { $0 }) { return result }
        state.withLock { $0.isLate = true }
        Self.stuck.withLock { _ = $0.insert(path) }
        post { [path] in Self.stuck.withLock { _ = $0.remove(path) } }
        return nil
    }
}
