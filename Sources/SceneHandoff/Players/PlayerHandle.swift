/// A player's number, assigned by its process and unique on its connection.
package struct PlayerHandle: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
}

extension PlayerHandle: WireValue {
    package func write(to writer: inout MessageWriter) { writer.write(rawValue) }
    package init(from reader: inout MessageReader) throws(MessageError) { self.init(rawValue: try reader.integer()) }
}

/// Number of a question until its answer, assigned by the asking side.
package struct Ticket: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
}

extension Ticket: WireValue {
    package func write(to writer: inout MessageWriter) { writer.write(rawValue) }
    package init(from reader: inout MessageReader) throws(MessageError) { self.init(rawValue: try reader.integer()) }
}
