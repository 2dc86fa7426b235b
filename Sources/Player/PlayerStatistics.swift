import OrielTransport

/// Counts of a player's frames since it was opened.
public struct PlayerStatistics: Hashable, Sendable {
    /// Different frames that a commit showed and the compositor presented.
    public var presented = 0
    /// Frames that were passed over because their time had gone by.
    public var dropped = 0
    /// Frames shown more than one refresh after their time.
    public var late = 0
    /// Refreshes that showed the old picture again although a new one was due.
    public var repeated = 0

    /// How often a frame's samples were copied into a texture, or drawn by the processor: once a frame, and once more for each other
    /// size that it is shown at. None for buffers that the graphics driver draws where they lie (`Dmabuf`).
    public var copied = 0

    /// Of a player that has shown nothing.
    public init() {}

    init(presented: Int, copied: Int, _ counts: Transport.Counts) {
        self.presented = presented
        self.copied = copied
        dropped = counts.dropped
        late = counts.late
        repeated = counts.repeated
    }
}
