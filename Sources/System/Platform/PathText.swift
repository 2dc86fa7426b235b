/// File names as strings. File names are bytes and need not be UTF-8: each byte that isn't part of a valid UTF-8
/// character becomes a character of its own (U+10FE80 to U+10FEFF, in a private plane). Thus the original bytes can be
/// restored. Value code.
public enum PathText {
    private static let first: UInt32 = 0x10FE00

    /// Converts a file name to a string; every byte sequence has one, and no two the same.
    public static func string(_ name: some Sequence<UInt8>) -> String {
        let bytes = Array(name)
        if let text = String(validating: bytes, as: UTF8.self), !text.unicodeScalars.contains(where: isByte) {
            return text
        }
        var text = String.UnicodeScalarView()
        var index = 0
        while index < bytes.count {
            let letter = letter(at: index, of: bytes)
            if let letter, !isByte(letter) {
                text.append(letter)
                index += UTF8.width(letter)
            } else {
                if let scalar = Unicode.Scalar(first + UInt32(bytes[index])) { text.append(scalar) }
                index += 1
            }
        }
        return String(text)
    }

    /// Converts a zero-terminated file name to a string.
    public static func string(cString name: UnsafePointer<CChar>) -> String {
        var bytes: [UInt8] = []
        var place = name
        while place.pointee != 0 {
            bytes.append(UInt8(bitPattern: place.pointee))
            place += 1
        }
        return string(bytes)
    }

    /// Converts a string back to the bytes of its file name.
    public static func bytes(_ text: String) -> [UInt8] {
        guard text.unicodeScalars.contains(where: isByte) else { return Array(text.utf8) }
        var bytes: [UInt8] = []
        for scalar in text.unicodeScalars {
            if isByte(scalar) {
                bytes.append(UInt8(scalar.value & 0xFF))
            } else {
                bytes += Array(String(scalar).utf8)
            }
        }
        return bytes
    }

    /// Calls `body` with the file name as a C string; it ends at the first zero byte.
    public static func withCString<Result, Failure: Error>(
        _ text: String, _ body: (UnsafePointer<CChar>) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let bytes = bytes(text).map { CChar(bitPattern: $0) } + [0]
        let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count)
        defer { copy.deallocate() }
        copy.initialize(from: bytes, count: bytes.count)
        return try body(copy)
    }

    /// Returns the name for display: bytes that aren't valid UTF-8 are shown as U+FFFD.
    public static func shown(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isByte) else { return text }
        var shown = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { shown.append(isByte(scalar) ? "\u{FFFD}" : scalar) }
        return String(shown)
    }

    /// Returns the name for a line of text: as `shown`, and without its middle if it is longer than 300 characters.
    public static func brief(_ text: String) -> String {
        guard text.utf8.count > 300, text.count > 300 else { return shown(text) }
        return shown(text.prefix(220) + "…" + text.suffix(79))
    }

    /// Decodes the percent escapes of a name (RFC 3986), except `%00`; nil if it has none.
    public static func percentDecoded(_ name: String) -> String? {
        let encoded = bytes(name)
        guard let decoded = decoded(encoded, isLenient: true), decoded.count < encoded.count else { return nil }
        return string(decoded)
    }

    /// Decodes all percent escapes of an address's part; nil if one is damaged.
    package static func bytes(ofEncoded text: some Sequence<UInt8>) -> [UInt8]? {
        decoded(Array(text), isLenient: false)
    }

    /// - Parameter isLenient: whether a damaged escape, and one of the zero byte, stays as it is.
    private static func decoded(_ text: [UInt8], isLenient: Bool) -> [UInt8]? {
        var decoded: [UInt8] = []
        var left = text[...]
        while let byte = left.popFirst() {
            if byte == UInt8(ascii: "%"), case let digits = left.prefix(2).compactMap(digit), digits.count == 2,
                !isLenient || digits != [0, 0]
            {
                decoded.append(digits[0] << 4 | digits[1])
                left = left.dropFirst(2)
            } else {
                guard isLenient || byte != UInt8(ascii: "%") else { return nil }
                decoded.append(byte)
            }
        }
        return decoded
    }

    /// Encodes all bytes but those that every part of an address may have (RFC 3986, 2.3), and those of `others`.
    package static func encoded(_ bytes: some Sequence<UInt8>, keeping others: String = "") -> String {
        let kept = ("0123456789-._~" + others).unicodeScalars
        return bytes.reduce(into: "") { text, byte in
            let letter = Unicode.Scalar(byte)
            if letter.isASCII, letter.properties.isAlphabetic || kept.contains(letter) {
                text.unicodeScalars.append(letter)
            } else {
                text += (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
            }
        }
    }

    /// Value of a hexadecimal digit.
    private static func digit(_ byte: UInt8) -> UInt8? {
        Character(Unicode.Scalar(byte)).hexDigitValue.map { UInt8($0) }
    }

    /// Whether a character stands for a byte that isn't valid UTF-8.
    static func isByte(_ scalar: Unicode.Scalar) -> Bool { (first + 0x80...first + 0xFF).contains(scalar.value) }

    /// Decodes the UTF-8 character that begins at `index`; nil if there is none.
    private static func letter(at index: Int, of bytes: [UInt8]) -> Unicode.Scalar? {
        let width =
            switch bytes[index] {
            case 0..<0x80: 1
            case 0xC2..<0xE0: 2
            case 0xE0..<0xF0: 3
            case 0xF0..<0xF5: 4
            default: 0
            }
        guard width > 0, index + width <= bytes.count else { return nil }
        return String(validating: bytes[index..<index + width], as: UTF8.self)?.unicodeScalars.first
    }
}
