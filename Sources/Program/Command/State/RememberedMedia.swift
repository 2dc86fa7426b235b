/// The media played last, for the list in an empty window.
package struct RememberedMedia: StateFile, Hashable, Sendable {
    package static let file = "recent.json"
    /// Maximum number of entries; the oldest are removed.
    private static let limit = 20
    /// Longest title, in characters, and longest name of a medium, in bytes.
    private static let (longestTitle, longestName) = (200, 4096)
    /// Longest time in seconds.
    private static let longest = 1e9

    package struct Entry: Codable, Hashable, Sendable {
        package var medium: String
        package var title: String
        /// Position in seconds.
        package var seconds: Double
        /// Duration in seconds; nil if it is unknown.
        package var duration: Double?
    }

    /// Entries in the order of their last change.
    package private(set) var entries: [Entry] = []

    package init() {}

    package init(from folder: StateFolder?) {
        self = folder?.read(Self.self, from: Self.file) ?? Self()
        // A file may come from anywhere; numbers out of range would trap later.
        entries = entries.suffix(Self.limit).filter { entry in
            let times = [entry.seconds, entry.duration ?? 0]
            return Self.isKept(entry.medium) && times.allSatisfy { (0...Self.longest).contains($0) }
        }
    }

    /// Stores a medium; one that is stored already is renewed.
    package mutating func note(_ medium: String, title: String, at position: Duration, of duration: Duration?) {
        guard Self.isKept(medium) else { return }
        func seconds(_ time: Duration) -> Double {
            let seconds = (time / .seconds(1) * 1000).rounded() / 1000
            return min(max(seconds.isFinite ? seconds : 0, 0), Self.longest)
        }
        entries.removeAll { $0.medium == medium }
        entries.append(
            Entry(
                medium: medium, title: String(title.prefix(Self.longestTitle)), seconds: seconds(position),
                duration: duration.map(seconds)))
        entries.removeFirst(max(0, entries.count - Self.limit))
    }

    package mutating func remove(_ media: [String]) {
        entries.removeAll { media.contains($0.medium) }
    }

    /// Brings back a former list; media that were noted since come after it.
    package mutating func restore(_ former: RememberedMedia) {
        let news = entries.filter { !former.entries.contains($0) }
        let old = former.entries.filter { entry in !news.contains { $0.medium == entry.medium } }
        entries = (old + news).suffix(Self.limit)
    }

    /// Whether a medium may be stored: a file by its absolute path, or a web address without credentials, query and
    /// fragment. A query may be a secret, and the address without it another medium.
    package static func isKept(_ medium: String) -> Bool {
        guard medium.utf8.count <= longestName else { return false }
        if medium.hasPrefix("/") { return true }
        for scheme in ["http://", "https://"] where medium.lowercased().hasPrefix(scheme) {
            let rest = medium.dropFirst(scheme.count)
            return !rest.contains { "?#".contains($0) } && !rest.prefix { $0 != "/" }.contains("@")
        }
        return false
    }
}
