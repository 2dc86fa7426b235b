/// Parses protocol XML and checks it against the limits of the wire format. Stops at the first fault.
package struct ProtocolParser {
    private typealias Model = ProtocolDescription

    private enum Context { case request, event }

    private var result: ProtocolDescription?
    private var path: [String] = []
    private var interface: ProtocolDescription.Interface?
    private var message: (context: Context, value: ProtocolDescription.Message)?
    private var enumeration: ProtocolDescription.Enumeration?

    /// Parses a file's bytes; `file` is its name in errors.
    package static func parse(_ bytes: [UInt8], file: String) throws(ScannerError) -> ProtocolDescription {
        guard !bytes.isEmpty else { throw ScannerError(file: file, line: 1, reason: "the file is empty") }
        let result: ProtocolDescription?
        do throws(XMLFault) {
            var parser = ProtocolParser()
            try parser.read(bytes)
            result = parser.result
        } catch {
            throw ScannerError(file: file, line: error.line, reason: error.reason)
        }
        guard let result else { throw ScannerError(file: file, line: 1, reason: "no <protocol> element") }
        try ProtocolCheck(file: file).check(result)
        return result
    }

    /// Allowed parents of each element.
    private static let parents: [String: Set<String>] = [
        "protocol": [""], "interface": ["protocol"], "request": ["interface"], "event": ["interface"],
        "enum": ["interface"], "arg": ["request", "event"], "entry": ["enum"],
    ]

    private mutating func read(_ bytes: [UInt8]) throws(XMLFault) {
        var reader = try XMLReader(bytes)
        while let event = try reader.next() {
            switch event {
            case .start(let name, let attributes, let line):
                let parent = path.last ?? ""
                path.append(name)
                guard Self.parents[name]?.contains(parent) ?? true else {
                    let place = parent.isEmpty ? "nothing" : "<\(parent)>"
                    throw XMLFault(line: line, reason: "<\(name)> is not allowed inside \(place)")
                }
                do throws(Fault) {
                    try start(name, Attributes(element: name, values: attributes), line: line)
                } catch { throw XMLFault(line: line, reason: error.reason) }
            case .end(let name):
                path.removeLast()
                end(name)
            }
        }
    }

    private mutating func end(_ name: String) {
        switch name {
        case "interface":
            if let interface { result?.interfaces.append(interface) }
            interface = nil
        case "request", "event":
            guard let (context, value) = message else { return }
            if context == .request { interface?.requests.append(value) } else { interface?.events.append(value) }
            message = nil
        case "enum":
            if let enumeration { interface?.enumerations.append(enumeration) }
            enumeration = nil
        default: break
        }
    }

    private mutating func start(_ name: String, _ attributes: Attributes, line: Int) throws(Fault) {
        switch name {
        case "protocol":
            result = ProtocolDescription(name: try attributes.name())
        case "interface":
            interface = .init(
                name: try attributes.name(), version: try attributes.version("version"), line: line)
        case "request", "event":
            var value = Model.Message(name: try attributes.name(), line: line)
            value.since = try attributes.version("since", default: 1)
            if let type = attributes.values["type"] {
                guard type == "destructor" else { throw Fault("unknown message type \"\(type)\"") }
                value.isDestructor = true
            }
            if let interface, value.since > interface.version {
                throw Fault(
                    "\(name) \"\(value.name)\" is since version \(value.since), but \(interface.name) has only "
                        + "version \(interface.version)")
            }
            message = (name == "request" ? .request : .event, value)
        case "arg":
            let value = try argument(attributes, line: line)
            message?.value.arguments.append(value)
        case "enum":
            enumeration = .init(
                name: try attributes.name(), line: line, isBitfield: try attributes.flag("bitfield"))
        case "entry":
            let value = Model.Entry(
                name: try attributes.name(digitFirst: true), line: line, value: try attributes.number("value"),
                summary: attributes.values["summary"])
            enumeration?.entries.append(value)
        case "description":
            let summary = attributes.values["summary"]
            if enumeration != nil {
                if path.dropLast().last == "enum" { enumeration?.summary = summary }
            } else if message != nil {
                if path.dropLast().last != "arg" { message?.value.summary = summary }
            } else if interface != nil {
                interface?.summary = summary
            }
        case "copyright": break
        default: throw Fault("unknown element <\(name)>")
        }
    }

    private func argument(_ attributes: Attributes, line: Int) throws(Fault) -> ProtocolDescription.Argument {
        let name = try attributes.name()
        let text = try attributes.required("type")
        guard let type = Model.ArgumentType(rawValue: text) else {
            throw Fault("argument \"\(name)\" has the unknown type \"\(text)\"")
        }
        var value = Model.Argument(name: name, line: line, type: type)
        value.interface = attributes.values["interface"]
        value.enumeration = attributes.values["enum"]
        value.allowsNull = try attributes.flag("allow-null")
        value.summary = attributes.values["summary"]
        if value.interface != nil && type != .object && type != .newID {
            throw Fault("argument \"\(name)\" of type \(text) can't have an interface")
        }
        if value.enumeration != nil && type != .int && type != .uint {
            throw Fault("argument \"\(name)\" of type \(text) can't have an enumeration")
        }
        if value.allowsNull && type != .object && type != .string && type != .array {
            throw Fault("argument \"\(name)\" of type \(text) can't be null")
        }
        return value
    }
}

/// A fault at the current element.
struct Fault: Error {
    let reason: String
    init(_ reason: String) { self.reason = reason }
}

/// An element's attributes, with typed access.
struct Attributes {
    let element: String
    let values: [String: String]

    func required(_ key: String) throws(Fault) -> String {
        guard let value = values[key], !value.isEmpty else { throw Fault("<\(element)> lacks \(key)") }
        return value
    }

    /// The attribute `name`: letters, digits and underscores, valid in a Swift name.
    func name(digitFirst: Bool = false) throws(Fault) -> String {
        let name = try required("name")
        let plain = name.utf8.allSatisfy {
            (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) || (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0)
                || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) || $0 == UInt8(ascii: "_")
        }
        let startsWithDigit = name.utf8.first.map { $0 < UInt8(ascii: "A") } ?? true
        guard plain, digitFirst || !startsWithDigit else {
            throw Fault("<\(element)> has the unusable name \"\(name)\"")
        }
        return name
    }

    /// Parses a 32-bit number, decimal or hexadecimal (`0x`); negative ones become their bit pattern.
    func number(_ key: String) throws(Fault) -> UInt32 {
        let text = try required(key)
        let value: UInt32? =
            text.hasPrefix("0x")
            ? UInt32(text.dropFirst(2), radix: 16)
            : UInt32(text) ?? Int32(text).map { UInt32(bitPattern: $0) }
        guard let value else { throw Fault("<\(element)> has \(key)=\"\(text)\", not a number of 32 bits") }
        return value
    }

    func version(_ key: String, default fallback: UInt32? = nil) throws(Fault) -> UInt32 {
        if values[key] == nil, let fallback { return fallback }
        let value = try number(key)
        guard value >= 1 && value <= 0x7fff_ffff else { throw Fault("<\(element)> has \(key)=\"\(value)\"") }
        return value
    }

    func flag(_ key: String) throws(Fault) -> Bool {
        switch values[key] {
        case nil, "false": return false
        case "true": return true
        case .some(let text): throw Fault("<\(element)> has \(key)=\"\(text)\", neither true nor false")
        }
    }
}
