/// Reads the headers of Ogg pages.
package enum OggPages {
    private static let mark: [UInt8] = Array("OggS".utf8)
    private static let headerSize = 27
    /// Flag in the header: a stream begins with this page.
    private static let beginning: UInt8 = 2
    /// Largest size of a page in bytes; so many bytes of the end contain the last page's header.
    package static let longest = 65_307

    /// Whether a file is chained: its last stream is none of those at its beginning.
    /// - Parameters:
    ///   - head: the first bytes, with the first pages of the streams that begin there.
    ///   - tail: the last bytes, at least `longest` of them.
    package static func isChained(head: [UInt8], tail: [UInt8]) -> Bool {
        guard let last = lastSerial(in: tail) else { return false }
        let first = firstSerials(in: head)
        return !first.isEmpty && !first.contains(last)
    }

    /// Serial numbers of the streams whose first pages are at the beginning.
    private static func firstSerials(in head: [UInt8]) -> Set<UInt32> {
        var serials: Set<UInt32> = []
        var start = 0
        while isPage(head, at: start), head[start + 5] & beginning != 0 {
            serials.insert(serial(head, at: start))
            let segments = start + headerSize..<start + headerSize + Int(head[start + 26])
            guard segments.upperBound <= head.count else { break }
            start = segments.upperBound + head[segments].reduce(0) { $0 + Int($1) }
        }
        return serials
    }

    private static func lastSerial(in tail: [UInt8]) -> UInt32? {
        guard tail.count >= headerSize else { return nil }
        return (0...tail.count - headerSize).last { isPage(tail, at: $0) }.map { serial(tail, at: $0) }
    }

    private static func isPage(_ bytes: [UInt8], at start: Int) -> Bool {
        start + headerSize <= bytes.count && bytes[start..<start + 4].elementsEqual(mark) && bytes[start + 4] == 0
    }

    private static func serial(_ bytes: [UInt8], at start: Int) -> UInt32 {
        bytes[start + 14..<start + 18].reversed().reduce(0) { $0 << 8 | UInt32($1) }
    }
}
