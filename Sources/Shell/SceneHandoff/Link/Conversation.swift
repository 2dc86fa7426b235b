import OrielPictureInPicture

/// One end of a connection: numbers sent messages, checks received ones and measures how long the other end has not
/// acknowledged. Each sent message acknowledges all received before it.
package struct Conversation: Hashable, Sendable {
    /// Maximum time without acknowledgement (T_peer).
    package let patience: Duration
    private var sent: UInt32 = 0
    private var received: UInt32 = 0
    private var acknowledged: UInt32 = 0
    /// Host times at which the messages not yet acknowledged were sent, from number `acknowledged` + 1 to `sent`.
    private var times: [Duration] = []

    /// - Parameter patience: maximum time without acknowledgement.
    package init(patience: Duration = PictureInPictureTimings().peer) { self.patience = patience }

    /// Numbers a message and returns its bytes.
    package mutating func send(_ message: Message, generation: UInt32, at now: Duration) -> [UInt8] {
        told = received
        if case .acknowledge = message {
            return Envelope(generation: generation, sequence: 0, acknowledged: received, message: message).bytes
        }
        sent &+= 1
        times.append(now)
        return Envelope(generation: generation, sequence: sent, acknowledged: received, message: message).bytes
    }

    /// Decodes and checks a packet. Nil for acknowledgements and for messages to be skipped.
    /// - Throws: `MessageError` if the packet is invalid or out of order.
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
        times.removeFirst(Int(number - acknowledged))
        acknowledged = number
        switch envelope.message {
        case .acknowledge, .unknown: return nil
        default: return envelope
        }
    }

    /// Whether a received message has not been acknowledged by a sent one.
    package var owesAcknowledgement: Bool { received != told }
    /// Number of the last received message that was acknowledged.
    private var told: UInt32 = 0
    /// How long an acknowledgement may wait for a message that can carry it; a small part of T_peer.
    var acknowledgementDelay: Duration { min(.milliseconds(50), patience / 8) }

    /// Number of sent messages that were not acknowledged.
    package var outstanding: Int { times.count }

    /// Whether all sent messages were acknowledged.
    package var isSettled: Bool { times.isEmpty }

    /// Host time at which the other end counts as hung; nil if all messages were acknowledged.
    package var deadline: Duration? { times.first.map { $0 + patience } }
}
