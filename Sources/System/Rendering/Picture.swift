public import OrielGeometry

/// A frame and the way it is drawn.
public struct Picture {
    public var texture: FrameTexture
    /// Destination in target pixels with y down, after rotation. The frame is stretched to it; its aspect is the
    /// caller's choice.
    public var destination: Rect
    /// Opacity from 0 (invisible) to 1.
    public var opacity = 1.0
    /// Radius of the corners in target pixels; 0 for square ones.
    public var cornerRadius = 0.0
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

    public init(texture: FrameTexture, destination: Rect) {
        self.texture = texture
        self.destination = destination
    }
}
