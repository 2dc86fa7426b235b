import CLinux
import Glibc

/// A value shared by several threads, with waits for a condition on it (pthread mutex and condition variable). Every
/// `update` wakes the waiting threads, which check their conditions again.
package final class Monitor<Value>: @unchecked Sendable {  // `value` is guarded by `mutex`.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        changed = .allocate(capacity: 1)
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

    /// Reads the value, or changes a part that no waiting thread depends on. Wakes no thread.
    package func withLock<R>(_ body: (inout Value) -> R) -> R {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return body(&value)
    }

    /// Changes the value and wakes the waiting threads.
    package func update<R>(_ body: (inout Value) -> R) -> R {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(changed)
            pthread_mutex_unlock(mutex)
        }
        return body(&value)
    }

    /// Waits until `body` returns a value, then wakes the other waiting threads, since `body` may have changed the
    /// shared value.
    package func wait<R>(_ body: (inout Value) -> R?) -> R {
        wait { value, wakesOthers in
            wakesOthers = true
            return body(&value)
        }
    }

    /// Waits until `body` returns a value; wakes the other threads only if `body` sets its second argument. A needless
    /// wake-up costs two context switches.
    package func wait<R>(_ body: (inout Value, inout Bool) -> R?) -> R {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            var wakesOthers = false
            if let result = body(&value, &wakesOthers) {
                if wakesOthers { pthread_cond_broadcast(changed) }
                return result
            }
            pthread_cond_wait(changed, mutex)
        }
    }

    /// Waits until `body` returns a value, at most for `limit`; nil on timeout.
    package func wait<R>(upTo limit: Duration, _ body: (inout Value) -> R?) -> R? {
        var deadline = timespec()
        clock_gettime(CLOCK_MONOTONIC, &deadline)
        let nanoseconds = deadline.tv_nsec + Int(limit.components.attoseconds / 1_000_000_000)
        deadline.tv_sec += Int(limit.components.seconds) + nanoseconds / 1_000_000_000
        deadline.tv_nsec = nanoseconds % 1_000_000_000
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = body(&value) {
                pthread_cond_broadcast(changed)
                return result
            }
            if pthread_cond_timedwait(changed, mutex, &deadline) == ETIMEDOUT { return body(&value) }
        }
    }
}
