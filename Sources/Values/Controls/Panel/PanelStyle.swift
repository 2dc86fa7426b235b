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
    /// The colour that fills a window behind a page.
    package let pageGround: Color
    /// The plate below each element of a page.
    package let plate: Color
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
    /// Space between two rows of a page.
    package let gap: Double
    private let isPage: Bool

    /// Most lines of a text.
    static let mostLines = 4

    /// - Parameters:
    ///   - textScale: relative text size, 1 is normal; limited to `ControlsStyle.textScales`, and 1 if not finite.
    ///   - isTouch: whether the last input was by touch, which needs larger rows.
    ///   - page: size of the picture in logical pixels, with which a page grows; nil for menus.
    package init(_ theme: Theme = Theme(), textScale: Double = 1, isTouch: Bool = false, page: Size? = nil) {
        let growth = page.map { min(max(min(Double($0.width) / 800, Double($0.height) / 600), 1), 1.8) } ?? 1
        let scale = ControlsStyle.limited(textScale) * growth
        isPage = page != nil
        func grey(_ value: Double, _ alpha: Double = 1) -> Color {
            Color(red: value, green: value, blue: value, alpha: alpha)
        }
        let front = theme.isLight ? 0.0 : 1.0
        pageGround =
            theme.isHighContrast
            ? grey(1 - front) : theme.isLight ? grey(0.96) : Color(red: 0.094, green: 0.094, blue: 0.11)
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
        plate = grey(front, theme.isHighContrast ? 0.1 : 0.06)
        highlight = grey(front, theme.isHighContrast ? 0.25 : 0.12)
        pressed = grey(front, 0.22)
        accent = theme.isLight ? Color(red: 0.05, green: 0.35, blue: 0.7) : Color(red: 0.55, green: 0.8, blue: 1)
        track = grey(front, 0.3)
        focus = accent
        letter = (14 * scale).rounded()
        let line = (letter * 1.2).rounded()
        let least = isTouch ? ControlsStyle.touchTarget : ControlsStyle.pointerTarget
        rowHeight = max(line + (page == nil ? 14 : (18 * growth).rounded()), least)
        gap = page == nil ? 0 : (6 * growth).rounded()
        headingHeight = line + 10
        separatorHeight = 9
        padding = (12 * scale).rounded()
        icon = (16 * scale).rounded()
        radius = 10
        knob = (14 * scale).rounded()
        trackHeight = 4
        narrowest = (300 * scale).rounded()
        widest = ((page == nil ? 420 : 560) * scale).rounded()
    }

    var titleHeight: Double { (lineHeight * 1.5).rounded() }

    /// - Parameter width: of the panel, in which texts find their lines.
    func height(of row: PanelRow, width: Double) -> Double {
        switch row.kind {
        case .heading: headingHeight
        case .separator: separatorHeight
        case .title: titleHeight + gap
        case .image: (lineHeight * 4).rounded()
        case .text where row.detail.isEmpty:
            isPage
                ? Double(lines(of: row.label, width: width)) * lineHeight + 3 * gap
                : rowHeight + Double(lines(of: row.label, width: width) - 1) * lineHeight
        case .action where row.card != nil: (lineHeight * 2 + padding * 1.5).rounded() + gap
        case .text, .action, .menu, .toggle, .choice, .slider, .field: rowHeight + gap
        }
    }

    /// Lines for a text, by the average width of letters; a word that needs another line is cut.
    func lines(of text: String, width: Double) -> Int {
        let letters = max(1, (width - 2 * padding) / (lineHeight * 0.46))
        return min(max(1, Int((Double(text.prefix(1000).columns) / letters).rounded(.up))), Self.mostLines)
    }
}
