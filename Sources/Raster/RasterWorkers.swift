import Glibc
import OrielPlatform

/// A few threads that help with work that comes in parts. They are started by the first work, sleep in between, and end
/// where none comes for long, so that a paused player has none.
package final class RasterWorkers: Sendable {
    /// What the threads share. They keep it, and not the workers, so that these can go.
    private final class Shared: @unchecked Sendable {  // Guarded by `mutex`.
        let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
        let changed = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
        var body: (@Sendable (Int) -> Void)?
        /// The next part to be claimed, the number of them, and those not yet done.
        var next = 0
        var count = 0
        var remaining = 0
        var threads = 0
        var isClosed = false

        init() {
            pthread_mutex_init(mutex, nil)
            var attributes = pthread_condattr_t()
            pthread_condattr_init(&attributes)
            pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
            pthread_cond_init(changed, &attributes)
            pthread_condattr_destroy(&attributes)
        }

        deinit {
            pthread_cond_destroy(changed)
            pthread_mutex_destroy(mutex)
            changed.deallocate()
            mutex.deallocate()
        }

        func locked<R>(_ body: () -> R) -> R {
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return body()
        }

        /// Does a part if there is one left. The mutex is held, but not while the part is done.
        func doPart() -> Bool {
            guard next < count, let body else { return false }
            let part = next
            next += 1
            pthread_mutex_unlock(mutex)
            body(part)
            pthread_mutex_lock(mutex)
            remaining -= 1
            if remaining == 0 { pthread_cond_broadcast(changed) }
            return true
        }

        /// A thread's life.
        func run(idleLimit: Duration) {
            locked {
                // A thread that overslept looks once more, for work may have come while it woke.
                while !isClosed {
                    if !doPart(), !wait(upTo: idleLimit), !doPart() { break }
                }
                threads -= 1
                pthread_cond_broadcast(changed)
            }
        }

        /// False once the time is over. The mutex is held.
        func wait(upTo limit: Duration) -> Bool {
            var deadline = timespec()
            clock_gettime(CLOCK_MONOTONIC, &deadline)
            let nanoseconds = deadline.tv_nsec + Int(limit.components.attoseconds / 1_000_000_000)
            deadline.tv_sec += Int(limit.components.seconds) + nanoseconds / 1_000_000_000
            deadline.tv_nsec = nanoseconds % 1_000_000_000
            return pthread_cond_timedwait(changed, mutex, &deadline) != ETIMEDOUT
        }
    }

    private let shared = Shared()
    private let limit: Int
    private let idleLimit: Duration

    /// - Parameters:
    ///   - threads: how many there are at most, beside the caller's.
    ///   - idleLimit: how long they wait for work before they end.
    package init(
        threads: Int = max(0, sysconf(CInt(_SC_NPROCESSORS_ONLN)) - 1), idleLimit: Duration = .seconds(5)
    ) {
        limit = min(threads, 7)
        self.idleLimit = idleLimit
    }

    deinit {
        shared.locked {
            shared.isClosed = true
            _ = pthread_cond_broadcast(shared.changed)
        }
    }

    /// How many parts can be worked on at once.
    package var width: Int { limit + 1 }
    /// Threads that exist now.
    package var threadCount: Int { shared.locked { shared.threads } }

    /// Calls `body` with each number below `parts`, on the caller's thread and on those that are free, and returns when
    /// all are done. One caller at a time.
    package func perform(parts: Int, _ body: @escaping @Sendable (Int) -> Void) {
        guard parts > 1, limit > 0 else {
            for part in 0..<parts { body(part) }
            return
        }
        let missing = shared.locked {
            (shared.body, shared.next, shared.count, shared.remaining) = (body, 0, parts, parts)
            let missing = max(0, min(limit, parts - 1) - shared.threads)
            shared.threads += missing
            pthread_cond_broadcast(shared.changed)
            return missing
        }
        for _ in 0..<missing {
            // Where the system gives no more threads, those that are there do the work.
            let thread = try? NamedThread("oriel-raster") { [shared, idleLimit] in shared.run(idleLimit: idleLimit) }
            if thread == nil { shared.locked { shared.threads -= 1 } }
        }
        shared.locked {
            while shared.doPart() {}
            while shared.remaining > 0 { pthread_cond_wait(shared.changed, shared.mutex) }
            (shared.body, shared.count) = (nil, 0)
        }
    }
}
