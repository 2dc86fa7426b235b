import OrielPlatform

/// Threads of closed pipelines that had not ended when the pipeline's user went on. Any thread.
enum Stragglers {
    private static let left = Monitor<[(core: PipelineCore, threads: [NamedThread])]>([])

    static func add(_ threads: [NamedThread], of core: PipelineCore) {
        left.withLock { $0.append((core, threads)) }
    }

    /// Joins those that have ended meanwhile, so that the system keeps nothing of them.
    static func join() {
        let ended = left.withLock { left in
            let ended = left.filter { $0.core.state.withLock { $0.runningThreads == 0 } }
            left.removeAll { one in ended.contains { $0.core === one.core } }
            return ended
        }
        for thread in ended.flatMap(\.threads) { thread.join() }
    }
}
