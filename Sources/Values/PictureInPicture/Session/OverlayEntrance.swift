package import OrielGeometry

/// Animation with which an overlay appears.
package enum OverlayEntrance: Hashable, Sendable {
    /// Grows or shrinks from this rectangle of its window.
    case from(Rect)
    /// Fades in; the window's position isn't known.
    case fade
    /// Appears at once: it takes another overlay's place, or had no visible window.
    case atOnce

    /// Animates from the part of `sourceRect` inside a surface of this size; fades if there is none.
    package init(sourceRect: Rect?, in surface: Size) {
        let bounds = Rect(origin: .zero, size: surface)
        if let visible = sourceRect?.intersection(bounds) {
            self = .from(visible)
        } else {
            self = .fade
        }
    }
}
