/// Detects that a stream has become undecodable in the middle. Broadcasts and concatenated files change their codec,
/// but libavformat keeps to the stream's first description. Value code.
package struct StreamWatch: Hashable, Sendable {
    package enum Finding: Hashable, Sendable {
        /// Another codec, by its name in libavcodec.
        case becomes(String)
        case undecodable
    }

    /// Number of packets that are examined after a rejected packet or a damaged frame.
    private static let trouble = 64
    /// Consecutive rejected packets without a frame after which the stream is undecodable; mere damage is shorter.
    private static let refusalLimit = 150
    /// The lower number that suffices if no frame came for `patience`.
    private static let fewRefusals = 8
    private static let patience = Duration.seconds(2)

    private let codec: String
    private var suspicion = 0
    private var refusals = 0
    /// End of the last decoded frame; nil before the first.
    private var decodedUntil: Duration?

    /// Makes a watch for a run.
    /// - Parameter codec: the codec's name in libavcodec.
    package init(_ codec: String) { self.codec = codec }

    /// Media time from which nothing could be decoded.
    package var end: Duration { decodedUntil ?? .zero }

    /// Resets the watch at the start of a run.
    package mutating func begin() {
        suspicion = 0
        refusals = 0
        decodedUntil = nil
    }

    /// Notes that the decoder rejected a packet.
    package mutating func noteRefusal() {
        suspicion = Self.trouble
        refusals += 1
    }

    /// Notes a decoded frame that ends at `end`.
    package mutating func noteFrame(until end: Duration, isDamaged: Bool) {
        if isDamaged {
            suspicion = Self.trouble
        } else {
            refusals = 0
            decodedUntil = end
        }
    }

    /// Examines a packet that was sent to the decoder. Nil unless the stream has changed.
    package mutating func look(at data: UnsafeRawBufferPointer, until end: Duration?) -> Finding? {
        guard suspicion > 0, let decodedUntil else { return nil }
        suspicion -= 1
        if let other = CodecSign.codec(of: data), other != codec { return .becomes(other) }
        let isLong = end.map { $0 - decodedUntil >= Self.patience } ?? false
        guard refusals >= Self.refusalLimit || refusals >= Self.fewRefusals && isLong else { return nil }
        return .undecodable
    }
}
