import OrielGeometry
import OrielWaylandProtocols

extension XdgSurface {
    /// Sets the part of the surface that is the window; an empty one is a protocol error, and is ignored.
    func setWindowGeometry(_ rect: Rect) {
        guard !rect.isEmpty else { return }
        setWindowGeometry(
            x: Int32(clamping: rect.x), y: Int32(clamping: rect.y), width: Int32(clamping: rect.width),
            height: Int32(clamping: rect.height))
    }
}

extension String {
    /// Maximum length of a string argument, in bytes. Messages hold 4096 bytes; a longer one would end the connection.
    static let wireLimit = 2048

    /// The string without null characters, cut at a character to `wireLimit` bytes.
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

    /// Bit set of the array's numbers; numbers above 31 are ignored.
    var bitsFromWords: UInt32 { words.reduce(0) { $1 < 32 ? $0 | 1 << $1 : $0 } }
}
