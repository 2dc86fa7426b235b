import OrielGeometry

/// What a pointer or a finger does to the app's drawings over one picture. The highest one that wants a press has it up to its end.
/// What it tells the app may let the app do anything, be it to dispatch further events.
@MainActor
package final class ContentOverlayHands {
    private unowned let picture: PictureSurface
    /// The one that is held, be it taken from the picture meanwhile.
    private var held: ContentOverlayLayer?
    /// The one that a pointer is on.
    private weak var hovered: ContentOverlayLayer?

    package init(_ picture: PictureSurface) { self.picture = picture }

    /// A press is one's own.
    package var isHolding: Bool { held != nil }

    /// - Returns: whether Oriel's controls have no part in it.
    package func moved(to x: Double, _ y: Double) -> Bool {
        if let held { return tell(held, x, y, ContentOverlay.PointerEvent.moved) || true }
        let layer = layer(at: x, y)
        if hovered !== layer { left() }
        guard let layer else { return false }
        hovered = layer
        return tell(layer, x, y, ContentOverlay.PointerEvent.moved)
    }

    package func left() {
        if let hovered { _ = hovered.overlay.onPointer?(.left) }
        hovered = nil
    }

    /// - Returns: whether it is the app's.
    package func pressed(_ x: Double, _ y: Double) -> Bool {
        guard held == nil, let layer = layer(at: x, y), tell(layer, x, y, ContentOverlay.PointerEvent.pressed) else {
            return false
        }
        held = layer
        return true
    }

    /// - Returns: whether the press was the app's.
    package func released(_ x: Double, _ y: Double) -> Bool {
        guard let layer = held else { return false }
        held = nil
        _ = tell(layer, x, y, ContentOverlay.PointerEvent.released)
        return true
    }

    package func cancelled() {
        guard let layer = held else { return }
        held = nil
        _ = layer.overlay.onPointer?(.cancelled)
    }

    private func layer(at x: Double, _ y: Double) -> ContentOverlayLayer? {
        let point = Point(x: Int(x.rounded(.down)), y: Int(y.rounded(.down)))
        return picture.stack.overlays.last { $0.overlay.onPointer != nil && $0.frame.contains(point) }
    }

    private func tell(
        _ layer: ContentOverlayLayer, _ x: Double, _ y: Double, _ event: (Double, Double) -> ContentOverlay.PointerEvent
    ) -> Bool {
        let frame = layer.frame
        return layer.overlay.onPointer?(event(x - Double(frame.x), y - Double(frame.y))) ?? false
    }
}
