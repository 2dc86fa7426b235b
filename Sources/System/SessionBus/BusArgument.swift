import CSessionBus

/// A value of a message on a bus: an argument of a call, or a property.
package enum BusArgument: Hashable, Sendable {
    /// A string (`s`).
    case text(String)
    /// An object path (`o`).
    case path(String)
    case boolean(Bool)
    /// A 32-bit unsigned number (`u`).
    case number(UInt32)
    /// A 32-bit signed number (`i`).
    case signed(Int32)
    /// A 64-bit signed number (`x`).
    case integer(Int64)
    /// A floating-point number (`d`).
    case decimal(Double)
    /// An array of strings (`as`).
    case texts([String])
    /// A dictionary with variants as values (`a{sv}`).
    case options([Option])
    /// An array of bytes (`ay`), such as a path.
    case bytes([UInt8])
    /// A structure of these members (`(…)`).
    case structure([BusArgument])
    /// An array of values of a type, such as `(us)`.
    case array(of: String, [BusArgument])
    /// A value with its type (`v`).
    indirect case variant(BusArgument)
    /// An entry of a dictionary of strings (`{ss}`).
    case entry(String, String)

    /// An entry of a dictionary.
    package struct Option: Hashable, Sendable {
        package var name: String
        package var value: BusArgument

        package init(_ name: String, _ value: BusArgument) {
            self.name = name
            self.value = value
        }
    }

    /// The text of a string; nil for other types.
    var text: String? { if case .text(let text) = self { text } else { nil } }
    var texts: [String]? { if case .texts(let texts) = self { texts } else { nil } }
    var number: UInt32? { if case .number(let number) = self { number } else { nil } }
    var boolean: Bool? { if case .boolean(let value) = self { value } else { nil } }

    /// The members of a structure, or the values of an array; none for other types.
    var items: [BusArgument] {
        switch self {
        case .structure(let items), .array(_, let items): items
        default: []
        }
    }

    /// An entry of a dictionary as it was read; nil for other structures.
    var option: Option? { items.count == 2 ? items[0].text.map { Option($0, items[1]) } : nil }

    /// Value of a dictionary's key; nil if there is none.
    subscript(name: String) -> BusArgument? {
        if case .options(let options) = self { options.last { $0.name == name }?.value } else { nil }
    }

    /// A number or a boolean as decimal text, a string as it is; nil for other types.
    var plain: String? {
        switch self {
        case .text(let text): text
        case .boolean(let value): value ? "1" : "0"
        case .number(let value): "\(value)"
        case .signed(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .decimal(let value): "\(value)"
        default: nil
        }
    }

    /// D-Bus signature of the value.
    var signature: String {
        switch self {
        case .text: "s"
        case .path: "o"
        case .boolean: "b"
        case .number: "u"
        case .signed: "i"
        case .integer: "x"
        case .decimal: "d"
        case .texts: "as"
        case .options: "a{sv}"
        case .bytes: "ay"
        case .structure(let members): "(\(Self.signature(of: members)))"
        case .array(let type, _): "a\(type)"
        case .variant: "v"
        case .entry: "{ss}"
        }
    }

    /// Appends the value to a message. Returns 0 or more, or a negative errno.
    func append(to message: OpaquePointer) -> CInt {
        switch self {
        case .text(let text): Self.append("s", text, to: message)
        case .path(let path): Self.append("o", path, to: message)
        case .boolean(let value): Self.append("b", CInt(value ? 1 : 0), to: message)
        case .number(let value): Self.append("u", value, to: message)
        case .signed(let value): Self.append("i", value, to: message)
        case .integer(let value): Self.append("x", value, to: message)
        case .decimal(let value): Self.append("d", value, to: message)
        case .texts(let texts):
            Self.append("a", "s", to: message) {
                Self.each(texts) { Self.append("s", $0, to: message) }
            }
        case .bytes(let bytes):
            Self.append("a", "y", to: message) {
                Self.each(bytes) { Self.append("y", $0, to: message) }
            }
        case .structure(let members):
            Self.append("r", Self.signature(of: members), to: message) {
                Self.each(members) { $0.append(to: message) }
            }
        case .array(let type, let values):
            Self.append("a", type, to: message) { Self.each(values) { $0.append(to: message) } }
        case .variant(let value): Self.append("v", value.signature, to: message) { value.append(to: message) }
        case .entry(let key, let value):
            Self.append("e", "ss", to: message) {
                Self.each([key, value]) { Self.append("s", $0, to: message) }
            }
        case .options(let options):
            Self.append("a", "{sv}", to: message) {
                Self.each(options) { option in
                    Self.append("e", "sv", to: message) {
                        let result = Self.append("s", option.name, to: message)
                        return result < 0 ? result : Self.variant(option.value).append(to: message)
                    }
                }
            }
        }
    }

    private static func signature(of members: [BusArgument]) -> String {
        members.reduce(into: "") { $0 += $1.signature }
    }

    private static func each<Element>(_ elements: [Element], _ append: (Element) -> CInt) -> CInt {
        for element in elements {
            let result = append(element)
            guard result >= 0 else { return result }
        }
        return 0
    }

    private static func append(_ type: Unicode.Scalar, _ text: String, to message: OpaquePointer) -> CInt {
        sd.append_basic(message, CChar(truncatingIfNeeded: type.value), text)
    }

    private static func append<Value: BitwiseCopyable>(
        _ type: Unicode.Scalar, _ value: Value, to message: OpaquePointer
    ) -> CInt {
        withUnsafePointer(to: value) { sd.append_basic(message, CChar(truncatingIfNeeded: type.value), $0) }
    }

    private static func append(
        _ container: Unicode.Scalar, _ contents: String, to message: OpaquePointer, _ body: () -> CInt
    ) -> CInt {
        var result = sd.open_container(message, CChar(truncatingIfNeeded: container.value), contents)
        if result >= 0 { result = body() }
        if result >= 0 { result = sd.close_container(message) }
        return result
    }
}
