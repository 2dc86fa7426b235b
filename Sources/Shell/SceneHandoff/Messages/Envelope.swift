import OrielPlatform

/// A message with its header: one packet.
///
/// | bytes | field |
/// |---|---|
/// | 0–3 | `ORIL` |
/// | 4–5 | version of the protocol |
/// | 6–7 | kind of the message |
/// | 8–11 | generation of the broker; 0 in a client's `hello` |
/// | 12–15 | number of the message on its connection and direction, from 1; 0 for `acknowledge` |
/// | 16–19 | last number received from the other side; 0 before the first |
/// | 20–23 | number of bytes that follow |
///
/// The contents may be longer than this program expects: fields that other programs of this version add come last and
/// are ignored.
package struct Envelope: Hashable, Sendable {
    package static let magic: UInt32 = 0x4C49_524F
    package static let headerSize = 24
    /// Version of the protocol. Programs of another version are refused.
    package static let version: UInt16 = 4

    package var generation: UInt32
    package var sequence: UInt32
    package var acknowledged: UInt32
    package var message: Message

    package init(
        generation: UInt32, sequence: UInt32, acknowledged: UInt32 = 0, message: Message
    ) {
        self.generation = generation
        self.sequence = sequence
        self.acknowledged = acknowledged
        self.message = message
    }

    /// The packet's bytes; always within the maximum size, since every field is bounded.
    package var bytes: [UInt8] {
        var writer = MessageWriter()
        writer.write(Self.magic, Self.version, message.kind, generation, sequence, acknowledged)
        writer.writeCounted { message.write(to: &$0) }
        return writer.bytes
    }

    /// Decodes a packet.
    /// - Throws: `MessageError` if it isn't a valid message.
    package init(_ bytes: [UInt8]) throws(MessageError) {
        guard bytes.count <= SeqPacketSocket.maximumMessageSize else { throw .oversized }
        var reader = MessageReader(bytes[...])
        guard try reader.value(UInt32.self) == Self.magic else { throw .foreign }
        let version = try reader.value(UInt16.self)
        guard version == Self.version else { throw .version(version) }
        let kind = try reader.value(UInt16.self)
        generation = try reader.value()
        sequence = try reader.value()
        acknowledged = try reader.value()
        let length = try reader.value(UInt32.self)
        let rest = bytes.count - Self.headerSize
        guard length <= rest else { throw .truncated }
        guard length == rest else { throw .surplus }
        message = try Message(kind: kind, from: &reader)
    }
}
