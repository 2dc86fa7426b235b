/// The contents of a protocol file, with the protocol's names.
package struct ProtocolDescription: Sendable {
    package var name: String
    package var interfaces: [Interface] = []

    /// An `<interface>` element.
    package struct Interface: Sendable {
        package var name: String
        package var version: UInt32
        package var summary: String?
        package var requests: [Message] = []
        package var events: [Message] = []
        package var enumerations: [Enumeration] = []
    }

    /// A `<request>` or `<event>` element; its opcode is its position in the list.
    package struct Message: Sendable {
        package var name: String
        package var since: UInt32 = 1
        package var isDestructor = false
        package var summary: String?
        package var arguments: [Argument] = []
    }

    /// An `<arg>` element.
    package struct Argument: Sendable {
        package var name: String
        package var type: ArgumentType
        /// Interface of an object or new object; nil if the file doesn't fix one.
        package var interface: String?
        /// Enumeration, as `name` or `interface.name`.
        package var enumeration: String?
        package var allowsNull = false
    }

    /// Types of arguments; the raw value is the `type` attribute.
    package enum ArgumentType: String, Sendable {
        case int, uint, fixed, string, object, array, fd
        case newID = "new_id"

        /// Letter in libwayland's message signatures.
        package var letter: String {
            switch self {
            case .int: "i"
            case .uint: "u"
            case .fixed: "f"
            case .string: "s"
            case .object: "o"
            case .newID: "n"
            case .array: "a"
            case .fd: "h"
            }
        }
    }

    /// An `<enum>` element.
    package struct Enumeration: Sendable {
        package var name: String
        package var isBitfield = false
        package var summary: String?
        package var entries: [Entry] = []
    }

    /// An `<entry>` element.
    package struct Entry: Sendable {
        package var name: String
        package var value: UInt32
        package var summary: String?
    }
}

extension ProtocolDescription.Message {
    /// libwayland's signature: the version that added the message, then a letter per argument, preceded by `?` if it is
    /// nullable.
    package var signature: String {
        var text = since > 1 ? String(since) : ""
        for argument in arguments {
            if argument.allowsNull { text += "?" }
            // A new object of any interface is preceded by the interface's name and version.
            if argument.type == .newID && argument.interface == nil { text += "su" }
            text += argument.type.letter
        }
        return text
    }

    /// Interface of each argument, in the order of the signature's letters.
    package var wireInterfaces: [String?] {
        arguments.flatMap { argument -> [String?] in
            argument.type == .newID && argument.interface == nil ? [nil, nil, nil] : [argument.interface]
        }
    }
}
