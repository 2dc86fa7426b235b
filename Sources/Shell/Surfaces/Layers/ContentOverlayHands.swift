import OrielGeometry

/// Routes pointer and touch events to the app's content overlays over one picture. The topmost overlay that takes a
/// press receives it up to its end. The app's handler may do anything, including dispatching further events.
@MainActor
package final class ContentOverlayHands {
    private unowned let picture: PictureSurface
    /// The overlay that holds a press, even if it was removed from the picture meanwhile.
    private var held: ContentOverlayLayer?
    /// The overlay under the pointer.
    private weak var hovered: ContentOverlayLayer?

    package init(_ picture: PictureSurface) { self.picture = picture }

    /// An overlay holds a press.
    package var isHolding: Bool { held != nil }

    /// Reports a motion to the overlay that holds a press, or else to the one under the pointer.
    /// - Returns: whether Oriel's controls must ignore the motion.
    package func moved(to x: Double, _ y: Double) -> Bool {
        if let held { return tell(held, x, y, ContentOverlay.PointerEvent.moved) || true }
        let layer = layer(at: x, y)
        if hovered !== layer { left() }
        guard let layer else { return false }
        hovered = layer
        return tell(layer, x, y, ContentOverlay.PointerEvent.moved)
    }

    /// Reports that the pointer left the picture.
    package func left() {
        if let hovered { _ = hovered.overlay.onPointer?(.left) }
        hovered = nil
    }

    /// Offers a press to the topmost overlay at a position.
    /// - Returns: whether the overlay took the press.
    package func pressed(_ x: Double, _ y: Double, isTouch: Bool) -> Bool {
        guard held == nil, let layer = layer(at: x, y) else { return false }
        layer.overlay.isTouched = isTouch
        guard tell(layer, x, y, ContentOverlay.PointerEvent.pressed) else { return false }
        held = layer
        return true
    }

    /// Reports the end of a press to the overlay that holds it.
    /// - Returns: whether an overlay held the press.
    package func released(_ x: Double, _ y: Double) -> Bool {
        guard let layer = held else { return false }
        held = nil
        _ = tell(layer, x, y, ContentOverlay.PointerEvent.released)
        return true
    }

    /// Reports the cancellation of a press to the overlay that holds it.
    package func cancelled() {
        guard let layer = held else { return }
        held = nil
        _ = layer.overlay.onPointer?(.cancelled)
    }

    /// Offers a turn of the wheel to the topmost overlay at a position.
    /// - Returns: whether the overlay took it.
    package func scrolled(by steps: Int, at x: Double, _ y: Double) -> Bool {
        layer(at: x, y)?.overlay.onScroll?(steps) ?? false
    }

    /// Whether an overlay gets all presses.
    package var isModal: Bool { picture.stack.overlays.contains { $0.isShown && $0.overlay.isModal } }

    private func layer(at x: Double, _ y: Double) -> ContentOverlayLayer? {
        let point = Point(x: Int(x.rounded(.down)), y: Int(y.rounded(.down)))
        return picture.stack.overlays.last {
            $0.isShown && $0.overlay.onPointer != nil && ($0.overlay.isModal || $0.frame.contains(point))
        }
    }

    private func tell(
        _ layer: ContentOverlayLayer, _ x: Double, _ y: Double, _ event: (Double, Double) -> ContentOverlay.PointerEvent
    ) -> Bool {
        let frame = layer.frame
        return layer.overlay.onPointer?(event(x - Double(frame.x), y - Double(frame.y))) ?? false
    }
}
