/// Retry delay of an operation that fails: 10 ms after the first failure, doubled with each further one up to 5 s.
package struct Backoff: Hashable, Sendable {
    /// Host time before which no attempt is made; nil after a success.
    package private(set) var nextTry: Duration?
    /// Failures since the last success.
    package private(set) var failures = 0
    private var delay = shortest

    package init() {}

    package static let shortest = Duration.milliseconds(10)
    package static let longest = Duration.seconds(5)

    /// Notes a failure at host time `now`, and sets the time of the next attempt.
    package mutating func failed(at now: Duration) {
        nextTry = now + delay
        failures += 1
        delay = min(delay * 2, Self.longest)
    }

    /// Notes a success: the next failure counts as the first.
    package mutating func succeeded() { self = Backoff() }

    /// Whether an attempt may be made at host time `now`.
    package func mayTry(at now: Duration) -> Bool { nextTry.map { $0 <= now } ?? true }
}
