/// When something that fails is tried again: soon at first, then ever more rarely, for as long as it takes.
package struct Backoff: Hashable, Sendable {
    /// Nothing is tried before; nil where nothing failed.
    package private(set) var nextTry: Duration?
    /// How often it failed since it last went well.
    package private(set) var failures = 0
    private var delay = shortest

    package init() {}

    package static let shortest = Duration.milliseconds(10)
    package static let longest = Duration.seconds(5)

    /// It failed at host time `now`.
    package mutating func failed(at now: Duration) {
        nextTry = now + delay
        failures += 1
        delay = min(delay * 2, Self.longest)
    }

    /// It went well: the next failure is a first one.
    package mutating func succeeded() { self = Backoff() }

    /// Whether it may be tried at host time `now`.
    package func mayTry(at now: Duration) -> Bool { nextTry.map { $0 <= now } ?? true }
}
