/// Reads the size that an image file's header declares. Used in error messages, since libavcodec keeps no size that it
/// refuses.
package enum PictureHeader {
    /// Returns the width and height of a PNG, BMP, WebP or JPEG from its first bytes; nil for anything else.
    package static func size(_ bytes: UnsafeRawBufferPointer) -> (width: Int, height: Int)? {
        func big(_ at: Int, _ count: Int) -> Int { (0..<count).reduce(0) { $0 << 8 | Int(bytes[at + $1]) } }
        func little(_ at: Int, _ count: Int) -> Int { (0..<count).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
        func has(_ text: StaticString, _ at: Int) -> Bool {
            text.withUTF8Buffer { text in text.indices.allSatisfy { bytes[at + $0] == text[$0] } }
        }
        guard bytes.count >= 30 else { return nil }
        if big(0, 4) == 0x8950_4E47, big(4, 4) == 0x0D0A_1A0A { return (big(16, 4), big(20, 4)) }
        if has("BM", 0) {
            // A negative height means that the rows are stored top down.
            return (Int(Int32(truncatingIfNeeded: little(18, 4))), abs(Int(Int32(truncatingIfNeeded: little(22, 4)))))
        }
        if has("RIFF", 0), has("WEBP", 8) {
            if has("VP8X", 12) { return (little(24, 3) + 1, little(27, 3) + 1) }
            if has("VP8L", 12) { return ((little(21, 4) & 0x3FFF) + 1, (little(21, 4) >> 14 & 0x3FFF) + 1) }
            return (little(26, 2) & 0x3FFF, little(28, 2) & 0x3FFF)
        }
        guard big(0, 2) == 0xFFD8 else { return nil }
        // JPEG: segments of marker and length, until a start of frame.
        var at = 2
        while at + 9 <= bytes.count, bytes[at] == 0xFF {
            let marker = bytes[at + 1]
            if (0xC0...0xCF).contains(marker), ![0xC4, 0xC8, 0xCC].contains(marker) {
                return (big(at + 7, 2), big(at + 5, 2))
            }
            at += 2 + max(2, big(at + 2, 2))
        }
        return nil
    }
}
