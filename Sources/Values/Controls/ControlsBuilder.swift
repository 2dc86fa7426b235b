import OrielGeometry
import OrielTexts

/// Lays out one selection of controls and determines whether it fits.
struct ControlsBuilder {
    let state: ControlsState
    let surroundings: ControlsLayout.Surroundings
    let touch: ControlsLayout.Touch?
    let focus: Control?
    let style: ControlsStyle
    let scale: Double
    /// Size of the surface in pixels.
    let size: Size
    let elements: Set<ControlsElement>
    /// The overlay's buttons that may be shown, each once.
    let buttons: [ControlsElement]
    var layout: ControlsLayout
    /// Whether an item had no room.
    var isCrowded = false
    /// Areas of visible items, which must not overlap.
    var places: [Rect] = []

    init(
        _ state: ControlsState, _ surroundings: ControlsLayout.Surroundings, _ touch: ControlsLayout.Touch?,
        _ focus: Control?, _ elements: Set<ControlsElement>
    ) {
        self.state = state
        self.surroundings = surroundings
        self.touch = touch
        self.focus = focus
        self.elements = elements
        buttons = state.buttons.reduce(into: []) { if elements.contains($1), !$0.contains($1) { $0.append($1) } }
        let grid = PixelGrid(scale: surroundings.scale)
        scale = grid.scale
        size = grid.pixels(of: surroundings.surface)
        style = ControlsStyle(for: state.form, on: surroundings.surface, textScale: surroundings.textScale)
        layout = ControlsLayout(size: size, elements: elements)
    }

    mutating func build() {
        switch state.form {
        case .pictureInPicture: buildOverlay()
        case .window, .fullScreen: buildWindow()
        }
        addTooltip()
    }

    /// Whether all items lie inside the surface without overlaps.
    var fits: Bool {
        let whole = Rect(origin: .zero, size: size)
        let areas = layout.targets.map(\.area)
        return !isCrowded && (areas + places).allSatisfy(whole.contains) && Self.areDisjoint(areas)
            && Self.areDisjoint(places)
    }

    /// Whether a window's scrub bar, with the slider that may lie beside it, has little of its row.
    var isBarShort: Bool {
        guard state.form != .pictureInPicture, let track = layout.track else { return false }
        return 5 * (track.width + (layout.volumeTrack?.width ?? 0)) < 2 * size.width
    }

    private static func areDisjoint(_ areas: [Rect]) -> Bool {
        areas.indices.allSatisfy { index in
            areas[..<index].allSatisfy { $0.intersection(areas[index]) == nil }
        }
    }

    // MARK: Lengths

    /// Converts a length to whole pixels, so that edges are sharp at any scale.
    func pixels(_ length: Double) -> Int { Int((length * scale).rounded()) }

    var margin: Int { pixels(style.margin) }
    var gap: Int { pixels(style.gap) }

    /// Minimum side of a target in pixels.
    var leastTarget: Int {
        let target = surroundings.isTouch ? ControlsStyle.touchTarget : ControlsStyle.pointerTarget
        return Int((target * scale).rounded(.up))
    }

    /// Width in a row for a button with this side in logical pixels.
    func cell(_ side: Double) -> Int { max(pixels(side), leastTarget) }

    /// Enlarges an area to the minimum target size and moves it into the surface.
    func target(around place: Rect) -> Rect {
        var area = place
        area.width = max(place.width, leastTarget)
        area.height = max(place.height, leastTarget)
        area.x = min(max(0, place.x - (area.width - place.width) / 2), size.width - area.width)
        area.y = min(max(0, place.y - (area.height - place.height) / 2), size.height - area.height)
        return area
    }

    // MARK: Items

    /// A button's picture.
    enum Face {
        case icon(ControlsIcon)
        case word(String)
    }

    /// Width in pixels that a text has at most, as far as it is of usual letters.
    func letters(_ text: String) -> Int {
        Int((Double(text.columns) * ControlsStyle.letterWidth * Double(pixels(style.lineHeight))).rounded(.up))
    }

    mutating func draw(_ item: ControlsItem, in part: ControlsPart) { layout.drawings[part, default: []].append(item) }

