/// Reads the headers of Ogg pages.
package enum OggPages {
    /// First bytes of each page.
    package static let mark: [UInt8] = Array("OggS".utf8)
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

    /// First bytes of the first page's content, by libavcodec's name of the codec.
    private static let signs: [(codec: String, bytes: [UInt8])] = [
        ("opus", Array("OpusHead".utf8)), ("vorbis", [1] + Array("vorbis".utf8)),
        ("flac", [0x7f] + Array("FLAC".utf8)), ("speex", Array("Speex   ".utf8)),
        ("theora", [0x80] + Array("theora".utf8)), ("vp8", Array("OVP80".utf8)),
    ]

    /// libavcodec's name for the codec of the last stream that begins in some bytes; nil if none begins there, or it is
    /// none of those listed here.
    package static func codec(ofLastStreamIn bytes: [UInt8]) -> String? {
        guard bytes.count >= headerSize,
            let start = (0...bytes.count - headerSize).last(where: {
                isPage(bytes, at: $0) && bytes[$0 + 5] & beginning != 0
            })
        else { return nil }
        let content = bytes.dropFirst(start + headerSize + Int(bytes[start + 26]))
        return signs.first { content.starts(with: $0.bytes) }?.codec
    }

    /// Sample rate in hertz that a packet states if it is the first header of a Vorbis or FLAC stream; nil otherwise.
    package static func rate(of packet: UnsafeRawBufferPointer) -> Int32? {
        var rate = 0
        if packet.count >= 16, packet.starts(with: [1] + Array("vorbis".utf8)) {
            rate = packet[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
        } else if packet.count >= 30, packet.starts(with: [0x7f] + Array("FLAC".utf8)) {
            // STREAMINFO, of which the rate is 20 bits.
            rate = packet[27..<30].reduce(0) { $0 << 8 | Int($1) } >> 4
        }
        return rate > 0 ? Int32(exactly: rate) : nil
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
