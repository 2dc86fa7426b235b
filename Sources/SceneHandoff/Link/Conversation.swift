import OrielPictureInPicture

/// One end of a connection: numbers what it sends, checks what it receives, and knows since when the other end has not
/// acknowledged. What is sent acknowledges what was read before it.
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
        told = received
        if case .acknowledge = message {
            return Envelope(generation: generation, sequence: 0, acknowledged: received, message: message).bytes
        }
        sent &+= 1
        numbers.append(sent)
        times.append(now)
        return Envelope(generation: generation, sequence: sent, acknowledged: received, message: message).bytes
    }

    /// Takes a packet. Nil for an acknowledgement, which is noted.
    package mutating func receive(_ bytes: [UInt8]) throws(MessageError) -> Envelope? {
        let envelope = try Envelope(bytes)
        let number = envelope.acknowledged
        guard number <= sent, number >= acknowledged else { throw .sequence }
        if case .acknowledge = envelope.message {
            guard envelope.sequence == 0 else { throw .sequence }
        } else {
            guard envelope.sequence == received &+ 1 else { throw .sequence }
            received = envelope.sequence
        }
        if number > acknowledged {
            acknowledged = number
            let count = numbers.prefix { $0 <= number }.count
            numbers.removeFirst(count)
            times.removeFirst(count)
        }
        if case .acknowledge = envelope.message { return nil }
        return envelope
    }

    /// Something was read that nothing sent since has acknowledged.
    package var owesAcknowledgement: Bool { received != told }
    /// What the other end knows was read.
    private var told: UInt32 = 0
    /// How long an acknowledgement may wait for a message that it can go along with; a small part of T_peer.
    var acknowledgementDelay: Duration { min(.milliseconds(50), patience / 8) }

    /// How many messages were sent and not acknowledged.
    package var outstanding: Int { numbers.count }

    /// Whether everything sent was acknowledged.
    package var isSettled: Bool { numbers.isEmpty }

    /// When the other end will have been silent for too long; nil while nothing is outstanding.
    package var deadline: Duration? { times.first.map { $0 + patience } }
}
