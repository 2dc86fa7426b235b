package import OrielGeometry

/// A panel laid out in a room: its size, items to draw, and target areas. Rows that have no room are reached by
/// scrolling, by whole rows. Created again for every change. Value code; lengths are pixels but for `size`.
package struct PanelLayout: Hashable, Sendable {
    /// Conditions of the layout besides the panel.
    package struct Surroundings: Hashable, Sendable {
        /// Largest size of the panel, in logical pixels; of a page, the size of the picture.
        package var room: Size
        /// Whether the panel is as wide as the room.
        package var fills = false
        /// Hardware pixels per logical pixel.
        package var scale: Double
        package var isRightToLeft = false
        /// Whether the last input was by touch.
        package var isTouch = false
        /// Relative text size; 1 is normal.
        package var textScale = 1.0
        package var theme = PanelStyle.Theme()

        package init(room: Size, scale: Double = 1) { (self.room, self.scale) = (room, scale) }
    }

    /// The person's pointer, finger or keyboard at the moment.
    package struct Hand: Hashable, Sendable {
        /// The place under the pointer or finger, or the row that keys act on.
        package var target: PanelTarget?
        package var isPressed = false
        /// Whether the row has the ring of the keyboard's focus.
        package var isFocus = false
        /// The field that keys change, and its row. A pointer that moves on leaves it.
        package var edit: Edit?

        package init(_ target: PanelTarget? = nil, isPressed: Bool = false, isFocus: Bool = false) {
            (self.target, self.isPressed, self.isFocus) = (target, isPressed, isFocus)
        }

        /// Whether the row, or a button at its end, is under the hand.
        func isOn(_ row: Int) -> Bool {
            switch target {
            case .row(row), .button(row: row, _): true
            default: false
            }
        }
    }

    /// A field that keys change.
    package struct Edit: Hashable, Sendable {
        package var row: Int
        package var field: PanelField
    }

    /// The place of an image of the panel's owner, drawn over the items.
    package struct Image: Hashable, Sendable {
        package var row: Int
        package var area: Rect
        package var radius: Double
    }

    /// The area in which a press is for a target.
    package struct Place: Hashable, Sendable {
        package var target: PanelTarget
        package var area: Rect
    }

    /// Size of the panel in logical pixels; empty if there is no room for a row.
    package private(set) var size: Size
    /// The rows that are shown.
    package private(set) var shown: Range<Int>
    package internal(set) var items: [ControlsItem] = []
    /// Areas in which a press is for a target; those of buttons come before those of their rows.
    package internal(set) var targets: [Place] = []
    package internal(set) var images: [Image] = []
    /// The field that keys change; nil for none.
    package internal(set) var fieldArea: Rect?
    /// Lines of the sliders that are shown, by their rows.
    package internal(set) var tracks: [Int: Rect] = [:]

    let style: PanelStyle
    let surroundings: Surroundings
    let grid: PixelGrid
    package let pixelSize: Size
    let hand: Hand
    let heights: [Double]

    /// - Parameters:
    ///   - first: the first row to show, if those from it on fill the room.
    ///   - needed: a row that must be shown; it is the last one if `first` would leave it out.
    package init(
        _ panel: Panel, in surroundings: Surroundings, from first: Int = 0, showing needed: Int? = nil,
        hand: Hand = Hand()
    ) {
        let style = PanelStyle(
            surroundings.theme, textScale: surroundings.textScale, isTouch: surroundings.isTouch,
            page: panel.isPage ? surroundings.room : nil)
        self.style = style
        self.surroundings = surroundings
        self.hand = hand
        grid = PixelGrid(scale: surroundings.scale)
        let hasHeader = panel.hasParent || !panel.title.isEmpty
        let header = hasHeader ? style.rowHeight : 0
        let frame = 2 * style.padding / 2 + header
        let widest = Double(surroundings.room.width)
        let width =
            panel.isPage
            ? min(style.widest, (widest * 0.94).rounded(.down))
            : surroundings.fills ? widest : min(Self.width(of: panel, style), widest)
        let room = Double(surroundings.room.height) - frame
        let heights = Self.heights(of: panel, style, width: width, room: room)
        self.heights = heights
        shown = Self.rows(heights, from: first, showing: needed, in: room, arrow: style.headingHeight)
        let isCut = shown.count < heights.count
        let content = heights[shown].reduce(0, +) + (isCut ? 2 * style.headingHeight : 0)
        let isRoomy = !shown.isEmpty && width >= style.narrowest / 2
        size = isRoomy ? Size(width: Int(width), height: Int((frame + content).rounded(.up))) : .zero
        pixelSize = grid.pixels(of: size)
        guard isRoomy else {
            shown = 0..<0
            return
        }
        draw(panel, hasHeader: hasHeader, isCut: isCut)
    }

    /// Returns the target at a pixel; nil if none.
    package func target(at point: Point) -> PanelTarget? { targets.first { $0.area.contains(point) }?.target }

    /// Place of a pixel on a row's slider, 0 to 1; nil if the row has none.
    package func fraction(ofRow row: Int, at x: Double) -> Double? {
        guard let track = tracks[row], track.width > 0 else { return nil }
        let fraction = min(max((x - Double(track.x)) / Double(track.width), 0), 1)
        return surroundings.isRightToLeft ? 1 - fraction : fraction
    }

    // MARK: Sizes

    /// Rows from `first` on that fit; earlier ones join them if all later ones are shown. Where not all fit, two arrows
    /// take room.
    private static func rows(
        _ heights: [Double], from first: Int, showing needed: Int?, in room: Double, arrow: Double
    ) -> Range<Int> {
        guard heights.reduce(0, +) > room else { return 0..<heights.count }
        let room = room - 2 * arrow
        let first = min(max(first, 0), heights.count)
        func end(from start: Int) -> Int {
            var (end, left) = (start, room)
            while end < heights.count, heights[end] <= left {
                left -= heights[end]
                end += 1
            }
            return end
        }
        func start(upTo end: Int) -> Int {
            var (start, left) = (end, room)
            while start > 0, heights[start - 1] <= left {
                start -= 1
                left -= heights[start]
            }
            return start
        }
        if let needed, heights.indices.contains(needed) {
            if needed < first { return needed..<end(from: needed) }
            if needed >= end(from: first) { return start(upTo: needed + 1)..<needed + 1 }
        }
        let last = end(from: first)
        return (last == heights.count ? min(first, start(upTo: last)) : first)..<last
    }

    private static func heights(of panel: Panel, _ style: PanelStyle, width: Double, room: Double) -> [Double] {
        var heights = panel.rows.map { style.height(of: $0, width: width) }
        // A page's image goes before anything has to be scrolled.
        if heights.reduce(0, +) > room {
            for (row, element) in panel.rows.enumerated() { if case .image = element.kind { heights[row] = 0 } }
        }
        return heights
    }

    /// Width for the longest row, by the average width of letters: the renderer cuts texts that are longer.
    private static func width(of panel: Panel, _ style: PanelStyle) -> Double {
        // Long lists need the full width anyway.
        let letters = panel.rows.prefix(200).reduce(panel.title.prefix(60).columns + 4) { most, row in
            let own = row.label.prefix(60).columns + row.detail.prefix(30).columns + 3 * row.buttons.count + 6
            return switch row.kind {
            case .slider, .field: max(most, own + 14)
            default: max(most, own)
            }
        }
        let width = Double(letters) * style.lineHeight * 0.5 + 2 * style.padding
        return min(max(width, style.narrowest), style.widest)
    }

    func pixels(_ length: Double) -> Int { Int((length * grid.scale).rounded()) }

    /// An area of left-to-right scripts, in the script's direction.
    func placed(_ area: Rect) -> Rect {
        guard surroundings.isRightToLeft else { return area }
        return Rect(x: pixelSize.width - area.maxX, y: area.y, width: area.width, height: area.height)
    }
}
