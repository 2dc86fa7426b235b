import COriel
import Synchronization

/// Open questions to a program, which it answers later: from any thread, once.
final class Questions: Sendable {
    private struct State {
        var last: UInt64 = 0
        var answers: [UInt64: @Sendable (Bool) -> Void] = [:]
    }
    private static let limit: UInt64 = 64
    private let state = Mutex(State())

    /// - Returns: the question's number.
    func ask(_ answer: @escaping @Sendable (Bool) -> Void) -> UInt64 {
        state.withLock { state in
            state.last += 1
            state.answers[state.last] = answer
            // Cancelled and late questions are never answered.
            if state.last > Self.limit { state.answers[state.last - Self.limit] = nil }
            return state.last
        }
    }

    func answer(_ number: UInt64, _ answer: Bool) throws(Failure) {
        guard let question = state.withLock({ $0.answers.removeValue(forKey: number) }) else {
            throw Failure(ORIEL_ERROR_ARGUMENT, "the request \(number) was answered already, or never made")
        }
        question(answer)
    }
}
