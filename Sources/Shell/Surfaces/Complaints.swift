/// Filters repeated log messages: one that recurs at each frame is logged once, and again only after it was absent for
/// 10 s.
package struct Complaints: Hashable, Sendable {
    /// Host time at which each message was last reported, logged or not.
    private var said: [String: Duration] = [:]

    package init() {}

    package static let silence = Duration.seconds(10)
    private static let limit = 16

    /// Whether to log a message at host time `now`; also notes that it was reported.
    package mutating func isNews(_ sentence: String, at now: Duration) -> Bool {
        let last = said[sentence]
        // Messages that differ only in a number could become many.
        if last == nil, said.count >= Self.limit { said = said.filter { now - $0.value < Self.silence } }
        if last == nil, said.count >= Self.limit { return false }
        said[sentence] = now
        return last.map { now - $0 >= Self.silence } ?? true
    }
}
