public import OrielGeometry

/// A stamped frame found in a captured image.
public struct StampReading: Hashable, Sendable, Codable {
    /// Stream of the frame.
    public var stream: StampColor
    /// Index of the frame; if it is torn, the newest one.
    public var index: Int
    /// Rectangle of the whole frame in pixels of the captured image; may extend beyond it. Exact to two pixels if the
    /// outer quarters are visible, to eight if only one quarter is.
    public var picture: Rect
    /// Number of quarters read, out of four; the others are covered, outside or damaged.
    public var quarters: Int
    /// Whether quarters of one frame have different indexes.
    public var isTorn: Bool

    public init(stream: StampColor, index: Int, picture: Rect, quarters: Int, isTorn: Bool = false) {
        self.stream = stream
        self.index = index
        self.picture = picture
        self.quarters = quarters
        self.isTorn = isTorn
    }
}
