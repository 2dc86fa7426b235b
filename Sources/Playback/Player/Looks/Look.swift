import OrielPlatform

/// Work of an `async` call that blocks, on one of a few threads, which all looks share. Swift's own pool of threads
/// isn't used: once it exists, it wakes the process every second.
final class Look<Result: Sendable>: Sendable {
    private struct State {
        var continuation: CheckedContinuation<Result, any Error>?
        var isOver = false
    }
    private let state = Monitor(State())

    private init() {}

    /// Whether the caller's task was cancelled.
    private var isOver: Bool { state.withLock { $0.isOver } }

    /// Runs work, which blocks, when its turn comes. A cancelled call ends at once.
    /// - Parameter work: is asked to look often whether it is cancelled.
    static func run(_ work: @escaping @Sendable (_ isCancelled: () -> Bool) throws -> Result) async throws -> Result {
        let look = Look()
        return try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let isOver = look.state.update { state in
                    if !state.isOver { state.continuation = continuation }
                    return state.isOver
                }
                if isOver { return continuation.resume(throwing: CancellationError()) }
                do throws(PlatformError) {
                    try LookThreads.add {
                        if !look.isOver { look.end(.init { try work { look.isOver } }) }
                    }
                } catch { look.end(.failure(error)) }
            }
        } onCancel: {
            look.end(.failure(CancellationError()))
        }
    }

    private func end(_ result: Swift.Result<Result, any Error>) {
        let waiting = state.update { state in
            defer { state = State(isOver: true) }
            return state.continuation
        }
        waiting?.resume(with: result)
    }
}

/// The threads of looks. Further looks wait, so that a thousand calls need no thousand threads.
private enum LookThreads {
    private static let most = 4
    private static let turns = Monitor((running: 0, waiting: [@Sendable () -> Void]()))

    static func add(_ work: @escaping @Sendable () -> Void) throws(PlatformError) {
        let starts = turns.update { turns in
            turns.waiting.append(work)
            guard turns.running < most else { return false }
            turns.running += 1
            return true
        }
        guard starts else { return }
        do throws(PlatformError) {
            _ = try NamedThread("oriel-look") { while let work = next() { work() } }
        } catch {
            let isAlone = turns.update { turns in
                turns.running -= 1
                if turns.running == 0 { turns.waiting = [] }
                return turns.running == 0
            }
            if isAlone { throw error }
        }
    }

    private static func next() -> (@Sendable () -> Void)? {
        turns.update { turns in
            if turns.waiting.isEmpty {
                turns.running -= 1
                return nil
            }
            return turns.waiting.removeFirst()
        }
    }
}
