import OrielGeometry
import OrielSurfaces

/// Motions of the picture inside its surface, whose place on the output is unknown or filled.
extension PictureSurface {
    private static let liftDuration = Duration.milliseconds(160)

    /// Moves the picture inside a surface that has just appeared, from an area of it to its own place, once the surface
    /// is visible.
    /// - Parameters:
    ///   - duration: the motion's.
    ///   - start: returns the area in a surface of a size, in logical pixels; nil ends the motion.
    ///   - waits: returns whether the overlay is still on screen. The picture stays over it meanwhile, for half a
    ///     second at most.
    func glide(
        lasting duration: Duration = Motion.duration, from start: @escaping (Size) -> Rect?,
        while waits: @escaping () -> Bool
    ) {
        var motion: Motion?
        var limit: Duration?
        animation = { [weak self] presentation in
            guard let self, let end = self.place, let start = start(self.size) else {
                self?.drawnPart = nil
                return false
            }
            // The motion begins with the first presented frame, however late that is.
            var isHeld = true
            if self.hasContent {
                isHeld = limit.map { presentation < $0 } != false && waits()
                limit = isHeld ? limit ?? presentation + .milliseconds(500) : .zero
            }
            if motion == nil || motion?.end != end || isHeld {
                motion = Motion(
                    from: motion == nil ? start : self.drawnPart ?? start, to: end, at: presentation,
                    lasting: duration)
            }
            let isOver = motion?.isOver(at: presentation) ?? true
            self.drawnPart = isOver ? nil : motion?.rect(at: presentation)
            return !isOver
        }
    }

    /// Lets the picture grow out of the corner nearest to the overlay, for as long as a condition holds.
    /// - Parameter hasClearGround: whether what lies below is seen beside it.
    func grow(from overlay: Placement, hasClearGround: Bool, while condition: @escaping () -> Bool = { true }) {
        self.hasClearGround = hasClearGround
        glide(
            lasting: Self.liftDuration, from: { condition() ? Self.lifted(overlay, in: $0) : nil }, while: { false })
    }

    /// Shrinks the frame that is shown into the corner nearest to the overlay.
    /// - Parameters:
    ///   - hasClearGround: whether what lies below is seen beside it.
    ///   - step: receives the progress before each step, 0 to 1.
    ///   - done: called at the end.
    func shrink(
        to overlay: Placement, hasClearGround: Bool, step: @escaping (Double) -> Void, done: @escaping () -> Void
    ) {
        stack.hideMessage()
        stack.hideControls()
        freeze()
        self.hasClearGround = hasClearGround
        var motion: Motion?
        animation = { [weak self] presentation in
            guard let self, let start = motion?.start ?? self.drawnPart ?? self.place else { return false }
            // The first step is seen to move.
            let present =
                motion
                ?? Motion(
                    from: start, to: Self.lifted(overlay, in: self.size), at: presentation - .milliseconds(16),
                    lasting: Self.liftDuration)
            motion = present
            guard !present.isOver(at: presentation) else {
                done()
                return false
            }
            step(present.share(at: presentation))
            self.drawnPart = present.rect(at: presentation)
            return true
        }
    }

    /// The overlay's area in the corner of a surface, at most half as wide and high.
    private static func lifted(_ overlay: Placement, in size: Size) -> Rect {
        let shape = ContentFit(content: overlay.size)
            .destination(
                in: Size(
                    width: min(overlay.size.width, size.width / 2), height: min(overlay.size.height, size.height / 2)))
        return Placement(corner: overlay.corner, margins: EdgeInsets(), size: shape.size).rect(in: size)
    }
}
