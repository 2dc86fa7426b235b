package import OrielLibav

/// Suspects that libavformat keeps a video stream's bytes forever. A parser that gets frames of another codec takes
/// them for parts of one frame and outputs no packet. Value code.
package struct HoardWatch: Hashable, Sendable {
    /// Time by which audio has to outrun video to raise the suspicion.
    private static let patience = Duration.seconds(1)

    /// End of the last video packet; nil before the first.
    package private(set) var end: Duration?
    /// Whether audio comes but no video.
    package private(set) var isSuspicious = false

    package init() {}

    /// Notes the end of a packet.
    package mutating func note(_ kind: StreamKind, until time: Duration?) {
        guard let time else { return }
        switch kind {
        case .video:
            end = time
            isSuspicious = false
        case .audio: isSuspicious = end.map { time - $0 > Self.patience } ?? false
        }
    }
}
