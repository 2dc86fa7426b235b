/// A fault in the text, with its line from 1.
struct XMLFault: Error {
    let line: Int
    let reason: String
}

/// A pull parser for the XML of protocol files: elements, attributes and comments; character data is skipped.
/// Foundation's parsers trap on some malformed input and accept unclosed elements.
struct XMLReader {
    enum Event {
        case start(name: String, attributes: [String: String], line: Int)
        case end(name: String)
    }

    private let bytes: [UInt8]
    private var position = 0
    private var line = 1
    private var open: [(name: String, line: Int)] = []
    private var hadRoot = false
    /// Name of an element that is closed by its start tag; nil if none.
    private var pendingEnd: String?

    init(_ bytes: [UInt8]) throws(XMLFault) {
        self.bytes = bytes
        // A byte-order mark.
        _ = skip("\u{FEFF}")
        guard String(validating: bytes, as: UTF8.self) == nil else { return }
        // The longest valid prefix ends on the line of the fault.
        var valid = 0
        var lines = 1
        for (index, byte) in bytes.enumerated() where byte == UInt8(ascii: "\n") {
            guard String(validating: bytes[valid...index], as: UTF8.self) != nil else { break }
            valid = index + 1
            lines += 1
        }
        throw XMLFault(line: lines, reason: "not UTF-8")
    }

    /// Returns the next start or end of an element; nil at the end of well-formed text.
    mutating func next() throws(XMLFault) -> Event? {
        if let name = pendingEnd {
            pendingEnd = nil
            open.removeLast()
            return .end(name: name)
        }
        while position < bytes.count {
            guard bytes[position] == UInt8(ascii: "<") else {
                guard !open.isEmpty || isSpace(bytes[position]) else {
                    throw fault("text outside of the root element")
                }
                advance()
                continue
            }
            if skip("<!--") {
                try skipPast("-->", "comment")
            } else if skip("<?") {
                try skipPast("?>", "processing instruction")
            } else if skip("<!") {
                throw fault("document types are not supported")
            } else if skip("</") {
                return try readEnd()
            } else {
                advance()
                return try readStart()
            }
        }
        if let last = open.last { throw fault("<\(last.name)> of line \(last.line) is never closed") }
        return nil
    }

    private mutating func readEnd() throws(XMLFault) -> Event {
        let name = try readName()
        skipSpace()
        guard skip(">") else { throw fault("</\(name)> lacks its >") }
        guard let last = open.popLast() else { throw fault("</\(name)> closes nothing") }
        guard last.name == name else { throw fault("</\(name)> where <\(last.name)> of line \(last.line) is open") }
        return .end(name: name)
    }

    private mutating func readStart() throws(XMLFault) -> Event {
        let start = line
        let name = try readName()
        if open.isEmpty {
            guard !hadRoot else { throw fault("<\(name)> follows the root element") }
            hadRoot = true
        }
        var attributes: [String: String] = [:]
        while true {
            let hadSpace = skipSpace()
            if skip("/>") {
                pendingEnd = name
                break
            }
            if skip(">") { break }
            guard position < bytes.count else { throw fault("<\(name)> of line \(start) lacks its >") }
            guard hadSpace else { throw fault("<\(name)> has something that is not an attribute") }
            let key = try readName()
            skipSpace()
            guard skip("=") else { throw fault("attribute \(key) lacks its value") }
            skipSpace()
            guard attributes.updateValue(try readValue(of: key), forKey: key) == nil else {
                throw fault("attribute \(key) is there twice")
            }
        }
        open.append((name, start))
        return .start(name: name, attributes: attributes, line: start)
    }

    private mutating func readName() throws(XMLFault) -> String {
        let start = position
        while position < bytes.count, isNameByte(bytes[position]) { position += 1 }
        guard position > start else { throw fault("a name is missing") }
        return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    private mutating func readValue(of key: String) throws(XMLFault) -> String {
        guard position < bytes.count, bytes[position] == UInt8(ascii: "\"") || bytes[position] == UInt8(ascii: "'")
        else { throw fault("attribute \(key) has no quotes") }
        let quote = bytes[position]
        position += 1
        var value: [UInt8] = []
        while position < bytes.count, bytes[position] != quote {
            switch bytes[position] {
            case UInt8(ascii: "<"): throw fault("attribute \(key) contains <")
            case UInt8(ascii: "&"): value += try readEntity().utf8
            default:
                value.append(bytes[position])
                advance()
            }
        }
        guard position < bytes.count else { throw fault("attribute \(key) is never closed") }
        position += 1
        return String(decoding: value, as: UTF8.self)
    }

    private mutating func readEntity() throws(XMLFault) -> String {
        position += 1
        let start = position
        while position < bytes.count, bytes[position] != UInt8(ascii: ";"), position - start < 10 { position += 1 }
        let name = String(decoding: bytes[start..<position], as: UTF8.self)
        guard skip(";") else { throw fault("an entity lacks its ;") }
        switch name {
        case "lt": return "<"
        case "gt": return ">"
        case "amp": return "&"
        case "quot": return "\""
        case "apos": return "'"
        default: throw fault("unknown entity &\(name);")
        }
    }

    // MARK: Bytes

    private mutating func advance() {
        if bytes[position] == UInt8(ascii: "\n") { line += 1 }
        position += 1
    }

    private mutating func skip(_ text: String) -> Bool {
        guard bytes[position...].starts(with: text.utf8) else { return false }
        position += text.utf8.count
        return true
    }

    private mutating func skipPast(_ end: String, _ what: String) throws(XMLFault) {
        let start = line
        while position < bytes.count {
            if skip(end) { return }
            advance()
        }
        throw XMLFault(line: start, reason: "a \(what) is never closed")
    }

    @discardableResult
    private mutating func skipSpace() -> Bool {
        let start = position
        while position < bytes.count, isSpace(bytes[position]) { advance() }
        return position > start
    }

    private func isSpace(_ byte: UInt8) -> Bool { [0x20, 0x09, 0x0a, 0x0d].contains(byte) }

    private func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "-"), UInt8(ascii: ":"),
            UInt8(ascii: "."), 0x80...:
            true
        default: false
        }
    }

    private func fault(_ reason: String) -> XMLFault { XMLFault(line: line, reason: reason) }
}
