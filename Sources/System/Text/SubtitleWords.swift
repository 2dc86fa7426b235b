/// The words of a script's event, without its tags. Value code.
enum SubtitleWords {
    /// Returns the words of an event on one line; empty if it only draws.
    /// - Parameter text: the last field of an event, with `{…}` tags and `\N` breaks.
    static func plain(_ text: Substring) -> String {
        var words = ""
        var rest = text
        var draws = false
        while let character = rest.popFirst() {
            if character == "{", let end = rest.firstIndex(of: "}") {
                draws = drawing(in: rest[..<end]) ?? draws
                rest = rest[rest.index(after: end)...]
            } else if character == "\\", let next = rest.first, "Nnh".contains(next) {
                rest.removeFirst()
                words.append(" ")
            } else if !draws {
                words.append(character.isNewline ? " " : character)
            }
        }
        return words.split(separator: " ").joined(separator: " ")
    }

    /// Whether shapes follow (`\p1`) or words again (`\p0`); nil if the tags don't say so.
    private static func drawing(in tags: Substring) -> Bool? {
        let tag = tags.split(separator: "\\").last { $0.first == "p" && $0.dropFirst().first?.isNumber == true }
        return tag.map { $0.dropFirst().contains { $0.isNumber && $0 != "0" } }
    }
}
