package import OrielGeometry

/// The small pictures of a film that were made last, as many as take no more than some bytes. Pure.
package struct ThumbnailCache {
    /// What one is a picture of: a step of the film, so that each pixel of a bar doesn't need its own, in a size.
    package struct Key: Hashable, Sendable {
        package let step: Int
        package let size: Size

        package init(step: Int, size: Size) {
            self.step = step
            self.size = size
        }
    }

    private let limit: Int
    /// The last one used is last.
    private var kept: [(key: Key, picture: Thumbnail?)] = []
    /// What they take.
    package private(set) var bytes = 0

    /// What remembers that there is none.
    private static let emptyBytes = 64

    /// - Parameter limit: in bytes.
    package init(limit: Int) { self.limit = limit }

    package var count: Int { kept.count }

    /// Nil for what isn't known; `.some(nil)` where there is none to be had.
    package mutating func picture(_ key: Key) -> Thumbnail?? {
        guard let index = kept.firstIndex(where: { $0.key == key }) else { return nil }
        let entry = kept.remove(at: index)
        kept.append(entry)
        return .some(entry.picture)
    }

    /// Keeps one, and lets those go that nobody used for longest.
    package mutating func keep(_ picture: Thumbnail?, as key: Key) {
        if let index = kept.firstIndex(where: { $0.key == key }) {
            bytes -= Self.bytes(of: kept.remove(at: index).picture)
        }
        kept.append((key, picture))
        bytes += Self.bytes(of: picture)
        while bytes > limit, kept.count > 1 { bytes -= Self.bytes(of: kept.removeFirst().picture) }
    }

    private static func bytes(of picture: Thumbnail?) -> Int { emptyBytes + (picture?.bytes ?? 0) }

    /// The step that a time lies in, and where that begins: two hundred of a film, and none shorter than half a second.
    package static func step(at time: Duration, of length: Duration) -> (number: Int, begin: Duration) {
        let step = max(.milliseconds(500), length / 200)
        let number = Int((max(.zero, min(time, length)) / step).rounded(.down))
        return (number, step * number)
    }
}
