/// Tells when to look whether libavformat keeps a stream's bytes for ever: a parser takes pictures of a codec that isn't its own
/// for parts of one picture, and gives no packet of them. Value code.
package struct HoardWatch: Hashable, Sendable {
    /// Sound that ends so much later than the last picture makes it look.
    private static let patience = Duration.seconds(1)

    /// Where the last packet of pictures ends.
    package private(set) var end: Duration?
    /// Sound comes, and no pictures.
    package private(set) var isSuspicious = false

    package init() {}

    /// A packet came that ends there.
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
