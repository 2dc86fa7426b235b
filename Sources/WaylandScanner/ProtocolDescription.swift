/// A protocol file as read: names as they stand on the wire, nothing turned into Swift yet.
package struct ProtocolDescription: Sendable {
    package var name: String
    package var interfaces: [Interface] = []

    /// One `<interface>`.
    package struct Interface: Sendable {
        package var name: String
        package var version: UInt32
        package var line: Int
        package var summary: String?
        package var requests: [Message] = []
        package var events: [Message] = []
        package var enumerations: [Enumeration] = []
    }

    /// One `<request>` or `<event>`; its opcode is its place in the list.
    package struct Message: Sendable {
        package var name: String
        package var line: Int
        package var since: UInt32 = 1
        package var isDestructor = false
        package var summary: String?
        package var arguments: [Argument] = []
    }

    /// One `<arg>`.
    package struct Argument: Sendable {
        package var name: String
        package var line: Int
        package var type: ArgumentType
        /// The interface of an object or a new object, where the file fixes one.
        package var interface: String?
        /// The enumeration, as `name` or `interface.name`.
        package var enumeration: String?
        package var allowsNull = false
        package var summary: String?
    }

    /// The wire types; the raw value is the `type` attribute.
    package enum ArgumentType: String, Sendable {
        case int, uint, fixed, string, object, array, fd
        case newID = "new_id"

        /// The letter in libwayland's message signatures.
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

    /// One `<enum>`.
    package struct Enumeration: Sendable {
        package var name: String
        package var line: Int
        package var isBitfield = false
        package var summary: String?
        package var entries: [Entry] = []
    }

    /// One `<entry>`.
    package struct Entry: Sendable {
        package var name: String
        package var line: Int
        package var value: UInt32
        package var summary: String?
    }
}

extension ProtocolDescription.Message {
    /// As libwayland writes it: the version that added the message, then a letter per argument, `?` before a nullable one.
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

    /// The interface of each argument on the wire, in the order of the signature's letters.
    package var wireInterfaces: [String?] {
        arguments.flatMap { argument -> [String?] in
            argument.type == .newID && argument.interface == nil ? [nil, nil, nil] : [argument.interface]
        }
    }
}
