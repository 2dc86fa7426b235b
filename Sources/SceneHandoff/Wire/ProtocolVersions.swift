/// Range of protocol versions that a program supports. Each side sends its range in the greeting; the newest common
/// version is used.
package struct ProtocolVersions: Hashable, Sendable, CustomStringConvertible {
    package var lowest: UInt16
    package var highest: UInt16

    package init(_ lowest: UInt16, _ highest: UInt16) {
        self.lowest = lowest
        self.highest = highest
    }

    /// The versions that this program supports. Version 2 has a fixed layout and no range in its greeting: a sender of
    /// version 2 supports no other.
    package static let own = ProtocolVersions(2, 3)

    /// First version whose greeting keeps its layout and whose messages may have unknown trailing fields.
    package static let extensible: UInt16 = 3

    package func contains(_ version: UInt16) -> Bool { version >= lowest && version <= highest }

    /// Returns the newest common version; nil if there is none.
    package func agreed(with other: ProtocolVersions) -> UInt16? {
        let newest = min(highest, other.highest)
        return newest >= max(lowest, other.lowest) ? newest : nil
    }

    package var description: String { lowest == highest ? "version \(lowest)" : "versions \(lowest) to \(highest)" }
}

extension ProtocolVersions: WireValue {
    package func write(to writer: inout MessageWriter) {
        writer.write(lowest)
        writer.write(highest)
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        self.init(try reader.integer(), try reader.integer())
        guard lowest <= highest else { throw .value }
    }
}

/// Reason why a broker refuses a client.
package enum Refusal: Hashable, Sendable {
    /// There are too many clients, or too many players of this client.
    case full
    /// The broker supports other versions than the client.
    case versions(ProtocolVersions)
    /// A reason that this program doesn't know.
    case other
}

extension Refusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .full: "too many players are running; quit some of them"
        case .versions(let theirs):
            "the program that hosts the players speaks \(theirs) of their protocol, and this one "
                + "\(ProtocolVersions.own); update the older one and start it again"
        case .other: "the program that hosts the players refuses this one; quit that one"
        }
    }
}

extension Refusal: WireValue {
    package func write(to writer: inout MessageWriter) {
        // Version 2 sends no reason.
        guard writer.version >= ProtocolVersions.extensible else { return }
        switch self {
        case .full: writer.write(UInt8(0))
        case .versions(let versions):
            writer.write(UInt8(1))
            writer.write(versions)
        case .other: writer.write(UInt8.max)
        }
    }

    package init(from reader: inout MessageReader) throws(MessageError) {
        guard reader.version >= ProtocolVersions.extensible else {
            self = .full
            return
        }
        switch try reader.integer(UInt8.self) {
        case 0: self = .full
        case 1: self = .versions(try reader.value())
        default: self = .other
        }
    }
}
