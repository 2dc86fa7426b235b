/// The versions of the protocol that a program speaks, from the oldest to the newest; each side says its own in the
/// greeting, and the newest that both speak is agreed on.
package struct ProtocolVersions: Hashable, Sendable, CustomStringConvertible {
    package var lowest: UInt16
    package var highest: UInt16

    package init(_ lowest: UInt16, _ highest: UInt16) {
        self.lowest = lowest
        self.highest = highest
    }

    /// This program's. Version 2 has one layout for good and no word about versions: whoever greets in it speaks nothing
    /// else.
    package static let own = ProtocolVersions(2, 3)

    /// From this one on the greeting keeps its layout, and messages may have fields that the reader doesn't know.
    package static let extensible: UInt16 = 3

    package func contains(_ version: UInt16) -> Bool { version >= lowest && version <= highest }

    /// The newest that both speak; nil where there is none.
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

/// Why a broker takes a client not at all.
package enum Refusal: Hashable, Sendable {
    /// There are too many clients, or too many players of this one.
    case full
    /// The broker speaks other versions than the client.
    case versions(ProtocolVersions)
    /// For a reason that this program doesn't know.
    case other
}

extension Refusal: CustomStringConvertible {
    package var description: String {
        switch self {
        case .full: "too many players are running; quit some of them"
        case .versions(let theirs):
            "the program that hosts the players speaks \(theirs) of their protocol, and this one "
                + "\(ProtocolVersions.own); update the older one and start it again"
        case .other: "the program that hosts the players turns this one away; quit that one"
        }
    }
}

extension Refusal: WireValue {
    package func write(to writer: inout MessageWriter) {
        // Version 2 has no reasons.
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
