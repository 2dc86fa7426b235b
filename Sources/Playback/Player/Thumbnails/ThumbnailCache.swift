package import OrielGeometry

/// Cache of thumbnails, limited in bytes; drops the least recently used. Value code.
package struct ThumbnailCache {
    /// Key of a thumbnail: a step of the medium, which covers several pixels of a bar, and a size.
    package struct Key: Hashable, Sendable {
        package let step: Int
        package let size: Size

        package init(step: Int, size: Size) {
            self.step = step
            self.size = size
        }
    }

    private let limit: Int
    /// The entries; the most recently used is last.
    private var kept: [(key: Key, picture: Thumbnail?)] = []
    /// Size of the entries, in bytes.
    package private(set) var bytes = 0

    /// Size that an entry without a thumbnail counts.
    private static let emptyBytes = 64

    /// - Parameter limit: in bytes.
    package init(limit: Int) { self.limit = limit }

    package var count: Int { kept.count }

    /// Returns a thumbnail; nil if unknown, `.some(nil)` if none can be made.
    package mutating func picture(_ key: Key) -> Thumbnail?? {
        guard let index = kept.firstIndex(where: { $0.key == key }) else { return nil }
        let entry = kept.remove(at: index)
        kept.append(entry)
        return .some(entry.picture)
    }

    /// Adds a thumbnail, or the fact that none can be made, and drops the least recently used entries over the limit.
    package mutating func keep(_ picture: Thumbnail?, as key: Key) {
        if let index = kept.firstIndex(where: { $0.key == key }) {
            bytes -= Self.bytes(of: kept.remove(at: index).picture)
        }
        kept.append((key, picture))
        bytes += Self.bytes(of: picture)
        while bytes > limit, kept.count > 1 { bytes -= Self.bytes(of: kept.removeFirst().picture) }
    }

    private static func bytes(of picture: Thumbnail?) -> Int { emptyBytes + (picture?.bytes ?? 0) }

    /// Returns the number and the beginning of a time's step. A medium has two hundred steps, none shorter than half a
    /// second.
    package static func step(at time: Duration, of length: Duration) -> (number: Int, begin: Duration) {
        let step = max(.milliseconds(500), length / 200)
        let number = Int((max(.zero, min(time, length)) / step).rounded(.down))
        return (number, step * number)
    }
}
