/// Tells that a stream can't be decoded on in its middle: broadcasts and joined files change their codec, and libavformat goes by the
/// first table of a stream. Value code.
package struct StreamWatch: Hashable, Sendable {
    package enum Finding: Hashable, Sendable {
        /// Another codec, by libavcodec's name.
        case becomes(String)
        case undecodable
    }

    /// So many packets after one that was refused, or whose frame was damaged, the stream is looked at more closely.
    private static let trouble = 64
    /// In a row, without a frame: damage is shorter.
    private static let refusalLimit = 150
    /// The same for less in a longer time.
    private static let fewRefusals = 8
    private static let patience = Duration.seconds(2)

    private let codec: String
    private var suspicion = 0
    private var refusals = 0
    /// Where the last frame that was decoded ends.
    private var decodedUntil: Duration?

    /// - Parameter codec: libavcodec's name.
    package init(_ codec: String) { self.codec = codec }

    /// Since when nothing could be decoded.
    package var end: Duration { decodedUntil ?? .zero }

    /// A run begins.
    package mutating func begin() {
        suspicion = 0
        refusals = 0
        decodedUntil = nil
    }

    /// A packet was refused.
    package mutating func noteRefusal() {
        suspicion = Self.trouble
        refusals += 1
    }

    /// A frame came that ends there.
    package mutating func noteFrame(until end: Duration, isDamaged: Bool) {
        if isDamaged {
            suspicion = Self.trouble
        } else {
            refusals = 0
            decodedUntil = end
        }
    }

    /// Looks at a packet that was given to the decoder.
    package mutating func look(at data: UnsafeRawBufferPointer, until end: Duration?) -> Finding? {
        guard suspicion > 0, let decodedUntil else { return nil }
        suspicion -= 1
        if let other = CodecSign.codec(of: data), other != codec { return .becomes(other) }
        let isLong = end.map { $0 - decodedUntil >= Self.patience } ?? false
        guard refusals >= Self.refusalLimit || refusals >= Self.fewRefusals && isLong else { return nil }
        return .undecodable
    }
}
