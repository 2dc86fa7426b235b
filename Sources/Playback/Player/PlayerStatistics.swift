import OrielTransport

/// Counts of a player's frames since it was opened.
public struct PlayerStatistics: Hashable, Sendable {
    /// Frames that the compositor has presented, each counted once.
    public var presented = 0
    /// Frames that were dropped because their time was over.
    public var dropped = 0
    /// Frames shown more than one refresh after their time.
    public var late = 0
    /// Refreshes that repeated the old frame although a new one was due.
    public var repeated = 0

    /// Copies of a frame's samples to a texture, and frames drawn by the processor: once per frame, and once more for
    /// each other size that it is shown at. Zero for buffers that the graphics driver draws in place (`Dmabuf`).
    public var copied = 0

    /// Makes the counts of a player that has shown nothing.
    public init() {}

    init(presented: Int, copied: Int, _ counts: Transport.Counts) {
        self.presented = presented
        self.copied = copied
        dropped = counts.dropped
        late = counts.late
        repeated = counts.repeated
    }
}
