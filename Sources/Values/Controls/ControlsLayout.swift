package import OrielGeometry

/// The controls on a surface: items to draw, and target areas. Created again for every change, which costs some
/// microseconds.
package struct ControlsLayout: Hashable, Sendable {
    /// Conditions of the layout besides the state.
    package struct Surroundings: Hashable, Sendable {
        /// Size of the surface in logical pixels.
        package var surface: Size
        /// Hardware pixels per logical pixel.
        package var scale: Double
        package var isRightToLeft = false
        /// Whether the last input was by touch.
        package var isTouch = false
        /// Relative text size; 1 is normal.
        package var textScale = 1.0

        package init(
            surface: Size, scale: Double, isRightToLeft: Bool = false, isTouch: Bool = false, textScale: Double = 1
        ) {
            self.surface = surface
            self.scale = scale
            self.isRightToLeft = isRightToLeft
            self.isTouch = isTouch
            self.textScale = textScale
        }
    }

    /// A control under the pointer or finger.
    package struct Touch: Hashable, Sendable {
        package var control: Control
        package var isPressed = false
        /// Position on the scrub bar, 0 to 1, for which a hint is shown; nil for none.
        package var fraction: Double?
        /// Whether the control's name and key are shown.
        package var hasTooltip = false

        package init(_ control: Control, isPressed: Bool = false, fraction: Double? = nil) {
            self.control = control
            self.isPressed = isPressed
            self.fraction = fraction
        }
    }

    /// A thumbnail of another position; its frame may be drawn by another layer.
    package struct Thumbnail: Hashable, Sendable {
        /// Area in pixels.
        package var area: Rect
        package var time: Duration
    }

    /// Size of the surface in pixels.
    package internal(set) var size: Size
    package internal(set) var targets: [ControlsTarget] = []
    /// Line of the scrub bar, and line of the volume slider.
    package internal(set) var track: Rect?
    package internal(set) var volumeTrack: Rect?
    /// Thumbnail for the pointed-at position of the scrub bar; nil for none.
    package internal(set) var thumbnail: Thumbnail?
    /// Elements that had room.
    package internal(set) var elements: Set<ControlsElement>
    /// Areas in pixels of the visible items, which don't overlap.
    package private(set) var places: [Rect] = []
    var drawings: [ControlsPart: [ControlsItem]] = [:]

    /// Lays out the elements that fit.
    /// - Parameter focus: the control that keys act on.
    package init(
        _ state: ControlsState, in surroundings: Surroundings, touch: Touch? = nil, focus: Control? = nil
    ) {
        var elements = state.elements
        var builder = ControlsBuilder(state, surroundings, touch, focus, elements)
        builder.build()
        // The slider of the volume opens under the pointer, and for the keyboard.
        let isVolumeOpen = focus != nil || touch?.control == .mute || touch?.control == .volume
        for element in ControlsElement.order(in: state.form, buttons: state.buttons) {
            let isOpen = element == .volumeSlider && isVolumeOpen
            guard !builder.fits || (builder.isBarShort && element.yieldsToBar && !isOpen) else { continue }
            elements.remove(element)
            builder = ControlsBuilder(state, surroundings, touch, focus, elements)
            builder.build()
        }
        // A surface without room for a single button shows no controls.
        guard builder.fits else {
            self = ControlsLayout(size: builder.layout.size, elements: [])
            return
        }
        self = builder.layout
        places = builder.places
    }

    init(size: Size, elements: Set<ControlsElement>) {
        self.size = size
        self.elements = elements
    }

    /// Items to draw for a part.
    package func items(of part: ControlsPart) -> [ControlsItem] { drawings[part] ?? [] }

    /// Height in pixels that the controls, and a thumbnail in the lower half, cover at the surface's lower end.
    package var coveredHeight: Int {
        let tops = items(of: .bottom).compactMap { item -> Int? in
            if case .plate(let area, _, _) = item { area.y } else { nil }
        }
        let thumbnails = [thumbnail?.area.y].compactMap(\.self).filter { 2 * $0 >= size.height }
        return max(0, size.height - ((tops + thumbnails).min() ?? size.height))
    }

    /// Areas in pixels of plates that lie on the picture above the bar, where subtitles would lie under them: the
    /// overlay's buttons.
    package var coveredAreas: [Rect] {
        var areas: [Rect] = []
        for item in items(of: .top) + items(of: .middle) {
            if case .plate(let area, _, _) = item, areas.last != area { areas.append(area) }
        }
        return areas
    }

    /// Returns the control at a pixel; nil if none.
    package func control(at point: Point) -> Control? { targets.first { $0.area.contains(point) }?.control }

    /// All controls in reading order: row by row, each in the direction of the script.
    package func order(isRightToLeft: Bool) -> [Control] {
        func middle(_ target: ControlsTarget) -> Int { target.area.y + target.area.height / 2 }
        var rows: [[ControlsTarget]] = []
        for target in targets.sorted(by: { middle($0) < middle($1) }) {
            if let first = rows.last?.first, middle(target) - middle(first) < first.area.height / 2 {
                rows[rows.count - 1].append(target)
            } else {
                rows.append([target])
            }
        }
        return rows.flatMap { row in
            row.sorted { isRightToLeft ? $0.area.x > $1.area.x : $0.area.x < $1.area.x }.map(\.control)
        }
    }

    /// Position of a pixel on a track, 0 to 1.
    package func fraction(of control: Control, at x: Double) -> Double? {
        guard let track = control == .volume ? volumeTrack : track, track.width > 0 else { return nil }
        return min(max((x - Double(track.x)) / Double(track.width), 0), 1)
    }
}
