/// Animation of an overlay from one placement to another. Pure; all times are of one clock.
public struct Glide: Hashable, Sendable {
    /// Duration of the animation.
    public static let duration = Motion.duration

    private let motion: Motion
    private let end: Placement
    private let area: Size

    /// Creates an animation; nil if both placements are equal or on different outputs.
    /// - Parameters:
    ///   - area: the usable area that both placements refer to, in logical pixels.
    ///   - beginning: time at which the overlay is still at its start.
    public init?(from start: Placement, to end: Placement, in area: Size, at beginning: Duration) {
        guard start.output == end.output, start.rect(in: area) != end.rect(in: area) else { return nil }
        motion = Motion(from: start.rect(in: area), to: end.rect(in: area), at: beginning)
        self.end = end
        self.area = area
    }

    /// Returns whether the animation has ended.
    public func isOver(at time: Duration) -> Bool { motion.isOver(at: time) }

    /// Returns the placement at a time, held by the corner of its end so that only margins and size change.
    public func placement(at time: Duration) -> Placement {
        guard !isOver(at: time) else { return end }
        return Placement(rect: motion.rect(at: time), holding: end.corner, in: area, output: end.output)
    }
}
