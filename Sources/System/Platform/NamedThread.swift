import CLinux
import Glibc
import Synchronization
import SystemPackage

/// A named OS thread with all signals blocked, joined by `join()`. If the object is released without a join, the thread
/// runs on detached.
public final class NamedThread: @unchecked Sendable {  // `thread` is written once, before the initialiser returns.
    private var thread = pthread_t()
    private let isJoined = Atomic(false)

    private final class Start {
        let name: String
        let body: @Sendable () -> Void
        init(name: String, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.body = body
        }
    }

    /// Starts a thread that runs `body`. `name` is shown by `top -H`, cut to 15 bytes.
    /// - Throws: `PlatformError` if no more threads can be created (`pthread_create`).
    public init(_ name: String, _ body: @escaping @Sendable () -> Void) throws(PlatformError) {
        var everything = sigset_t()
        var before = sigset_t()
        sigfillset(&everything)
        pthread_sigmask(SIG_SETMASK, &everything, &before)
        let start = Unmanaged.passRetained(Start(name: name, body: body))
        let status = pthread_create(
            &thread, nil,
            { argument in
                guard let argument else { return nil }
                let start = Unmanaged<Start>.fromOpaque(argument).takeRetainedValue()
                oriel_set_thread_name(pthread_self(), String(start.name.prefix(15)))
                start.body()
                return nil
            }, start.toOpaque())
        pthread_sigmask(SIG_SETMASK, &before, nil)
        guard status == 0 else {
            start.release()
            isJoined.store(true, ordering: .releasing)
            throw PlatformError("pthread_create", Errno(rawValue: status), subject: name)
        }
        // Until the thread runs, and names itself, it would have its creator's name.
        oriel_set_thread_name(thread, String(name.prefix(15)))
    }

    deinit { if !isJoined.load(ordering: .acquiring) { pthread_detach(thread) } }

    /// Waits for the body to end, at most for `limit`. Must not be called after `join()`.
    /// - Returns: true if it has ended. Otherwise the thread runs on, and may be joined later or released.
    public func join(within limit: Duration) -> Bool {
        guard !isJoined.load(ordering: .acquiring) else { return true }
        let deadline = MonotonicClock.kernelTime(of: MonotonicClock.now + max(.zero, limit))
        guard oriel_join_thread(thread, deadline.nanoseconds) == 0 else { return false }
        isJoined.store(true, ordering: .releasing)
        return true
    }

    /// Waits for the body to end. At most once per thread.
    public func join() {
        pthread_join(thread, nil)
        isJoined.store(true, ordering: .releasing)
    }
}