    mutating func addTarget(_ control: Control, _ area: Rect) {
        layout.targets.append(ControlsTarget(control: control, area: area))
    }

    /// Adds a button; with a plate if it stands alone.
    mutating func addButton(
        _ control: Control, _ face: Face, side: Double, at place: Rect, in part: ControlsPart, isAlone: Bool
    ) {
        let radius = isAlone ? Double(min(place.width, place.height)) / 2 : style.barRadius * scale * 0.7
        if isAlone {
            draw(.plate(place, radius: radius, color: style.plateColor), in: part)
            places.append(place)
        }
        let isTouched = touch?.control == control
        if isTouched {
            let color = touch?.isPressed == true ? style.pressedColor : style.highlightColor
            draw(.plate(place, radius: radius, color: color), in: part)
        }
        let color = isTouched ? style.color : style.restColor
        switch face {
        case .icon(let icon):
            let length = pixels(isTouched ? side * 1.12 : side)
            let square = Rect(Size(width: length, height: length), inMiddleOf: place)
            draw(.icon(icon, square, color: color), in: part)
        case .word(let word):
            var text = makeText(word, in: place, .center)
            text.color = color
            draw(.text(text), in: part)
        }
        if focus == control {
            // A button alone gets an inset, so that its plate is visible on both sides of the ring.
            let area = place.inset(by: isAlone ? pixels(2) : 0)
            let half = Double(min(area.width, area.height)) / 2
            drawRing(around: area, radius: isAlone ? half : min(half, style.barRadius * scale), in: part)
        }
        addTarget(control, target(around: place))
    }

    /// Draws the ring of keyboard focus; on the plate, so that it is visible over any frame.
    mutating func drawRing(around place: Rect, radius: Double, in part: ControlsPart) {
        draw(.ring(place, radius: radius, line: max(2, pixels(2)), color: style.focusColor), in: part)
    }

    func makeText(_ text: String, in area: Rect, _ alignment: ControlsText.Alignment) -> ControlsText {
        ControlsText(
            text: text, area: area, alignment: alignment, family: style.family,
            lineHeight: Double(pixels(style.lineHeight)), color: style.color)
    }

    /// Maximum width in pixels of a time's text up to `length`.
    func width(ofTimes length: Duration) -> Int {
        let text = ClockText.text(length)
        let colons = text.count { $0 == ":" }
        let parts =
            Double(text.count - colons) * ControlsStyle.digitWidth + Double(colons) * ControlsStyle.colonWidth
        return Int((parts * Double(pixels(style.lineHeight))).rounded(.up))
    }

    /// Text of the current status; nil if there is none.
    var statusText: String? {
        state.isSeeking ? localized("Seeking…") : state.isBuffering ? localized("Buffering…") : nil
    }

    /// Adds the status text, centred in a box above the bar.
    mutating func addStatus(above bottom: Int) {
        guard let statusText, elements.contains(.status) else { return }
        let height = pixels(style.lineHeight + 8)
        let width = letters(statusText) + height
        let area = Rect(x: (size.width - width) / 2, y: bottom - gap - height, width: width, height: height)
        addBox(statusText, at: area, in: .status)
    }

    /// Draws a text in a box of its own width.
    mutating func addBox(_ words: String, at area: Rect, in part: ControlsPart) {
        var text = makeText(words, in: area, .center)
        text.plate = ControlsText.Plate(
            horizontalPadding: Double(pixels(style.lineHeight + 8) / 2), verticalPadding: Double(pixels(4)),
            radius: Double(pixels(style.lineHeight + 8)) / 2, color: style.plateColor)
        draw(.text(text), in: part)
        places.append(area)
    }

    var playIcon: ControlsIcon { state.hasEnded ? .replay : state.isPaused ? .play : .pause }

    var subtitlesIcon: ControlsIcon { state.showsSubtitles ? .subtitles : .subtitlesOff }

    var speakerIcon: ControlsIcon {
        guard let volume = state.volume, !state.isMuted, volume > 0 else { return .muted }
        return .speaker(waves: volume > 50 ? 2 : 1)
    }
}
