package import OrielGeometry

/// Sizes and colours of panels, in one place. Lengths are logical pixels.
package struct PanelStyle: Hashable, Sendable {
    /// The desktop's wishes: `color-scheme` and `contrast` of the settings portal.
    package struct Theme: Hashable, Sendable {
        package var isLight = false
        package var isHighContrast = false

        package init(isLight: Bool = false, isHighContrast: Bool = false) {
            (self.isLight, self.isHighContrast) = (isLight, isHighContrast)
        }
    }

    package let family = "sans-serif"
    /// The panel's ground: opaque enough for the text's contrast over any frame.
    package let ground: Color
    package let text: Color
    /// Headings, details, and rows that can't be used.
    package let quiet: Color
    package let line: Color
    package let highlight: Color
    package let pressed: Color
    /// Marks of what is on, and the part of a slider up to its value.
    package let accent: Color
    package let track: Color
    package let focus: Color

    package let letter: Double
    package var lineHeight: Double { (letter * 1.2).rounded() }
    package let rowHeight: Double
    package let headingHeight: Double
    package let separatorHeight: Double
    /// Space around the rows, and at both ends of a row.
    package let padding: Double
    package let icon: Double
    package let radius: Double
    package let knob: Double
    package let trackHeight: Double
    package let narrowest: Double
    package let widest: Double

    /// - Parameters:
    ///   - textScale: relative text size, 1 is normal; limited to `ControlsStyle.textScales`, and 1 if not finite.
    ///   - isTouch: whether the last input was by touch, which needs larger rows.
    package init(_ theme: Theme = Theme(), textScale: Double = 1, isTouch: Bool = false) {
        let scale = ControlsStyle.limited(textScale)
        func grey(_ value: Double, _ alpha: Double = 1) -> Color {
            Color(red: value, green: value, blue: value, alpha: alpha)
        }
        let front = theme.isLight ? 0.0 : 1.0
        if theme.isHighContrast {
            ground = grey(1 - front)
            text = grey(front)
            quiet = grey(theme.isLight ? 0.06 : 0.88)
        } else {
            ground = theme.isLight ? grey(0.97, 0.97) : Color(red: 0.1, green: 0.1, blue: 0.11, alpha: 0.96)
            text = grey(theme.isLight ? 0.1 : 1)
            quiet = grey(theme.isLight ? 0.34 : 0.72)
        }
        line = grey(front, theme.isHighContrast ? 0.6 : 0.16)
        highlight = grey(front, theme.isHighContrast ? 0.25 : 0.12)
        pressed = grey(front, 0.22)
        accent = theme.isLight ? Color(red: 0.05, green: 0.35, blue: 0.7) : Color(red: 0.55, green: 0.8, blue: 1)
        track = grey(front, 0.3)
        focus = accent
        letter = (14 * scale).rounded()
        let line = (letter * 1.2).rounded()
        rowHeight = max(line + 14, isTouch ? ControlsStyle.touchTarget : ControlsStyle.pointerTarget)
        headingHeight = line + 10
        separatorHeight = 9
        padding = (12 * scale).rounded()
        icon = (16 * scale).rounded()
        radius = 10
        knob = (14 * scale).rounded()
        trackHeight = 4
        narrowest = (300 * scale).rounded()
        widest = (420 * scale).rounded()
    }

    func height(of row: PanelRow) -> Double {
        switch row.kind {
        case .heading: headingHeight
        case .separator: separatorHeight
        case .text, .action, .menu, .toggle, .choice, .slider, .field: rowHeight
        }
    }
}
