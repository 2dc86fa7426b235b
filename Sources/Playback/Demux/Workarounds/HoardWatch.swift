package import OrielLibav

/// Suspects that libavformat keeps a video stream's bytes forever. A parser that gets frames of another codec takes
/// them for parts of one frame and outputs no packet. Value code.
package struct HoardWatch: Hashable, Sendable {
    /// Time by which audio has to outrun video to raise the suspicion.
    private static let patience = Duration.seconds(1)
    /// Number of pieces that the parser has to have taken since the last packet. One large frame comes in a few.
    private static let pieces = 8

    /// End of the last video packet; nil before the first.
    package private(set) var end: Duration?
    private var isOutrun = false
    /// Bytes that the parser had taken at the last packet of any stream.
    private var parsed: Int64?
    private var count = 0

    package init() {}

    /// Whether audio comes but no video, although the parser takes data.
    package var isSuspicious: Bool { isOutrun && count >= Self.pieces }

    /// Notes a packet.
    /// - Parameters:
    ///   - time: its end.
    ///   - bytes: number of the video's bytes that the parser has taken; nil without a parser.
    package mutating func note(_ kind: StreamKind, until time: Duration?, parsed bytes: Int64?) {
        defer { parsed = bytes }
        guard let time else { return }
        switch kind {
        case .video:
            end = time
            isOutrun = false
            count = 0
        case .audio:
            isOutrun = end.map { time - $0 > Self.patience } ?? false
            if bytes != parsed { count += 1 }
        }
    }

    /// Begins the count anew after the parser's bytes were taken.
    package mutating func beginAgain() { count = 0 }
}
