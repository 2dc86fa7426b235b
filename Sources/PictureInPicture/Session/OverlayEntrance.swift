package import OrielGeometry

/// How a picture comes in.
package enum OverlayEntrance: Hashable, Sendable {
    /// Grows out of this rectangle of its window.
    case from(Rect)
    case fade

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
