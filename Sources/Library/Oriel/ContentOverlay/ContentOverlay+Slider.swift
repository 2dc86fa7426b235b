public import OrielGeometry
public import OrielSurfaces

/// A slider among an app's own controls.
extension ContentOverlay {
    /// Makes a slider: a line with a knob, with the least number at its left end. A pointer or finger drags the knob,
    /// arrow keys move it.
    /// - Parameters:
    ///   - label: the slider's name for screen readers; it isn't drawn.
    ///   - value: asked at each drawing; `setNeedsDisplay()` shows another number.
    ///   - range: the least and the greatest number.
    ///   - step: step of an arrow key; nil for a twentieth of the range.
    ///   - frame: returns the rectangle; see the property.
    ///   - action: called with each number that the user chooses.
    public static func slider(
        _ label: @autoclosure @escaping () -> String, value: @escaping () -> Double, in range: ClosedRange<Double>,
        step: Double? = nil, frame: @escaping (Size) -> Rect, action: @escaping (Double) -> Void
    ) -> ContentOverlay {
        let slider = Accessibility.Slider(value, in: range, step: step, action: action)
        var line = SliderLine(Size(width: 0, height: 0))
        var isHeld = false
        let overlay = ContentOverlay(frame: frame) { canvas in
            line = SliderLine(canvas.frame.size)
            line.draw(slider, on: canvas)
        }
        overlay.accessibility = Accessibility(label(), slider: slider)
        overlay.onPointer = { [weak overlay] event in
            switch event {
            case .pressed(let x, _):
                isHeld = true
                overlay?.slide(to: line.value(at: x, of: slider))
            case .moved(let x, _): if isHeld { overlay?.slide(to: line.value(at: x, of: slider)) }
            case .released, .cancelled: isHeld = false
            case .left: break
            }
            return true
        }
        return overlay
    }
}

/// The line of a slider on a canvas; lengths are logical pixels.
private struct SliderLine {
    private let size: Size
    /// Diameter of the knob, whose middle is on the line.
    private let knob: Int
    private var length: Int { size.width - knob }

    init(_ size: Size) {
        self.size = size
        knob = max(0, min(16, size.height, size.width))
    }

    func value(at x: Double, of slider: ContentOverlay.Accessibility.Slider) -> Double {
        guard length > 0 else { return slider.present }
        let share = min(max((x - Double(knob) / 2) / Double(length), 0), 1)
        return slider.range.lowerBound + share * (slider.range.upperBound - slider.range.lowerBound)
    }

    @MainActor func draw(_ slider: ContentOverlay.Accessibility.Slider, on canvas: ContentOverlay.Canvas) {
        let (value, range) = (slider.present, slider.range)
        // Finite also for a range of one number or without an end.
        let share = (value - range.lowerBound) / (range.upperBound - range.lowerBound)
        let place = share.isFinite ? Int((share * Double(length)).rounded()) : 0
        let (middle, line) = (size.height / 2, max(2, knob / 4))
        func fill(_ x: Int, _ width: Int, _ height: Int, _ color: UInt32) {
            canvas.fill(
                Rect(x: x, y: middle - height / 2, width: width, height: height), color: color,
                cornerRadius: Double(height) / 2)
        }
        fill(knob / 2 - 2, length + 4, line + 4, 0xA000_0000)
        fill(knob / 2, length, line, 0x80FF_FFFF)
        fill(knob / 2, place, line, 0xFFFF_FFFF)
        fill(place - 1, knob + 2, knob + 2, 0xA000_0000)
        fill(place, knob, knob, 0xFFFF_FFFF)
    }
}
