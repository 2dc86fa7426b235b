public import OrielGeometry
public import OrielMedia

/// A frame and the way it is to be drawn.
public struct Picture {
    /// What shows through a frame that has alpha.
    public enum Backdrop: Hashable, Sendable {
        case black
        /// Light and dark grey squares with an edge of so many pixels.
        case checker(Int)
        /// Whatever is in the target, or behind it.
        case none
    }

    public var texture: FrameTexture
    /// Where it goes, in target pixels with y down, after rotation. The frame is stretched to it; aspect is the caller's.
    public var destination: Rect
    /// The part of the frame to show, in its samples before rotation; nil is all of it.
    public var crop: Rect?
    /// Clockwise; nil is what the frame asks for.
    public var rotation: VideoFrame.Rotation?
    /// Mirrored left to right, before rotation; nil is what the frame asks for.
    public var isFlipped: Bool?
    /// From 0, invisible, to 1.
    public var opacity: Double
    /// In target pixels; 0 is square.
    public var cornerRadius: Double
    public var backdrop: Backdrop

    public init(
        texture: FrameTexture, destination: Rect, crop: Rect? = nil, rotation: VideoFrame.Rotation? = nil,
        isFlipped: Bool? = nil, opacity: Double = 1, cornerRadius: Double = 0, backdrop: Backdrop = .black
    ) {
        self.texture = texture
        self.destination = destination
        self.crop = crop
        self.rotation = rotation
        self.isFlipped = isFlipped
        self.opacity = opacity
        self.cornerRadius = cornerRadius
        self.backdrop = backdrop
    }
}
