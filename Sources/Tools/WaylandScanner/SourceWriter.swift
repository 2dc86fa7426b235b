/// Collects lines of Swift, indented by block.
struct SourceWriter {
    private(set) var text = ""
    private var depth = 0

    /// Appends a line, or an empty one.
    mutating func line(_ content: String = "") {
        text += content.isEmpty ? "\n" : String(repeating: "    ", count: depth) + content + "\n"
    }

    /// Appends `HEAD {`, the body with one more indentation step, and `}`.
    mutating func block(_ head: String, _ body: (inout SourceWriter) -> Void) {
        line(head + " {")
        depth += 1
        body(&self)
        depth -= 1
        line("}")
    }

    /// Appends a documentation comment: one sentence and the protocol's name.
    mutating func document(_ summary: String?, _ reference: String) {
        let words = summary?.split(whereSeparator: \.isWhitespace).joined(separator: " ") ?? ""
        guard let first = words.first else { return line("/// `\(reference)`.") }
        let sentence = first.uppercased() + words.dropFirst()
        line("/// \(sentence)\(sentence.hasSuffix(".") ? "" : ".") `\(reference)`.")
    }
}
