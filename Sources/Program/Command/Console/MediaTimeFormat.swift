/// Format of media times: `90`, `1:30`, `1:02:03.5`; with a sign, a relative time.
package enum MediaTimeFormat {
    /// Parses an unsigned time; nil if it is invalid.
    package static func parse(_ text: some StringProtocol) -> Duration? {
        let parts = text.split(separator: ":", omittingEmptySubsequences: false)
        guard (1...3).contains(parts.count), let last = parts.last else { return nil }
        var seconds = 0.0
        for part in parts {
            guard let first = part.first, first.isASCII, first.isNumber || (first == "." && part.count > 1),
                part.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let value = Double(String(part))
            else { return nil }
            if parts.count > 1 {
                // Only the last part may have a fraction, and only the first may reach 60.
                if part.startIndex != last.startIndex && part.contains(".") { return nil }
                if part.startIndex != text.startIndex && value >= 60 { return nil }
            }
            seconds = seconds * 60 + value
        }
        return seconds < 1e9 ? .seconds(seconds) : nil
    }

    /// Parses `[+-]TIME`: an absolute time, or a relative one if there is a sign; nil if invalid.
    package static func parseSeek(_ text: String) -> (time: Duration, isRelative: Bool)? {
        switch text.first {
        case "+": parse(text.dropFirst()).map { ($0, true) }
        case "-": parse(text.dropFirst()).map { (.zero - $0, true) }
        default: parse(text).map { ($0, false) }
        }
    }
}
