/// Encoding of a text, found by its byte order mark, by validity, or by detection.
///
/// The only place where external text becomes UTF-8: subtitles, playlists and names.
package enum TextEncoding: Hashable, Sendable {
    /// UTF-8. Invalid lines are taken for western European.
    case utf8
    /// A charset, by its name in iconv.
    case charset(String)
    /// No text: the bytes stay unchanged.
    case binary

    /// Number of bytes used for detection.
    package static let sampleSize = 256 << 10
    /// Number of characters beyond ASCII below which detection is unreliable.
    private static let sureLetters = 32
    static let western = "WINDOWS-1252"

    /// Whether iconv knows a charset.
    package static func isKnown(_ charset: String) -> Bool { CharsetConverter(from: charset) != nil }

    /// Whether bytes below 0x80 are ASCII, so that lines can be split before the conversion.
    var keepsASCII: Bool {
        guard case .charset(let name) = self else { return true }
        return !["UTF-16", "UTF-32", "UCS-", "ISO-2022", "UTF-7", "HZ"].contains { name.uppercased().hasPrefix($0) }
    }

    /// Determines the encoding of a text.
    /// - Parameters:
    ///   - sample: the beginning of the text, or all of it.
    ///   - detector: detects the charset; replaced by tests.
    package init(of sample: [UInt8], _ hints: TextHints, detector: @autoclosure () -> CharsetDetector = .system) {
        let named = hints.charset.flatMap { name in
            let isWide = ["UTF-16", "UTF-32", "UCS-"].contains { name.uppercased().hasPrefix($0) }
            return isWide ? Self.charset(name) : nil
        }
        if let marked = Self.marked(sample) ?? named ?? Self.wide(sample) {
            self = marked
        } else if sample.contains(0) {
            self = .binary
        } else if let named = hints.charset, sample.allSatisfy({ $0 < 0x80 }) || !Self.isMostlyUTF8(sample) {
            self = .charset(named)
        } else if Self.isMostlyUTF8(sample) {
            // Pure ASCII may be a seven-bit charset, which its escape sequences reveal.
            let escapes = sample.contains(0x1B) ? detector().charset(of: sample) : nil
            self = escapes.map { $0.hasPrefix("ISO-2022") ? .charset($0) : .utf8 } ?? .utf8
        } else {
            self = .charset(Self.guess(sample, hints, detector()))
        }
    }

    /// Length of the byte order mark at the beginning, in bytes; 0 without one.
    static func markLength(_ bytes: [UInt8]) -> Int {
        marks.first { bytes.starts(with: $0.bytes) }?.bytes.count ?? 0
    }

    private static let marks: [(bytes: [UInt8], charset: String)] = [
        ([0xEF, 0xBB, 0xBF], "UTF-8"), ([0xFF, 0xFE, 0, 0], "UTF-32LE"), ([0, 0, 0xFE, 0xFF], "UTF-32BE"),
        ([0xFF, 0xFE], "UTF-16LE"), ([0xFE, 0xFF], "UTF-16BE"), ([0x84, 0x31, 0x95, 0x33], "GB18030"),
    ]

    /// Encoding by the byte order mark at the beginning; nil without one.
    static func marked(_ sample: [UInt8]) -> Self? {
        marks.first { sample.starts(with: $0.bytes) }.map { $0.charset == "UTF-8" ? .utf8 : .charset($0.charset) }
    }

    /// Detects UTF-16 without a mark; nil if the sample is none. In spaces, digits and line ends every other byte is
    /// zero, always on the same side.
    private static func wide(_ sample: [UInt8]) -> Self? {
        let pairs = min(sample.count, 4096) / 2
        guard pairs >= 4 else { return nil }
        var zeros = (first: 0, second: 0)
        for pair in 0..<pairs {
            if sample[2 * pair] == 0 { zeros.first += 1 }
            if sample[2 * pair + 1] == 0 { zeros.second += 1 }
        }
        let least = max(2, pairs / 20)
        let charset: String
        switch (zeros.first, zeros.second) {
        case (0, least...): charset = "UTF-16LE"
        case (least..., 0): charset = "UTF-16BE"
        default: return nil
        }
        guard var converter = CharsetConverter(from: charset) else { return nil }
        var text: [UInt8] = []
        let bad = converter.convert(sample.prefix(2 * pairs), isLast: false, to: &text)
        // Control characters reveal binary data.
        return bad == 0 && !text.contains { $0 < 0x09 } ? .charset(charset) : nil
    }

    /// Whether a text is UTF-8 apart from a damaged place or a line in another charset.
    private static func isMostlyUTF8(_ sample: [UInt8]) -> Bool {
        if String(validating: sample, as: UTF8.self) != nil { return true }
        // Numbers of valid characters of several bytes, and of invalid bytes.
        var (valid, invalid) = (0, 0)
        for scalar in String(decoding: sample, as: UTF8.self).unicodeScalars where scalar.value >= 0x80 {
            if scalar == "\u{FFFD}" { invalid += 1 } else { valid += 1 }
        }
        return valid > 4 * invalid
    }

    private static func guess(_ sample: [UInt8], _ hints: TextHints, _ detector: CharsetDetector) -> String {
        let letters = sample.reduce(into: 0) { if $1 >= 0x80 { $0 += 1 } }
        let guess = detector.charset(of: sample).flatMap { isKnown($0) ? widened($0, sample) : nil }
        // The text's own language is reliable; the user's languages are a hint if there is nothing better.
        if let language = hints.language, let charset = preferred(of: [language], guess, sample) { return charset }
        let isUnsure = letters < sureLetters || guess.map { LanguageCharsets.western.contains($0) } ?? true
        if isUnsure, let charset = preferred(of: hints.preferences, guess, sample) { return charset }
        return guess ?? western
    }

    /// A charset of some languages in which the text is valid, preferably the detected one; nil if there is none.
    private static func preferred(of languages: [String], _ guess: String?, _ sample: [UInt8]) -> String? {
        let charsets = languages.map { LanguageCharsets.all(of: $0) }
        if let guess, charsets.joined().contains(guess) { return guess }
        return charsets.compactMap(\.first).first { charset in
            guard var converter = CharsetConverter(from: charset) else { return false }
            var text: [UInt8] = []
            return converter.convert(sample, isLast: false, to: &text) == 0
        }
    }

    /// Replaces a standard charset by Windows' extension of it, if the text has characters where the standard has
    /// control codes.
    private static func widened(_ charset: String, _ sample: [UInt8]) -> String {
        switch charset {
        case "SHIFT_JIS": return "CP932"
        case "EUC-KR", "UHC": return "CP949"
        case "GB2312": return "GB18030"
        case "TIS-620": return "CP874"
        case "ISO-8859-1": return western
        case "ISO-8859-9": return "WINDOWS-1254"
        default: break
        }
        guard sample.contains(where: { (0x80...0x9F).contains($0) }) else { return charset }
        let wide = [
            "ISO-8859-2": "WINDOWS-1250", "ISO-8859-15": western, "ISO-8859-7": "WINDOWS-1253",
            "ISO-8859-8": "WINDOWS-1255", "ISO-8859-13": "WINDOWS-1257",
        ]
        return wide[charset] ?? charset
    }

    /// Converter from this encoding; nil if the bytes stay unchanged.
    var converter: CharsetConverter? {
        guard case .charset(let name) = self else { return nil }
        return CharsetConverter(from: name) ?? CharsetConverter(from: Self.western)
    }

    /// Converts a text to UTF-8 without a byte order mark.
    func utf8(_ bytes: [UInt8]) -> [UInt8] {
        let text = Array(bytes.dropFirst(Self.markLength(bytes)))
        switch self {
        case .binary: return bytes
        case .utf8: return String(validating: text, as: UTF8.self) == nil ? Self.repaired(text) : text
        case .charset:
            guard var converter = converter else { return text }
            var output: [UInt8] = []
            output.reserveCapacity(text.count * 2)
            converter.convert(text, isLast: true, to: &output)
            return output
        }
    }

    /// Converts the lines that aren't UTF-8 from western European.
    private static func repaired(_ text: [UInt8]) -> [UInt8] {
        var output: [UInt8] = []
        for line in text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false) {
            if !output.isEmpty || line.startIndex > text.startIndex { output.append(UInt8(ascii: "\n")) }
            if String(validating: line, as: UTF8.self) == nil, var converter = CharsetConverter(from: western) {
                converter.convert(line, isLast: true, to: &output)
            } else {
                output += line
            }
        }
        return output
    }
}
