import OrielPictureInPicture

/// One end of a connection: numbers what it sends, checks what it receives, and knows since when the other end has not
/// acknowledged. What is sent acknowledges what was read before it. The version that both ends speak is that of the
/// broker's *welcome*.
package struct Conversation: Hashable, Sendable {
    /// T_peer.
    let patience: Duration
    private var sent: UInt32 = 0
    private var received: UInt32 = 0
    private var acknowledged: UInt32 = 0
    /// What was sent and not acknowledged, oldest first: its number, and the host time at which it was sent.
    private var numbers: [UInt32] = []
    private var times: [Duration] = []

    /// The version agreed on; until then, the one that is greeted in.
    package private(set) var version: UInt16
    private var isAgreed = false

    /// - Parameter version: that of the greeting.
    package init(
        patience: Duration = PictureInPictureTimings().peer, version: UInt16 = ProtocolVersions.own.highest
    ) {
        self.patience = patience
        self.version = version
    }

    /// The bytes of a message, numbered.
    package mutating func send(_ message: Message, generation: UInt32, at now: Duration) -> [UInt8] {
        told = received
        if case .acknowledge = message {
            return Envelope(
                version: version, generation: generation, sequence: 0, acknowledged: received, message: message
            ).bytes
        }
        sent &+= 1
        numbers.append(sent)
        times.append(now)
        return Envelope(
            version: version, generation: generation, sequence: sent, acknowledged: received, message: message
        ).bytes
    }

    /// Takes a packet. Nil for an acknowledgement, which is noted, and for what is to be skipped.
    package mutating func receive(_ bytes: [UInt8]) throws(MessageError) -> Envelope? {
        let envelope = try Envelope(bytes)
        guard !isAgreed || envelope.version == version else { throw .version(envelope.version) }
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
        switch envelope.message {
        case .acknowledge, .unknown: return nil
        case .hello(_, let versions): try agree(on: ProtocolVersions.own.agreed(with: versions), versions.highest)
        case .welcome: try agree(on: envelope.version, envelope.version)
        default: break
        }
        return envelope
    }

    private mutating func agree(on agreed: UInt16?, _ theirs: UInt16) throws(MessageError) {
        guard !isAgreed else { return }
        guard let agreed, ProtocolVersions.own.contains(agreed) else { throw .version(theirs) }
        version = agreed
        isAgreed = true
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
