import OrielPictureInPicture

/// One end of a connection: numbers what it sends, checks what it receives, and knows since when the other end has not
/// acknowledged.
package struct Conversation: Hashable, Sendable {
    /// T_peer.
    let patience: Duration
    private var sent: UInt32 = 0
    private var received: UInt32 = 0
    private var acknowledged: UInt32 = 0
    /// What was sent and not acknowledged, oldest first: its number, and the host time at which it was sent.
    private var numbers: [UInt32] = []
    private var times: [Duration] = []

    package init(patience: Duration = PictureInPictureTimings().peer) { self.patience = patience }

    /// The bytes of a message, numbered.
    package mutating func send(_ message: Message, generation: UInt32, at now: Duration) -> [UInt8] {
        if case .acknowledge = message {
            return Envelope(generation: generation, sequence: 0, message: message).bytes
        }
        sent &+= 1
        numbers.append(sent)
        times.append(now)
        return Envelope(generation: generation, sequence: sent, message: message).bytes
    }

    /// Takes a packet. Nil for an acknowledgement, which is noted.
    package mutating func receive(_ bytes: [UInt8]) throws(MessageError) -> Envelope? {
        let envelope = try Envelope(bytes)
        if case .acknowledge(let number) = envelope.message {
            guard number <= sent, number >= acknowledged else { throw .sequence }
            acknowledged = number
            let count = numbers.prefix { $0 <= number }.count
            numbers.removeFirst(count)
            times.removeFirst(count)
            return nil
        }
        guard envelope.sequence == received &+ 1 else { throw .sequence }
        received = envelope.sequence
        return envelope
    }

    /// Acknowledges everything read so far; nil where nothing was since the last time.
    package mutating func acknowledgement() -> Message? {
        guard received != told else { return nil }
        told = received
        return .acknowledge(received)
    }
    private var told: UInt32 = 0

    /// How many messages were sent and not acknowledged.
    package var outstanding: Int { numbers.count }

    /// Whether everything sent was acknowledged.
    package var isSettled: Bool { numbers.isEmpty }

    /// When the other end will have been silent for too long; nil while nothing is outstanding.
    package var deadline: Duration? { times.first.map { $0 + patience } }
}
