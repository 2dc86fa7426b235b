import Glibc
import OrielPlatform

/// Threads that help with work divided into parts. They are started by the first work, sleep between works, and end
/// when idle for long, so that a paused player has none.
///
/// libdispatch's pool would do the same, but wakes a thread once a second from its first use on.
package final class RasterWorkers: Sendable {
    /// State shared with the threads, which keep it alive, but not the workers.
    private struct Work {
        var body: (@Sendable (Int) -> Void)?
        /// Next part to claim, number of parts, and number of unfinished parts.
        var next = 0
        var count = 0
        var remaining = 0
        var threads = 0
        var isClosed = false

        /// Claims a part; nil if none is left.
        mutating func claim() -> Part? {
            guard next < count, let body else { return nil }
            defer { next += 1 }
            return Part(number: next, body: body)
        }
    }

    private struct Part {
        let number: Int
        let body: @Sendable (Int) -> Void
    }

    private let work = Monitor(Work())
    private let limit: Int
    private let idleLimit: Duration

    /// Makes workers without threads.
    /// - Parameters:
    ///   - threads: largest number of threads besides the caller's.
    ///   - idleLimit: time without work after which a thread ends.
    package init(
        threads: Int = max(0, sysconf(CInt(_SC_NPROCESSORS_ONLN)) - 1), idleLimit: Duration = .seconds(5)
    ) {
        limit = min(threads, 7)
        self.idleLimit = idleLimit
    }

    deinit { work.update { $0.isClosed = true } }

    /// Number of parts that can be worked on at once.
    package var width: Int { limit + 1 }
    /// Number of threads that exist now.
    package var threadCount: Int { work.withLock { $0.threads } }

    /// Calls `body` with each number below `parts`, on the caller's thread and the workers, and returns when all are
    /// done. One caller at a time.
    package func perform(parts: Int, _ body: @escaping @Sendable (Int) -> Void) {
        guard parts > 1, limit > 0 else {
            for part in 0..<parts { body(part) }
            return
        }
        let missing = work.update {
            ($0.body, $0.next, $0.count, $0.remaining) = (body, 0, parts, parts)
            let missing = max(0, min(limit, parts - 1) - $0.threads)
            $0.threads += missing
            return missing
        }
        for _ in 0..<missing {
            // If no thread can be started, the existing ones do the work.
            let thread = try? NamedThread("oriel-raster") { [work, idleLimit] in Self.live(work, idleLimit) }
            if thread == nil { work.withLock { $0.threads -= 1 } }
        }
        while let part = work.withLock({ $0.claim() }) { Self.perform(part, of: work) }
        work.wait { $0.remaining == 0 ? () : nil }
        work.withLock { ($0.body, $0.count) = (nil, 0) }
    }

    /// Body of a worker thread.
    private static func live(_ work: Monitor<Work>, _ idleLimit: Duration) {
        while true {
            let isAwaited = work.wait(upTo: idleLimit) { $0.isClosed || $0.next < $0.count ? true : nil } ?? false
            let (part, isLeaving) = work.withLock { work in
                let part = work.isClosed ? nil : work.claim()
                // Other threads may have claimed all parts; and later work must not count on a thread that is ending.
                let isLeaving = part == nil && (work.isClosed || !isAwaited)
                if isLeaving { work.threads -= 1 }
                return (part, isLeaving)
            }
            if let part { perform(part, of: work) }
            if isLeaving { return }
        }
    }

    private static func perform(_ part: Part, of work: Monitor<Work>) {
        part.body(part.number)
        let isLast = work.withLock {
            $0.remaining -= 1
            return $0.remaining == 0
        }
        // The caller may wait for the last part.
        if isLast { work.update { _ in } }
    }
}
