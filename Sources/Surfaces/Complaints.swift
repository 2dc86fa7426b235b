/// What was said already: a fault that shows at each frame is said once, and again only after it was away for a while.
package struct Complaints: Hashable, Sendable {
    /// When each sentence was called for last.
    private var said: [String: Duration] = [:]

    package init() {}

    package static let silence = Duration.seconds(10)
    private static let limit = 16

    /// Whether a sentence is to be said at host time `now`.
    package mutating func isNews(_ sentence: String, at now: Duration) -> Bool {
        let last = said[sentence]
        // Sentences that differ in a number each could become many.
        if last == nil, said.count >= Self.limit { said = said.filter { now - $0.value < Self.silence } }
        if last == nil, said.count >= Self.limit { return false }
        said[sentence] = now
        return last.map { now - $0 >= Self.silence } ?? true
    }
}
