/// Place of a subsurface whose parent may be clipped.
package struct ClippedPlace: Hashable, Sendable {
    /// Position of the visible part on the parent's visible part.
    package let origin: Point
    /// The visible part, relative to the subsurface's own rectangle; nil if all of it, empty if nothing.
    package let part: Rect?

    /// - Parameters:
    ///   - rect: the subsurface's rectangle on the parent before it is clipped.
    ///   - clip: the parent's visible part; nil if all of it is visible.
    package init(of rect: Rect, in clip: Rect?) {
        guard let clip else {
            (origin, part) = (rect.origin, nil)
            return
        }
        let visible = rect.intersection(clip) ?? Rect(x: clip.x, y: clip.y, width: 0, height: 0)
        origin = Point(x: visible.x - clip.x, y: visible.y - clip.y)
        part =
            visible == rect
            ? nil
            : Rect(x: visible.x - rect.x, y: visible.y - rect.y, width: visible.width, height: visible.height)
    }
}
