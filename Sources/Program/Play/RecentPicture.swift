public import Oriel

/// The picture of a recent medium, and whether its file is there.
public struct RecentPicture: Sendable {
    /// Nil if none was stored, or if it can't be read.
    public var image: OverlayImage?
    /// Whether the medium is a file that is no longer there.
    public var isMissing: Bool

    public init(image: OverlayImage? = nil, isMissing: Bool = false) {
        self.image = image
        self.isMissing = isMissing
    }
}
