import Glibc
import OrielPlatform

/// A few threads that help with work that comes in parts. They are started by the first work, sleep in between, and end
/// where none comes for long, so that a paused player has none.
package final class RasterWorkers: Sendable {
    /// What the threads share. They keep it, and not the workers, so that these can go.
    private struct Work {
        var body: (@Sendable (Int) -> Void)?
        /// The next part to be claimed, the number of them, and those not yet done.
        var next = 0
        var count = 0
        var remaining = 0
        var threads = 0
        var isClosed = false

        /// A part to be done, if one is left.
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

    /// - Parameters:
    ///   - threads: how many there are at most, beside the caller's.
    ///   - idleLimit: how long they wait for work before they end.
    package init(
        threads: Int = max(0, sysconf(CInt(_SC_NPROCESSORS_ONLN)) - 1), idleLimit: Duration = .seconds(5)
    ) {
        limit = min(threads, 7)
        self.idleLimit = idleLimit
    }

    deinit { work.update { $0.isClosed = true } }

    /// How many parts can be worked on at once.
    package var width: Int { limit + 1 }
    /// Threads that exist now.
    package var threadCount: Int { work.withLock { $0.threads } }

    /// Calls `body` with each number below `parts`, on the caller's thread and on those that are free, and returns when
    /// all are done. One caller at a time.
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
            // Where the system gives no more threads, those that are there do the work.
            let thread = try? NamedThread("oriel-raster") { [work, idleLimit] in Self.live(work, idleLimit) }
            if thread == nil { work.withLock { $0.threads -= 1 } }
        }
        while let part = work.withLock({ $0.claim() }) { Self.perform(part, of: work) }
        work.wait { $0.remaining == 0 ? () : nil }
        work.withLock { ($0.body, $0.count) = (nil, 0) }
    }

    /// A thread's life.
    private static func live(_ work: Monitor<Work>, _ idleLimit: Duration) {
        while true {
            let isAwaited = work.wait(upTo: idleLimit) { $0.isClosed || $0.next < $0.count ? true : nil } ?? false
            let (part, isLeaving) = work.withLock { work in
                let part = work.isClosed ? nil : work.claim()
                // Others may have been quicker; and work that comes from now on doesn't count on one that leaves.
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
        // The caller may wait for it.
        if isLast { work.update { _ in } }
    }
}
