/// A change of one value in a configuration's text. Every other byte stays as it is.
package struct ConfigurationEdit: Sendable {
    /// Name of the table.
    package let table: String
    /// The value's key in the table; a bare key of TOML.
    package let key: String
    package let value: TOMLValue

    package init(_ table: String, _ key: String, _ value: TOMLValue) {
        (self.table, self.key, self.value) = (table, key, value)
    }

    /// Reason why a file is left as it is, in one line.
    package struct Refusal: Error, CustomStringConvertible, Equatable {
        package let description: String
        package init(_ description: String) { self.description = description }
    }

    /// Replaces the value where it stands. A missing key is added at the end of its table, a missing table at the end
    /// of the text.
    /// - Throws: `Refusal` if the text is no TOML, or if another value would change.
    package func applied(to text: String) throws(Refusal) -> String {
        let members: [TOMLValue.Member]
        do throws(TOMLValue.Fault) { members = try TOMLValue.document(text) } catch {
            throw Refusal("line \(error.line): \(error.description)")
        }
        let wanted = expectation(from: members)
        for candidate in candidates(Text(text), members) {
            let candidate = candidate.string
            if let result = try? TOMLValue.document(candidate), Self.values(of: result) == wanted { return candidate }
        }
        throw Refusal("\(table).\(key) can't be changed without another value; change it in the file")
    }

    // MARK: The check

    /// The values that the result must have.
    private func expectation(from members: [TOMLValue.Member]) -> [[String]: String] {
        var values = Self.values(of: members).filter { !$0.key.starts(with: [table, key]) }
        values[[table]] = "table"
        values[[table, key]] = value.written
        return values
    }

    /// The values of a document as they are written, by their path; "table" for a table.
    private static func values(of members: [TOMLValue.Member], at path: [String] = []) -> [[String]: String] {
        members.reduce(into: [:]) { values, member in
            let path = path + [member.key]
            guard let inner = member.value.table else { return values[path] = member.value.written }
            values[path] = "table"
            values.merge(Self.values(of: inner, at: path)) { $1 }
        }
    }

    // MARK: The text

    /// Texts with the value, the best first; `applied` takes the first one that changes nothing else.
    private func candidates(_ text: Text, _ members: [TOMLValue.Member]) -> [Text] {
        let line = "\(key) = \(value.written)"
        let appended = text.inserting("[\(table)]\(text.newline)\(line)", behind: text.bytes.count, withSpace: true)
        guard let owner = members.first(where: { $0.key == table }) else { return [appended] }
        let own = owner.value.table ?? []
        if let old = own.first(where: { $0.key == key }) { return [text.replacing(old.source, with: value.written)] }
        // Members with a header follow those that belong to the table's own.
        guard let end = own.filter({ !text.hasHeader($0) }).map(\.source.upperBound).max() else {
            let brace = owner.source.lowerBound + 1
            return [
                text.inserting(line, behind: owner.source.upperBound),
                text.replacing(brace..<brace, with: " \(line) "), appended,
            ]
        }
        // In a table with a header, in one of dotted keys, or between braces.
        return [
            text.inserting(line, behind: end), text.inserting("\(table).\(line)", behind: end),
            text.replacing(end..<end, with: ", \(line)"), appended,
        ]
    }
}

extension ConfigurationEdit {
    /// A text as bytes, which a document's places count.
    private struct Text {
        var bytes: [UInt8]
        /// The end of the text's lines.
        let newline: String

        init(_ text: String) {
            bytes = Array(text.utf8)
            let first = bytes.prefix { $0 != UInt8(ascii: "\n") }
            newline = first.last == UInt8(ascii: "\r") ? "\r\n" : "\n"
        }

        var string: String { String(decoding: bytes, as: UTF8.self) }

        func replacing(_ range: Range<Int>, with words: String) -> Text {
            var text = self
            text.bytes.replaceSubrange(range.clamped(to: 0..<bytes.count), with: Array(words.utf8))
            return text
        }

        /// Inserts a line behind that of a place, or at the end after an empty line.
        func inserting(_ line: String, behind place: Int, withSpace: Bool = false) -> Text {
            let rest = bytes[min(place, bytes.count)...]
            if let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
                return replacing(end + 1..<end + 1, with: line + newline)
            }
            let isOpen = bytes.last.map { $0 != UInt8(ascii: "\n") } ?? false
            let space = (isOpen ? newline : "") + (withSpace && !bytes.isEmpty ? newline : "")
            return replacing(bytes.count..<bytes.count, with: space + line + newline)
        }

        /// Whether a member is a table, or an array of tables, with a header. No other value begins its line.
        func hasHeader(_ member: TOMLValue.Member) -> Bool {
            let line = bytes[..<member.source.lowerBound].reversed().prefix { $0 != UInt8(ascii: "\n") }
            return bytes[member.source.lowerBound] == UInt8(ascii: "[")
                && line.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }
        }
    }
}
