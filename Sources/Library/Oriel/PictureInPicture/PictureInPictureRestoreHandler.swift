import Synchronization

/// Completion handler of one restore. It may be called from any thread; only the first call counts.
final class PictureInPictureRestoreHandler: Sendable {
    private let isAnswered = Mutex(false)
    private let answer: @Sendable (Bool, _ isFirst: Bool) -> Void

    /// - Parameter answer: called for each answer, on its thread; only the first one counts.
    init(_ answer: @escaping @Sendable (Bool, _ isFirst: Bool) -> Void) { self.answer = answer }

    func callAsFunction(_ isRestored: Bool) {
        let isFirst = isAnswered.withLock { isAnswered in
            defer { isAnswered = true }
            return !isAnswered
        }
        answer(isRestored, isFirst)
    }
}
