/// Text on its way to a terminal. Names come from media and from other programs, and may hold what a terminal obeys.
public enum TerminalText {
    /// One line of it, in which nothing moves the cursor, changes colours or turns the direction of writing: what would is
    /// shown as U+FFFD, and so are bytes that are no letters (`PathText`).
    public static func plain(_ text: String) -> String {
        let isHidden = { (scalar: Unicode.Scalar) in isObeyed(scalar) || PathText.isByte(scalar) }
        guard text.unicodeScalars.contains(where: isHidden) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(isHidden(scalar) ? "\u{FFFD}" : scalar) }
        return String(scalars)
    }

    /// JSON that means the same, in which what a terminal obeys is escaped. JSON's own rules leave the upper controls.
    public static func json(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isObeyed) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            // Line ends between values, as pretty-printed JSON has them, are no part of a name.
            if isObeyed(scalar), scalar != "\n" {
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// C0, DEL, C1, the ends of lines and paragraphs, and what turns the direction of what follows.
    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0x061C: true
        default: false
        }
    }
}
