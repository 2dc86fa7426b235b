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
    /// A date or a time.
    case other

    /// A key of a table with its value.
    package struct Member: Sendable {
        package let key: String
        package let value: TOMLValue
        /// Line of the key, from 1.
        package let line: Int
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
        private var open: [(key: String, line: Int, isTable: Bool, members: [Member])] = []
        private(set) var document: [Member] = []

        mutating func begin(_ value: oriel_toml_value) {
            let key = Self.text(value.key, value.key_length)
            let line = Int(value.line)
            switch value.kind {
            case ORIEL_TOML_TABLE, ORIEL_TOML_ARRAY: open.append((key, line, value.kind == ORIEL_TOML_TABLE, []))
            case ORIEL_TOML_STRING: add(key, .string(Self.text(value.text, value.text_length)), line)
            case ORIEL_TOML_INTEGER: add(key, .integer(Int(value.integer)), line)
            case ORIEL_TOML_FLOAT: add(key, .double(value.number), line)
            case ORIEL_TOML_BOOLEAN: add(key, .bool(value.boolean), line)
            default: add(key, .other, line)
            }
        }

        mutating func end() {
            guard let (key, line, isTable, members) = open.popLast() else { return }
            // toml++ sorts keys by name.
            let sorted = members.sorted { $0.line < $1.line }
            if open.isEmpty { document = sorted }
            add(key, isTable ? .table(sorted) : .array(members.map(\.value)), line)
        }

        private mutating func add(_ key: String, _ value: TOMLValue, _ line: Int) {
            guard !open.isEmpty else { return }
            open[open.count - 1].members.append(Member(key: key, value: value, line: line))
        }

        private static func text(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
            guard let start else { return "" }
            return String(decoding: UnsafeRawBufferPointer(start: start, count: count), as: UTF8.self)
        }
    }
}
