package import OrielGeometry

/// How a picture comes in.
package enum OverlayEntrance: Hashable, Sendable {
    /// Grows out of this rectangle of its window, or shrinks out of it.
    case from(Rect)
    /// Its window's place isn't known.
    case fade
    /// It takes another picture's place, or had none of its own on the screen.
    case atOnce

    /// From `sourceRect` as far as it lies inside a surface of this size; a fade where nothing of it does.
    package init(sourceRect: Rect?, in surface: Size) {
        let bounds = Rect(origin: .zero, size: surface)
        if let visible = sourceRect?.intersection(bounds) {
            self = .from(visible)
        } else {
            self = .fade
        }
    }
}
