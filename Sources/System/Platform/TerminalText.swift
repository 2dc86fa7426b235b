/// Escapes text for a terminal. Names come from media and other programs, and may contain control characters.
public enum TerminalText {
    /// Replaces characters that move the cursor, change colours, end lines or turn the writing direction by U+FFFD.
    /// Bytes that aren't valid UTF-8 (`PathText`) are replaced as well.
    public static func plain(_ text: String) -> String {
        let isHidden = { (scalar: Unicode.Scalar) in isObeyed(scalar) || PathText.isByte(scalar) }
        guard text.unicodeScalars.contains(where: isHidden) else { return text }
        var scalars = String.UnicodeScalarView()
        for scalar in text.unicodeScalars { scalars.append(isHidden(scalar) ? "\u{FFFD}" : scalar) }
        return String(scalars)
    }

    /// Escapes the same characters in JSON text without changing its meaning. JSON itself allows DEL and the C1
    /// controls.
    public static func json(_ text: String) -> String {
        guard text.unicodeScalars.contains(where: isObeyed) else { return text }
        var result = ""
        for scalar in text.unicodeScalars {
            // Newlines between values, as in pretty-printed JSON, are not part of a string.
            if isObeyed(scalar), scalar != "\n" {
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
        return result
    }

    /// Whether a character is C0, DEL or C1, a line or paragraph separator, or a control of writing direction.
    private static func isObeyed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069, 0x061C: true
        default: false
        }
    }
}
