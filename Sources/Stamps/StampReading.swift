public import OrielGeometry

/// One stamped stream as it stood in a captured picture.
public struct StampReading: Hashable, Sendable, Codable {
    /// Which stream.
    public var stream: StampColor
    /// The frame's index; where the picture is torn, the newest one.
    public var index: Int
    /// Where the whole frame stands, in the captured picture's pixels: exact to two pixels where the outer quarters are
    /// visible, to eight where only one quarter is. It may reach past the picture's edges.
    public var picture: Rect
    /// How many of the four quarters were read; the others are covered, outside or damaged.
    public var quarters: Int
    /// True if quarters of one frame showed different indexes.
    public var isTorn: Bool

    public init(stream: StampColor, index: Int, picture: Rect, quarters: Int, isTorn: Bool = false) {
        self.stream = stream
        self.index = index
        self.picture = picture
        self.quarters = quarters
        self.isTorn = isTorn
    }
}
