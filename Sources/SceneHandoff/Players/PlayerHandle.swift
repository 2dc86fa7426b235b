/// A player as its own process numbers it; unique on one connection.
package struct PlayerHandle: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
}

extension PlayerHandle: WireValue {
    package func write(to writer: inout MessageWriter) { writer.write(rawValue) }
    package init(from reader: inout MessageReader) throws(MessageError) { self.init(rawValue: try reader.integer()) }
}

/// Names a question until its answer has come; whoever asks numbers them.
package struct Ticket: RawRepresentable, Hashable, Sendable {
    package var rawValue: UInt32
    package init(rawValue: UInt32) { self.rawValue = rawValue }
}

extension Ticket: WireValue {
    package func write(to writer: inout MessageWriter) { writer.write(rawValue) }
    package init(from reader: inout MessageReader) throws(MessageError) { self.init(rawValue: try reader.integer()) }
}
