extension String {
    /// Messages hold 4096 bytes; a longer one would end the connection.
    static let wireLimit = 2048

    /// Without null bytes, and cut to what fits a message, at a character.
    var clippedForWire: String {
        var text = contains("\0") ? filter { $0 != "\0" } : self
        guard text.utf8.count > Self.wireLimit else { return text }
        text = String(decoding: text.utf8.prefix(Self.wireLimit), as: UTF8.self)
        if text.last == "\u{FFFD}" { text.removeLast() }
        return text
    }
}

extension [UInt8] {
    /// The 32-bit words of a `wl_array`.
    var words: [UInt32] {
        withUnsafeBytes { bytes in
            (0..<bytes.count / 4).map { bytes.loadUnaligned(fromByteOffset: $0 * 4, as: UInt32.self) }
        }
    }

    /// An array of small numbers as a set of bits; numbers beyond 31 are left out.
    var bitsFromWords: UInt32 { words.reduce(0) { $1 < 32 ? $0 | 1 << $1 : $0 } }
}
