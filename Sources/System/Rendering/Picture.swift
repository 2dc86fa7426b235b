public import OrielGeometry
public import OrielMedia

/// A frame and the way it is drawn.
public struct Picture {
    /// Background that shows through a frame with alpha.
    public enum Backdrop: Hashable, Sendable {
        case black
        /// Light and dark grey squares with an edge of this number of pixels.
        case checker(Int)
        /// The target's pixels, or the content behind it.
        case none
    }

    public var texture: FrameTexture
    /// Destination in target pixels with y down, after rotation. The frame is stretched to it; its aspect is the
    /// caller's choice.
    public var destination: Rect
    /// Part of the frame to show, in its samples before rotation; nil for all of it.
    public var crop: Rect?
    /// Clockwise rotation; nil for the frame's own.
    public var rotation: VideoFrame.Rotation?
    /// Whether the frame is mirrored left to right before rotation; nil for the frame's own value.
    public var isFlipped: Bool?
    /// Opacity from 0 (invisible) to 1.
    public var opacity: Double
    /// Radius of the corners in target pixels; 0 for square ones.
    public var cornerRadius: Double
    public var backdrop: Backdrop
    /// Width in target pixels of a light line along the edge, where corners are round.
    package var line = 0
    /// Whether each frame has another size for a moment: one read a pixel does, and no step waits for a shader.
    package var isMoving = false
    /// The area with the round corners, black beside the picture; nil if the picture has them.
    package var roundedArea: Rect?

    /// Round corners with a line.
    package var edge: PictureEdge {
        get { PictureEdge(radius: Int(cornerRadius), line: line) }
        set { (cornerRadius, line) = (Double(newValue.radius), newValue.line) }
    }

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
