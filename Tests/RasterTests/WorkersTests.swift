import OrielRaster
import Synchronization
import Testing

struct WorkersTests {
    private final class Counts: Sendable {
        let done: Mutex<[Int]>
        init(_ count: Int) { done = Mutex([Int](repeating: 0, count: count)) }
    }

    @Test(arguments: [0, 1, 3])
    func eachPartIsDoneOnce(_ threads: Int) {
        let workers = RasterWorkers(threads: threads)
        for parts in [0, 1, 2, 5, 40] {
            for _ in 0..<20 {
                let counts = Counts(parts)
                workers.perform(parts: parts) { part in counts.done.withLock { $0[part] += 1 } }
                #expect(counts.done.withLock { $0 } == [Int](repeating: 1, count: parts))
            }
        }
        #expect(workers.threadCount <= threads)
    }

    @Test func noThreadIsStartedForOnePart() {
        let workers = RasterWorkers(threads: 2)
        workers.perform(parts: 1) { _ in }
        #expect(workers.threadCount == 0)
        workers.perform(parts: 2) { _ in }
        #expect(workers.threadCount == 1)
    }

    @Test func threadsGoWhenNothingComes() async throws {
        let workers = RasterWorkers(threads: 2, idleLimit: .milliseconds(1))
        workers.perform(parts: 4) { _ in }
        let clock = ContinuousClock()
        let limit = clock.now + .seconds(20)
        while workers.threadCount > 0, clock.now < limit { try await clock.sleep(for: .milliseconds(1)) }
        #expect(workers.threadCount == 0)
        // The threads start again.
        let counts = Counts(4)
        workers.perform(parts: 4) { part in counts.done.withLock { $0[part] += 1 } }
        #expect(counts.done.withLock { $0 } == [1, 1, 1, 1])
    }
}
