/// Reason why a broker refuses a client.
package enum Refusal: Hashable, Sendable {
    /// There are too many clients, or too many players of this client.
    case full
    /// The broker uses another version of the protocol than the client.
    case version
    /// A reason that this program doesn't know.
    case other
}

extension Refusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .full: "too many players are running; quit some of them"
        case .version: "the program that hosts the players was started by another version of Oriel; restart it"
        case .other: "the program that hosts the players refuses this one; quit that one"
        }
    }
}

extension Refusal: WireValue {
    package func write(to writer: inout MessageWriter) {
        switch self {
        case .full: writer.write(case: 0)
        case .version: writer.write(case: 1)
        case .other: writer.write(case: UInt8.max)
        }
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        switch try reader.value(UInt8.self) {
        case 0: self = .full
        case 1: self = .version
        default: self = .other
        }
    }
}
