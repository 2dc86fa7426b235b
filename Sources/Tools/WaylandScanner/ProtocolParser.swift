/// Parses protocol XML. The Swift compiler finds the faults that the generated code shows, such as a name twice.
package enum ProtocolParser {
    private typealias Model = ProtocolDescription

    /// Parses a file's bytes; `file` is its name in errors.
    package static func parse(_ bytes: [UInt8], file: String) throws(ScannerError) -> ProtocolDescription {
        do throws(XMLFault) {
            let document = try XMLElement(document: bytes)
            guard let root = document.elements("protocol").first else {
                throw XMLFault(line: 1, reason: "no <protocol> element")
            }
            return ProtocolDescription(name: try root.name(), interfaces: try root.elements("interface", interface))
        } catch {
            throw ScannerError(file: file, line: error.line, reason: error.reason)
        }
    }

    private static func interface(_ element: XMLElement) throws(XMLFault) -> Model.Interface {
        Model.Interface(
            name: try element.name(), version: try element.number("version"), summary: element.summary,
            requests: try element.elements("request", message), events: try element.elements("event", message),
            enumerations: try element.elements("enum", enumeration))
    }

    private static func message(_ element: XMLElement) throws(XMLFault) -> Model.Message {
        Model.Message(
            name: try element.name(), since: try element.number("since", default: 1),
            isDestructor: try element.flag("type", true: "destructor"), summary: element.summary,
            arguments: try element.elements("arg", argument))
    }

    private static func argument(_ element: XMLElement) throws(XMLFault) -> Model.Argument {
        let text = element.attributes["type"] ?? ""
        guard let type = Model.ArgumentType(rawValue: text) else {
            throw element.fault("argument \"\(try element.name())\" has the unknown type \"\(text)\"")
        }
        return Model.Argument(
            name: try element.name(), type: type, interface: element.attributes["interface"],
            enumeration: element.attributes["enum"], allowsNull: try element.flag("allow-null"))
    }

    private static func enumeration(_ element: XMLElement) throws(XMLFault) -> Model.Enumeration {
        Model.Enumeration(
            name: try element.name(), isBitfield: try element.flag("bitfield"), summary: element.summary,
            entries: try element.elements("entry") { entry throws(XMLFault) in
                Model.Entry(
                    name: try entry.name(), value: try entry.number("value"), summary: entry.attributes["summary"])
            })
    }
}

/// An element of a protocol file, with typed access to its attributes.
private struct XMLElement {
    let tag: String
    let attributes: [String: String]
    let line: Int
    var children: [XMLElement] = []

    /// Allowed children of each element; others would change the opcodes unseen. Their text isn't read.
    private static let children: [String: Set<String>] = [
        "": ["protocol"], "protocol": ["interface", "copyright", "description"],
        "interface": ["request", "event", "enum", "description"], "request": ["arg", "description"],
        "event": ["arg", "description"], "enum": ["entry", "description"], "arg": ["description"],
        "entry": ["description"],
    ]

    /// Reads a whole document; its root is the only child.
    init(document bytes: [UInt8]) throws(XMLFault) {
        var reader = try XMLReader(bytes)
        var open = [XMLElement(tag: "", attributes: [:], line: 1)]
        while let event = try reader.next() {
            switch event {
            case .start(let name, let attributes, let line):
                let parent = open[open.count - 1].tag
                guard Self.children[parent]?.contains(name) == true else {
                    let place = parent.isEmpty ? "nothing" : "<\(parent)>"
                    throw XMLFault(line: line, reason: "<\(name)> is not allowed inside \(place)")
                }
                open.append(XMLElement(tag: name, attributes: attributes, line: line))
            case .end:
                let ended = open.removeLast()
                open[open.count - 1].children.append(ended)
            }
        }
        self = open[0]
    }

    private init(tag: String, attributes: [String: String], line: Int) {
        (self.tag, self.attributes, self.line) = (tag, attributes, line)
    }

    func elements(_ tag: String) -> [XMLElement] { children.filter { $0.tag == tag } }

    func elements<T>(_ tag: String, _ parse: (XMLElement) throws(XMLFault) -> T) throws(XMLFault) -> [T] {
        var result: [T] = []
        for element in elements(tag) { result.append(try parse(element)) }
        return result
    }

    var summary: String? { elements("description").first?.attributes["summary"] }

    func fault(_ reason: String) -> XMLFault { XMLFault(line: line, reason: reason) }

    func name() throws(XMLFault) -> String {
        guard let name = attributes["name"], !name.isEmpty else { throw fault("<\(tag)> lacks name") }
        return name
    }

    /// Parses a 32-bit number, decimal or hexadecimal (`0x`); negative ones become their bit pattern.
    func number(_ key: String, default fallback: UInt32? = nil) throws(XMLFault) -> UInt32 {
        guard let text = attributes[key] else {
            if let fallback { return fallback }
            throw fault("<\(tag)> lacks \(key)")
        }
        let value =
            text.hasPrefix("0x")
            ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text) ?? Int32(text).map { UInt32(bitPattern: $0) }
        guard let value else { throw fault("<\(tag)> has \(key)=\"\(text)\", not a number of 32 bits") }
        return value
    }

    func flag(_ key: String, true yes: String = "true") throws(XMLFault) -> Bool {
        guard let text = attributes[key], text != "false" else { return false }
        guard text == yes else { throw fault("<\(tag)> has \(key)=\"\(text)\"") }
        return true
    }
}
