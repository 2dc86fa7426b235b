/// Reads the headers of Ogg pages.
package enum OggPages {
    private static let mark: [UInt8] = Array("OggS".utf8)
    private static let headerSize = 27
    /// Bit of the header's flags: a stream begins with this page.
    private static let beginning: UInt8 = 2
    /// A page is no longer, so as much holds the last page's header.
    package static let longest = 65_307

    /// Whether a file ends with another stream than those it begins with.
    /// - Parameters:
    ///   - head: its first bytes, from which the streams that begin there are read.
    ///   - tail: its last bytes, at least `longest` of them.
    package static func isChained(head: [UInt8], tail: [UInt8]) -> Bool {
        guard let last = lastSerial(in: tail) else { return false }
        let first = firstSerials(in: head)
        return !first.isEmpty && !first.contains(last)
    }

    /// Serial numbers of the streams whose first pages stand together at the beginning.
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
