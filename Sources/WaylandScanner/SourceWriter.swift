/// Collects lines of Swift, indented by block.
struct SourceWriter {
    private(set) var text = ""
    private var depth = 0

    /// One line, or an empty one.
    mutating func line(_ content: String = "") {
        text += content.isEmpty ? "\n" : String(repeating: "    ", count: depth) + content + "\n"
    }

    /// `HEAD {`, the body one step further in, `}`.
    mutating func block(_ head: String, _ body: (inout SourceWriter) -> Void) {
        line(head + " {")
        depth += 1
        body(&self)
        depth -= 1
        line("}")
    }

    /// A documentation comment of one sentence and a reference to the wire.
    mutating func document(_ summary: String?, _ reference: String) {
        let words = summary?.split(whereSeparator: \.isWhitespace).joined(separator: " ") ?? ""
        guard let first = words.first else { return line("/// `\(reference)`.") }
        let sentence = first.uppercased() + words.dropFirst()
        line("/// \(sentence)\(sentence.hasSuffix(".") ? "" : ".") `\(reference)`.")
    }
}
