package import OrielControls
import OrielGeometry
import OrielPlatform

/// Routes pointer, touch and key events to the app's content overlays over one picture. The topmost overlay that takes
/// a press receives it up to its end, and the one with the ring the keys. The app's handler may do anything, including
/// dispatching further events.
@MainActor
package final class ContentOverlayHands {
    private unowned let picture: PictureSurface
    /// The overlay that holds a press, even if it was removed from the picture meanwhile.
    private var held: ContentOverlayLayer?
    /// The overlay under the pointer.
    private weak var hovered: ContentOverlayLayer?

    /// The overlay that keys act on, or acted on last.
    private weak var lastFocus: ContentOverlay?
    /// The time for which the ring stays.
    private let hiding = LoopTimer()
    private let keepsFocus: () -> Bool
    /// Called when the focus has moved, or a key has acted.
    package var onFocus: () -> Void = {}

    /// - Parameter keepsFocus: returns whether the ring stays until the focus moves.
    package init(_ picture: PictureSurface, keepsFocus: @escaping () -> Bool) {
        (self.picture, self.keepsFocus) = (picture, keepsFocus)
    }

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
    package var isModal: Bool { picture.stack.overlays.contains { $0.takesHands && $0.overlay.isModal } }

    private func layer(at x: Double, _ y: Double) -> ContentOverlayLayer? {
        let point = Point(pixelAt: x, y, scale: 1)
        return picture.stack.overlays.last {
            $0.takesHands && $0.overlay.onPointer != nil && ($0.overlay.isModal || $0.frame.contains(point))
        }
    }

    private func tell(
        _ layer: ContentOverlayLayer, _ x: Double, _ y: Double, _ event: (Double, Double) -> ContentOverlay.PointerEvent
    ) -> Bool {
        let frame = layer.frame
        return layer.overlay.onPointer?(event(x - Double(frame.x), y - Double(frame.y))) ?? false
    }
}

/// Keyboard navigation, as among Oriel's controls: a hand hides the ring, and the next Tab shows it where it was.
extension ContentOverlayHands {
    /// The shown overlays that keys can act on, in the app's order.
    private var order: [ContentOverlay] {
        picture.stack.overlays.filter(\.isShown).map(\.overlay).filter(\.takesFocus)
    }

    /// Whether keys can act on an overlay.
    package var takeFocus: Bool { !order.isEmpty }
    /// Whether the next Tab begins at an overlay.
    package var holdFocus: Bool { order.contains { $0 === lastFocus } }
    /// The overlay with the ring; nil if none has it.
    package var focused: ContentOverlay? { order.first { $0 === picture.stack.focusedOverlay } }

    /// Moves the ring to the next overlay or the previous one, or shows it where it was.
    /// - Returns: false if there is none in this direction.
    package func moveFocus(isForward: Bool) -> Bool {
        let order = order
        var next = isForward ? 0 : order.count - 1
        if let index = order.firstIndex(where: { $0 === lastFocus }) {
            next = focused == nil ? index : isForward ? index + 1 : index - 1
        }
        guard order.indices.contains(next) else {
            lastFocus = nil
            hideFocus()
            return false
        }
        focus(order[next])
        return true
    }

    /// Moves the ring to an overlay.
    package func focus(_ overlay: ContentOverlay) {
        guard order.contains(where: { $0 === overlay }) else { return }
        lastFocus = overlay
        setRing(overlay)
        keepRing()
    }

    package func hideFocus() {
        hiding.cancel()
        setRing(nil)
    }

    /// Handles a key for the overlay with the ring.
    /// - Returns: false if the key has no meaning there.
    package func key(_ key: ControlsKey, isRepeated: Bool) -> Bool {
        guard let focused, focused.key(key, isRepeated: isRepeated) else { return false }
        keepRing()
        onFocus()
        return true
    }

    private func keepRing() {
        hiding.set(on: picture.loop, after: Controls.keyTime) { [weak self] in
            guard let self else { return }
            if keepsFocus() { keepRing() } else { setRing(nil) }
        }
    }

    private func setRing(_ overlay: ContentOverlay?) {
        let stack = picture.stack
        guard overlay !== stack.focusedOverlay else { return }
        stack.focusedOverlay = overlay
        onFocus()
    }
}
