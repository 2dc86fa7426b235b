import OrielControls
import OrielGeometry

extension ContentOverlay {
    /// Effect of a press by a key or a screen reader; nil if there is none.
    package var press: (() -> Void)? { accessibility?.action ?? onActivate }
    /// Whether keys can act on the overlay.
    package var takesFocus: Bool { press != nil || accessibility?.slider != nil }

    /// Gives the slider a number, moved into its range.
    package func slide(to value: Double) {
        guard let slider = accessibility?.slider, !value.isNaN else { return }
        slider.action(min(max(value, slider.range.lowerBound), slider.range.upperBound))
        setNeedsDisplay()
    }

    /// Handles a key while the overlay has the ring: arrows move a slider, activation presses. A held key presses once.
    /// - Returns: false if the key has no meaning here.
    func key(_ key: ControlsKey, isRepeated: Bool) -> Bool {
        if let slider = accessibility?.slider {
            switch key {
            case .left, .down: slide(to: slider.present - slider.step)
            case .right, .up: slide(to: slider.present + slider.step)
            default: return false
            }
        } else {
            guard key == .activate, let press else { return false }
            if !isRepeated { press() }
        }
        return true
    }
}

extension ContentOverlay.Canvas {
    /// Draws the ring of keyboard focus along the edges, dark outside, so that it is visible over any frame.
    func drawFocusRing() {
        let line = max(1, Int((2 * scale).rounded()))
        withPixels { pixels in
            let (inner, columns) = (2 * line..<max(2 * line, size.height - 2 * line), 0..<size.width)
            for y in 0..<size.height {
                let ends = inner.contains(y) ? [columns.prefix(2 * line), columns.suffix(2 * line)] : [columns]
                for x in ends.joined() {
                    let inset = min(x, y, size.width - 1 - x, size.height - 1 - y)
                    pixels[y * (stride / 4) + x] = inset < line ? 0xB300_0000 : 0xFF8C_CCFF
                }
            }
        }
    }
}
