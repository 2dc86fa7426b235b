/// Reason why bytes are not a valid message. In all cases the sender is disconnected.
package enum MessageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// Shorter than its header or fields require.
    case truncated
    /// Longer than a message may be, or a field is longer than its limit.
    case oversized
    /// Not a message of this protocol.
    case foreign
    /// Another version of the protocol than this program's.
    case version(UInt16)
    /// An unknown kind of message that must not be skipped.
    case kind(UInt16)
    /// A field with an invalid value.
    case value
    /// More bytes than its fields need.
    case surplus
    /// Out of order on its connection: repeated, or one is missing.
    case sequence

    package var description: String {
        switch self {
        case .truncated: "a message was cut short"
        case .oversized: "a message or one of its fields was too large"
        case .foreign: "received data that is no Oriel message"
        case .version(let version): "the other side speaks version \(version) of the protocol"
        case .kind(let kind): "a message of the unknown kind \(kind) came"
        case .value: "a message had an impossible value"
        case .surplus: "a message was longer than its fields"
        case .sequence: "a message came twice or out of order"
        }
    }
}
