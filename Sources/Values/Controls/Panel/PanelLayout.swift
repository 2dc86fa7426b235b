package import OrielGeometry

/// A panel laid out in a room: its size, items to draw, and target areas. Rows that have no room are reached by
/// scrolling, by whole rows. Created again for every change. Value code; lengths are pixels but for `size`.
package struct PanelLayout: Hashable, Sendable {
    /// Conditions of the layout besides the panel.
    package struct Surroundings: Hashable, Sendable {
        /// Largest size of the panel, in logical pixels.
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

        package init(_ target: PanelTarget? = nil, isPressed: Bool = false, isFocus: Bool = false) {
            (self.target, self.isPressed, self.isFocus) = (target, isPressed, isFocus)
        }
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
    package private(set) var items: [ControlsItem] = []
    /// Areas in which a press is for a target; those of buttons come before those of their rows.
    package private(set) var targets: [Place] = []
    /// Lines of the sliders that are shown, by their rows.
    package private(set) var tracks: [Int: Rect] = [:]

    private let style: PanelStyle
    private let surroundings: Surroundings
    private let grid: PixelGrid
    /// Size of the panel in pixels.
    package let pixelSize: Size
    private let hand: Hand

    /// - Parameters:
    ///   - first: the first row to show, if those from it on fill the room.
    ///   - needed: a row that must be shown; it is the last one if `first` would leave it out.
    package init(
        _ panel: Panel, in surroundings: Surroundings, from first: Int = 0, showing needed: Int? = nil,
        hand: Hand = Hand()
    ) {
        let style = PanelStyle(
            surroundings.theme, textScale: surroundings.textScale, isTouch: surroundings.isTouch)
        self.style = style
        self.surroundings = surroundings
        self.hand = hand
        grid = PixelGrid(scale: surroundings.scale)
        let hasHeader = panel.hasParent || !panel.title.isEmpty
        let header = hasHeader ? style.rowHeight : 0
        let frame = 2 * style.padding / 2 + header
        let heights = panel.rows.map(style.height)
        let room = Double(surroundings.room.height) - frame
        shown = Self.rows(heights, from: first, showing: needed, in: room, arrow: style.headingHeight)
        let isCut = shown.count < heights.count
        let content = heights[shown].reduce(0, +) + (isCut ? 2 * style.headingHeight : 0)
        let widest = Double(surroundings.room.width)
        let width = surroundings.fills ? widest : min(Self.width(of: panel, style), widest)
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

    /// Width for the longest row, by the average width of letters: the renderer cuts texts that are longer.
    private static func width(of panel: Panel, _ style: PanelStyle) -> Double {
        // Long lists need the full width anyway.
        let letters = panel.rows.prefix(200).reduce(panel.title.prefix(60).count + 4) { most, row in
            let own = row.label.prefix(60).count + row.detail.prefix(30).count + 3 * row.buttons.count + 6
            return switch row.kind {
            case .slider, .field: max(most, own + 14)
            default: max(most, own)
            }
        }
        let width = Double(letters) * style.lineHeight * 0.5 + 2 * style.padding
        return min(max(width, style.narrowest), style.widest)
    }

    private func pixels(_ length: Double) -> Int { Int((length * grid.scale).rounded()) }

    /// An area of left-to-right scripts, in the script's direction.
    private func placed(_ area: Rect) -> Rect {
        guard surroundings.isRightToLeft else { return area }
        return Rect(x: pixelSize.width - area.maxX, y: area.y, width: area.width, height: area.height)
    }

    // MARK: Drawing

    private mutating func draw(_ panel: Panel, hasHeader: Bool, isCut: Bool) {
        items.append(
            .plate(
                Rect(origin: .zero, size: pixelSize), radius: Double(pixels(style.radius)), color: style.ground))
        var y = style.padding / 2
        func take(_ height: Double) -> Rect {
            defer { y += height }
            let (top, bottom) = (pixels(y), pixels(y + height))
            return Rect(x: 0, y: top, width: pixelSize.width, height: bottom - top)
        }
        if hasHeader { drawHeader(panel, in: take(style.rowHeight)) }
        if isCut { drawArrow(.earlier, .up, isThere: shown.lowerBound > 0, in: take(style.headingHeight)) }
        for row in shown { draw(panel.rows[row], row, in: take(style.height(of: panel.rows[row]))) }
        if isCut {
            drawArrow(.later, .down, isThere: shown.upperBound < panel.rows.count, in: take(style.headingHeight))
        }
    }

    private mutating func drawHeader(_ panel: Panel, in area: Rect) {
        var left = pixels(style.padding)
        if panel.hasParent {
            if hand.target == .back { drawHighlight(in: area) }
            drawIcon(.towards(surroundings.isRightToLeft ? .right : .left), at: left, in: area, style.text)
            left += pixels(style.icon + style.padding)
            targets.append(Place(target: .back, area: area))
        }
        drawText(
            panel.title, from: left, to: area.width - pixels(style.padding), in: area, style.text, isBold: true)
    }

    private mutating func drawArrow(_ target: PanelTarget, _ icon: ControlsIcon, isThere: Bool, in area: Rect) {
        guard isThere else { return }
        if hand.target == target { drawHighlight(in: area) }
        drawIcon(icon, at: (area.width - pixels(style.icon)) / 2, in: area, style.quiet)
        targets.append(Place(target: target, area: area))
    }

    private mutating func draw(_ row: PanelRow, _ number: Int, in area: Rect) {
        let (start, end) = (pixels(style.padding), area.width - pixels(style.padding))
        switch row.kind {
        case .separator:
            let height = max(1, pixels(1))
            let line = Rect(
                x: start, y: area.y + (area.height - height) / 2, width: max(0, end - start), height: height)
            return items.append(.plate(line, radius: 0, color: style.line))
        case .heading: return drawText(row.label, from: start, to: end, in: area, style.quiet, isBold: true)
        case .text: return drawText(row.label, from: start, to: end, in: area, style.text)
        case .action, .menu, .toggle, .choice, .slider, .field: break
        }
        if case .row(number) = hand.target, row.isActive { drawHighlight(in: area) }
        var right = end
        for (index, button) in row.buttons.enumerated().reversed() {
            let side = max(pixels(style.icon + style.padding), pixels(ControlsStyle.pointerTarget))
            let place = Rect(x: right - side, y: area.y, width: side, height: area.height)
            let target = PanelTarget.button(row: number, index)
            if hand.target == target { drawHighlight(in: placed(place), isPlaced: true) }
            drawIcon(button.icon, at: place.x + (side - pixels(style.icon)) / 2, in: area, style.quiet)
            targets.append(Place(target: target, area: placed(place)))
            right -= side
        }
        drawEnd(row, number, from: start, to: right, in: area)
        if row.isActive { targets.append(Place(target: .row(number), area: area)) }
    }

    /// Draws a row's label, and its state at the end.
    private mutating func drawEnd(_ row: PanelRow, _ number: Int, from start: Int, to end: Int, in area: Rect) {
        let (icon, gap) = (pixels(style.icon), pixels(style.padding / 2))
        let color = row.isEnabled ? style.text : style.quiet
        var (left, right) = (start, end)
        switch row.kind {
        case .choice(let isChosen):
            if isChosen { drawIcon(.check, at: left, in: area, style.accent) }
            left += icon + gap
        case .toggle(let isOn):
            right -= pixels(style.knob * 2)
            drawSwitch(isOn, in: Rect(x: right, y: area.y, width: pixels(style.knob * 2), height: area.height))
            right -= gap
        case .menu:
            right -= icon
            drawIcon(.towards(surroundings.isRightToLeft ? .left : .right), at: right, in: area, style.quiet)
            right -= gap
        case .slider(let slider):
            // The line leaves two fifths for the label, and room for a detail such as "+1000 ms".
            let first = left + (right - left) * 2 / 5
            let last = max(first, right - pixels(5.2 * style.lineHeight * 0.62) - 2 * gap)
            drawTrack(slider, number, in: Rect(x: first, y: area.y, width: last - first, height: area.height))
            drawText(row.detail, from: last + gap, to: right, in: area, style.quiet, .right)
            return drawText(row.label, from: left, to: first - gap, in: area, color)
        case .field(let text, let placeholder):
            let box = Rect(
                x: left, y: area.y + pixels(3), width: right - left, height: max(0, area.height - 2 * pixels(3)))
            items.append(.ring(placed(box), radius: Double(pixels(4)), line: max(1, pixels(1)), color: style.track))
            return drawText(
                text.isEmpty ? placeholder : text, from: left + gap, to: right - gap, in: area,
                text.isEmpty ? style.quiet : style.text)
        case .heading, .separator, .text, .action: break
        }
        // The detail takes at most half, and its letters' width on average; short texts vary more.
        let letters = (Double(row.detail.prefix(40).count) * 0.55 + 0.8) * style.lineHeight
        let middle = row.detail.isEmpty ? right : max(left + (right - left) / 2, right - pixels(letters) - gap)
        if !row.detail.isEmpty { drawText(row.detail, from: middle + gap, to: right, in: area, style.quiet, .right) }
        drawText(row.label, from: left, to: middle, in: area, color)
    }

    private mutating func drawSwitch(_ isOn: Bool, in area: Rect) {
        let height = pixels(style.knob)
        let plate = Rect(x: area.x, y: area.y + (area.height - height) / 2, width: area.width, height: height)
        let radius = Double(height) / 2
        items.append(.plate(placed(plate), radius: radius, color: isOn ? style.accent : style.track))
        let knob = placed(Rect(x: isOn ? plate.maxX - height : plate.x, y: plate.y, width: height, height: height))
        items.append(
            .disc(
                ControlsPoint(Double(knob.x) + radius, Double(knob.y) + radius), radius: radius - Double(pixels(2)),
                color: isOn ? style.ground.withAlpha(1) : style.text))
    }

    private mutating func drawTrack(_ slider: PanelRow.Slider, _ number: Int, in area: Rect) {
        let height = max(2, pixels(style.trackHeight))
        let line = Rect(x: area.x, y: area.y + (area.height - height) / 2, width: area.width, height: height)
        let filled = Int((Double(line.width) * slider.fraction).rounded())
        let part = Rect(x: line.x, y: line.y, width: filled, height: height)
        items.append(.plate(placed(line), radius: Double(height) / 2, color: style.track))
        if filled > 0 { items.append(.plate(placed(part), radius: Double(height) / 2, color: style.accent)) }
        let center = placed(Rect(x: line.x + filled, y: line.y, width: 0, height: height))
        items.append(
            .disc(
                ControlsPoint(Double(center.x), Double(center.y) + Double(height) / 2),
                radius: Double(pixels(style.knob)) / 2, color: style.accent))
        tracks[number] = placed(line)
    }

    private mutating func drawHighlight(in area: Rect, isPlaced: Bool = false) {
        let inset = isPlaced ? 0 : pixels(style.padding / 3)
        let place = Rect(x: area.x + inset, y: area.y, width: max(0, area.width - 2 * inset), height: area.height)
        let radius = Double(pixels(style.radius * 0.6))
        items.append(.plate(place, radius: radius, color: hand.isPressed ? style.pressed : style.highlight))
        if hand.isFocus {
            items.append(.ring(place, radius: radius, line: max(2, pixels(2)), color: style.focus))
        }
    }

    private mutating func drawIcon(_ icon: ControlsIcon, at x: Int, in area: Rect, _ color: Color) {
        let side = pixels(style.icon)
        let square = Rect(x: x, y: area.y + (area.height - side) / 2, width: side, height: side)
        items.append(.icon(icon, placed(square), color: color))
    }

    private mutating func drawText(
        _ text: String, from left: Int, to right: Int, in area: Rect, _ color: Color,
        _ alignment: ControlsText.Alignment = .left, isBold: Bool = false
    ) {
        guard !text.isEmpty, right > left else { return }
        let own: ControlsText.Alignment =
            surroundings.isRightToLeft ? (alignment == .left ? .right : .left) : alignment
        items.append(
            .text(
                ControlsText(
                    // No row shows more letters.
                    text: String(text.prefix(200)),
                    area: placed(Rect(x: left, y: area.y, width: right - left, height: area.height)), alignment: own,
                    family: style.family, lineHeight: Double(pixels(style.lineHeight)), isBold: isBold, color: color)))
    }
}
