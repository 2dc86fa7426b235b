/// A list of strings in GVariant's text form, as `gsettings` prints and takes it.
package enum TextList {
    /// Reads a list; nil if the text is none.
    package static func parse(_ text: String) -> [String]? {
        var rest = Substring(text.trimmingPrefix("@as ")).drop { $0 == " " }
        guard rest.popFirst() == "[" else { return nil }
        var list: [String] = []
        while true {
            rest = rest.drop { $0 == " " }
            guard let quote = rest.popFirst() else { return nil }
            if quote == "]", list.isEmpty { break }
            guard quote == "'" || quote == "\"", let item = item(&rest, until: quote) else { return nil }
            list.append(item)
            rest = rest.drop { $0 == " " }
            let next = rest.popFirst()
            if next == "]" { break }
            guard next == "," else { return nil }
        }
        return rest.allSatisfy(\.isWhitespace) ? list : nil
    }

    /// Reads up to the closing quote. Only quotes and backslashes are understood behind a backslash.
    private static func item(_ rest: inout Substring, until quote: Character) -> String? {
        var item = ""
        while let character = rest.popFirst() {
            if character == quote { return item }
            guard character == "\\" else {
                item.append(character)
                continue
            }
            guard let escaped = rest.popFirst(), "'\"\\".contains(escaped) else { return nil }
            item.append(escaped)
        }
        return nil
    }

    package static func text(_ list: [String]) -> String {
        guard !list.isEmpty else { return "@as []" }
        let items = list.map { item in
            "'" + item.flatMap { "'\\".contains($0) ? ["\\", $0] : [$0] } + "'"
        }
        return "[" + items.joined(separator: ", ") + "]"
    }
}
