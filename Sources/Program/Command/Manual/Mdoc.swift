/// A manual page in the language mdoc(7), written from top to bottom. Texts are escaped, begin a line with each
/// sentence, and are wrapped, as mandoc's lint wants them.
struct Mdoc {
    /// Longest line of running text, in bytes.
    private static let width = 78

    private(set) var text = ""

    init(title: String, section: some StringProtocol) {
        line(".Dd \(Release.date)")
        line(".Dt \(title.uppercased()) \(section)")
        line(".Os")
    }

    /// Appends a line that is mdoc already.
    mutating func line(_ line: String) { text += line + "\n" }

    mutating func section(_ title: String) { line(".Sh \(title)") }

    mutating func subsection(_ title: String) { line(".Ss \(Self.words(title))") }

    mutating func name(_ name: String, _ description: String) {
        section("NAME")
        line(".Nm \(name)")
        line(".Nd \(Self.escaped(description))")
    }

    /// Appends paragraphs, which are divided by empty lines. Indented lines are examples.
    mutating func paragraphs(_ texts: String) {
        for (index, part) in texts.split(separator: "\n\n").enumerated() {
            if index > 0 { line(".Pp") }
            var running = ""
            for part in part.split(separator: "\n") {
                guard part.hasPrefix("  ") else {
                    running += part + " "
                    continue
                }
                sentences(running)
                running = ""
                literal([String(part.trimmingPrefix { $0 == " " })])
            }
            sentences(running)
        }
    }

    /// Appends lines of a terminal or a file as they are.
    mutating func literal(_ lines: [String]) {
        line(".Bd -literal -offset indent")
        for text in lines { line(Self.guarded(Self.escaped(text, isLiteral: true))) }
        line(".Ed")
    }

    /// Appends a list of names and descriptions.
    /// - Parameter items: each name is mdoc already.
    mutating func list(_ items: [(name: String, text: String)]) {
        guard !items.isEmpty else { return }
        line(".Bl -tag -width Ds")
        for item in items {
            line(".It \(item.name)")
            paragraphs(item.text)
        }
        line(".El")
    }

    private mutating func sentences(_ words: String) {
        // Lists and examples end without a distance to what follows.
        if !words.isEmpty, text.hasSuffix("\n.El\n") || text.hasSuffix("\n.Ed\n") { line(".Pp") }
        var current = ""
        func isEnd(of sentence: String) -> Bool {
            sentence.last == "." || sentence.hasSuffix(".)") || sentence.last == "?" || sentence.last == ";"
        }
        for word in words.split(separator: " ") {
            let word = Self.escaped(String(word))
            if !current.isEmpty, isEnd(of: current) || current.utf8.count + 1 + word.utf8.count > Self.width {
                line(Self.guarded(current))
                current = ""
            }
            current += current.isEmpty ? word : " " + word
        }
        if !current.isEmpty { line(Self.guarded(current)) }
    }

    /// Protects a text line whose first character would begin a request.
    private static func guarded(_ line: String) -> String {
        line.first == "." || line.first == "'" ? "\\&" + line : line
    }

    /// A text with its backslashes, hyphens of options and characters outside ASCII in roff's forms.
    static func escaped(_ text: String, isLiteral: Bool = false) -> String {
        var result = ""
        var last: Character = " "
        // A hyphen at the beginning of a word, as in --list and -10, is a minus sign that can be copied.
        var isOption = false
        for character in text {
            if last == " " || last == "(" || last == "\"" || last == "/" { isOption = character == "-" }
            if character == " " { isOption = false }
            switch character {
            case "\\": result += "\\e"
            case "-" where isOption || isLiteral: result += "\\-"
            case "\u{2026}": result += "..."
            case "\u{00D7}": result += "x"
            case "~" where isLiteral: result += "\\(ti"
            case "^" where isLiteral: result += "\\(ha"
            case "'" where isLiteral: result += "\\(aq"
            case "`" where isLiteral: result += "\\(ga"
            case "`": continue
            case _ where character.isASCII: result.append(character)
            default: result += character.unicodeScalars.map { "\\[u\(hexadecimal($0.value))]" }.joined()
            }
            last = character
        }
        return result
    }

    /// Words as arguments of a macro. One that is a macro's name itself, such as `In`, would be called.
    static func words(_ text: some StringProtocol) -> String {
        text.split(separator: " ").map { word in
            let mayBeMacro = (2...3).contains(word.count) && word.first?.isUppercase == true
            return (mayBeMacro ? "\\&" : "") + escaped(String(word))
        }.joined(separator: " ")
    }

    /// An argument of a macro in quotes. A punctuation mark alone or at the end would be taken for the sentence's.
    static func quoted(_ text: String) -> String {
        let escaped = escaped(text, isLiteral: true).replacing("\"", with: "\\(dq")
        let endsInMark = text.last.map { ".,:;?!()[]".contains($0) } ?? false
        return "\"" + (text.count == 1 ? "\\&" : "") + escaped + (endsInMark && text.count > 1 ? "\\&" : "") + "\""
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
}
