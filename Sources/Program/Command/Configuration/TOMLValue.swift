import CTOML

/// A value of a TOML document (toml.io).
package indirect enum TOMLValue: Sendable {
    /// A table's members, in the order of their lines.
    case table([Member])
    case array([TOMLValue])
    case string(String)
    case integer(Int)
    case double(Double)
    case bool(Bool)
    /// A date or a time, as it is written.
    case other(String)

    /// A key of a table with its value.
    package struct Member: Sendable {
        package let key: String
        package let value: TOMLValue
        /// Line of the key, from 1.
        package let line: Int
        /// Bytes of the value in the text; of a table with a header, those of the header.
        package let source: Range<Int>
    }

    /// First fault of a text that is no TOML.
    package struct Fault: Error {
        package let line: Int
        package let description: String
    }

    package var string: String? { if case .string(let text) = self { text } else { nil } }
    package var integer: Int? { if case .integer(let number) = self { number } else { nil } }
    /// A number, with or without a fraction.
    package var number: Double? { if case .double(let number) = self { number } else { integer.map { Double($0) } } }
    package var bool: Bool? { if case .bool(let isSo) = self { isSo } else { nil } }
    package var table: [Member]? { if case .table(let members) = self { members } else { nil } }
    package var array: [TOMLValue]? { if case .array(let values) = self { values } else { nil } }
}

extension TOMLValue {
    /// Reads a document (toml++).
    /// - Returns: the members of its top table.
    /// - Throws: `Fault` if the text is no TOML.
    package static func document(_ text: String) throws(Fault) -> [Member] {
        var builder = Builder()
        var text = text
        let (line, words) = withUnsafeMutablePointer(to: &builder) { builder in
            var visitor = oriel_toml_visitor(
                context: builder,
                begin: { $0?.assumingMemoryBound(to: Builder.self).pointee.begin($1!.pointee) },
                end: { $0?.assumingMemoryBound(to: Builder.self).pointee.end() })
            var fault = [CChar](repeating: 0, count: 512)
            let line = text.withUTF8 { bytes in
                bytes.withMemoryRebound(to: CChar.self) {
                    oriel_toml_read($0.baseAddress, $0.count, &visitor, &fault, fault.count)
                }
            }
            return (Int(line), String(decoding: fault.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self))
        }
        guard line == 0 else { throw Fault(line: line, description: words) }
        return builder.document
    }

    /// Assembles tables and arrays from the visited values.
    private struct Builder {
        private var open: [(value: oriel_toml_value, key: String, members: [Member])] = []
        private(set) var document: [Member] = []

        mutating func begin(_ value: oriel_toml_value) {
            let key = TOMLValue.text(value.key, value.key_length)
            switch value.kind {
            case ORIEL_TOML_TABLE, ORIEL_TOML_ARRAY: open.append((value, key, []))
            case ORIEL_TOML_STRING: add(key, .string(TOMLValue.text(value.text, value.text_length)), value)
            case ORIEL_TOML_INTEGER: add(key, .integer(Int(value.integer)), value)
            case ORIEL_TOML_FLOAT: add(key, .double(value.number), value)
            case ORIEL_TOML_BOOLEAN: add(key, .bool(value.boolean), value)
            default: add(key, .other(TOMLValue.text(value.text, value.text_length)), value)
            }
        }

        mutating func end() {
            guard let (value, key, members) = open.popLast() else { return }
            // toml++ sorts keys by name.
            let sorted = members.sorted { $0.line < $1.line }
            if open.isEmpty { document = sorted }
            add(key, value.kind == ORIEL_TOML_TABLE ? .table(sorted) : .array(members.map(\.value)), value)
        }

        private mutating func add(_ key: String, _ value: TOMLValue, _ place: oriel_toml_value) {
            guard !open.isEmpty else { return }
            open[open.count - 1].members.append(
                Member(key: key, value: value, line: Int(place.line), source: Int(place.start)..<Int(place.end)))
        }
    }
}

extension TOMLValue {
    /// The value as it may be written in a document.
    package var written: String {
        switch self {
        case .table(let members):
            "{" + members.map { "\(Self.quoted($0.key)) = \($0.value.written)" }.joined(separator: ", ") + "}"
        case .array(let values): "[" + values.map(\.written).joined(separator: ", ") + "]"
        case .string(let text): Self.quoted(text)
        case .integer(let number): "\(number)"
        case .double(let number): "\(number)"
        case .bool(let isSo): "\(isSo)"
        case .other(let text): text
        }
    }

    /// A basic string.
    private static func quoted(_ text: String) -> String {
        let letters = text.unicodeScalars.map { letter in
            switch letter {
            case "\"", "\\": "\\\(letter)"
            case "\0"..<" ", "\u{7F}": "\\u00" + (letter.value < 16 ? "0" : "") + String(letter.value, radix: 16)
            default: "\(letter)"
            }
        }
        return "\"\(letters.joined())\""
    }

    private static func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
        guard let start else { return "" }
        return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
    }
}
