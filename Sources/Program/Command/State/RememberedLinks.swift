/// The user's answers to links that lead to this machine or its network, by host and port.
package struct RememberedLinks: StateFile, Hashable, Sendable {
    package static let file = "links.json"
    /// Maximum number of entries; the oldest are removed.
    private static let limit = 100

    private struct Entry: Codable, Hashable, Sendable {
        var host: String
        var isAllowed: Bool
    }

    /// Entries in the order of their last change.
    private var entries: [Entry] = []

    package init() {}

    /// Whether links may lead to a host; nil if the user wasn't asked.
    package func answer(for host: String) -> Bool? { entries.last { $0.host == host }?.isAllowed }

    /// Stores an answer.
    package mutating func note(_ host: String, isAllowed: Bool) {
        entries.removeAll { $0.host == host }
        entries.append(Entry(host: host, isAllowed: isAllowed))
        entries.removeFirst(max(0, entries.count - Self.limit))
    }
}
