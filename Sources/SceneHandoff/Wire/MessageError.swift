/// Why bytes are no message. Whoever sent them is disconnected, whatever the reason.
package enum MessageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Shorter than its header or its fields say.
    case truncated
    /// Longer than a message may be, or a field longer than its bound.
    case oversized
    /// Something else than a message of this protocol.
    case foreign
    /// A version of the protocol that this program doesn't speak, or another one than was agreed on.
    case version(UInt16)
    /// A kind of message that this version doesn't have, and that may not be skipped.
    case kind(UInt16)
    /// A field with a value that it can't have.
    case value
    /// More bytes than its fields need.
    case surplus
    /// Not the next one of its connection: replayed, or one is missing.
    case sequence

    package var description: String {
        switch self {
        case .truncated: "a message was cut short"
        case .oversized: "a message or one of its fields was too large"
        case .foreign: "something else than an Oriel message came"
        case .version(let version): "the other side speaks version \(version) of the protocol"
        case .kind(let kind): "a message of the unknown kind \(kind) came"
        case .value: "a message had an impossible value"
        case .surplus: "a message was longer than its fields"
        case .sequence: "a message came twice or out of order"
        }
    }
}
