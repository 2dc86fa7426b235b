import OrielPlatform

/// Threads of closed pipelines that had not ended when `close()` returned. Any thread.
package enum Stragglers {
    private static let left = Monitor<[(core: PipelineCore, threads: [NamedThread])]>([])

    /// Keeps the threads of a closed pipeline to be joined later.
    static func add(_ threads: [NamedThread], of core: PipelineCore) {
        left.withLock { $0.append((core, threads)) }
    }

    /// Joins the threads that have ended since, so that the system frees them.
    package static func join() {
        let ended = left.withLock { left in
            let ended = left.filter { $0.core.state.withLock { $0.runningThreads == 0 } }
            left.removeAll { one in ended.contains { $0.core === one.core } }
            return ended
        }
        for thread in ended.flatMap(\.threads) { thread.join() }
    }
}
