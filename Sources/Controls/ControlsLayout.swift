package import OrielGeometry

/// The controls on a surface of one size: what is drawn, and where a press is meant for them. Made anew for every change,
/// which costs some microseconds.
package struct ControlsLayout: Hashable, Sendable {
    /// What it is laid out for, besides the state.
    package struct Surroundings: Hashable, Sendable {
        /// The surface in logical pixels.
        package var surface: Size
        /// Hardware pixels per logical one.
        package var scale: Double
        package var isRightToLeft = false
        /// A finger was the last to point.
        package var isTouch = false
        /// How large letters are, 1 as usual.
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

    /// What the hand does to one of them.
    package struct Touch: Hashable, Sendable {
        package var control: Control
        package var isPressed = false
        /// Which place on the bar it is at, 0 to 1: what is there is told beside it.
        package var fraction: Double?

        package init(_ control: Control, isPressed: Bool = false, fraction: Double? = nil) {
            self.control = control
            self.isPressed = isPressed
            self.fraction = fraction
        }
    }

    /// A small picture of another position, which somebody else may have to draw.
    package struct Thumbnail: Hashable, Sendable {
        /// In pixels.
        package var area: Rect
        package var time: Duration
    }

    /// The surface in pixels.
    package internal(set) var size: Size
    package internal(set) var targets: [ControlsTarget] = []
    /// The line that stands for the whole length, and the one for the volume.
    package internal(set) var track: Rect?
    package internal(set) var volumeTrack: Rect?
    /// The place for a small picture of what is at the pointer's place on the bar.
    package internal(set) var thumbnail: Thumbnail?
    /// What there was room for.
    package internal(set) var elements: Set<ControlsElement>
    var drawings: [ControlsPart: [ControlsItem]] = [:]

    /// Lays out what fits.
    /// - Parameter focus: the one that keys act on.
    package init(
        _ state: ControlsState, in surroundings: Surroundings, touch: Touch? = nil, focus: Control? = nil
    ) {
        var elements = Set(ControlsElement.allCases)
        var builder = ControlsBuilder(state, surroundings, touch, focus, elements)
        builder.build()
        for element in ControlsElement.order(in: state.form) where !builder.fits {
            elements.remove(element)
            builder = ControlsBuilder(state, surroundings, touch, focus, elements)
            builder.build()
        }
        // A surface that has no room for a single button shows none.
        self = builder.fits ? builder.layout : ControlsLayout(size: builder.layout.size, elements: [])
    }

    init(size: Size, elements: Set<ControlsElement>) {
        self.size = size
        self.elements = elements
    }

    /// What is drawn of a part.
    package func items(of part: ControlsPart) -> [ControlsItem] { drawings[part] ?? [] }

    /// How much of the surface's lower end they cover, in pixels.
    package var coveredHeight: Int {
        let tops = items(of: .bottom).compactMap { item -> Int? in
            if case .plate(let area, _, _) = item { area.y } else { nil }
        }
        return max(0, size.height - (tops.min() ?? size.height))
    }

    /// The control that a pixel is meant for.
    package func control(at point: Point) -> Control? { targets.first { $0.area.contains(point) }?.control }

    /// All of them as they are read: row by row, and in a row as texts go.
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

    /// The share of a track that a pixel stands for, 0 to 1.
    package func fraction(of control: Control, at x: Double) -> Double? {
        guard let track = control == .volume ? volumeTrack : track, track.width > 0 else { return nil }
        return min(max((x - Double(track.x)) / Double(track.width), 0), 1)
    }
}
