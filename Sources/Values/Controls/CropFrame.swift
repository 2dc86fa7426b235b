package import OrielGeometry

/// The frame with which a person chooses a part of a picture: by its edges and corners, as a whole, by a new one, and
/// by keys. Pure; places are logical pixels of the surface.
package struct CropFrame: Hashable, Sendable {
    /// The effect of a press.
    private enum Hold: Hashable {
        case edges(Edges)
        case whole
    }

    /// The meaning of a key.
    package enum Key: Hashable, Sendable {
        /// Moves the frame by a hundredth of the picture, or its lower right corner.
        case left, right, up, down
        case apply
        case cancel
        /// Pins the part, or lets it follow the picture's size.
        case pin
    }

    /// Meaning of a press or a key for the one who shows the frame.
    package enum Step: Hashable, Sendable { case stays, applies, cancels, pins }

    /// The whole picture on the surface.
    package var picture: Rect {
        didSet { if picture != oldValue { hold = nil } }
    }
    /// The chosen part of the picture.
    package private(set) var part: UnitRect
    /// Whether the picture's size may change, so that a part can be held to a corner.
    package let canPin: Bool
    /// Whether the part keeps its distance from `corner`, and its size, if the picture's size changes; otherwise it is
    /// relative.
    package private(set) var isPinned: Bool
    /// Relative size of texts; 1 is normal.
    private let textScale: Double
    private var hold: Hold?
    /// Where the hand and the part were at the press.
    private var startX = 0.0
    private var startY = 0.0
    private var former = UnitRect.whole

    /// Distance from an edge within which a press takes it.
    private static let reach = 14.0
    /// Shortest side, in logical pixels.
    private static let shortest = 24.0
    /// Size of a button at normal size of texts.
    private static let button = (width: 88.0, height: 30.0)
    private static let gap = 8

    package init(
        _ part: UnitRect, of picture: Rect, canPin: Bool = false, isPinned: Bool = false, textScale: Double = 1
    ) {
        self.picture = picture
        self.part = part.clamped ?? .whole
        self.canPin = canPin
        self.isPinned = canPin && isPinned
        self.textScale = textScale
    }

    private var steps: [Step] { canPin ? [.applies, .cancels, .pins] : [.applies, .cancels] }

    /// Size of the buttons and of texts on the picture against the normal one: that of texts, as far as the picture has
    /// room for it.
    package var scale: Double {
        let gaps = (steps.count + 1) * Self.gap
        let width = Double(picture.width - gaps) / (Double(steps.count) * Self.button.width)
        return max(1, min(textScale, width, Double(picture.height) / (3 * Self.button.height)))
    }

    /// The picture's corner to which the part is nearest.
    package var corner: Corner {
        Corner(isTop: part.y + part.height / 2 <= 0.5, isLeft: part.x + part.width / 2 <= 0.5)
    }

    /// The frame on the surface.
    package var frame: Rect {
        func place(_ part: Double, _ start: Int, _ length: Int) -> Int {
            start + Int((part * Double(length)).rounded())
        }
        let (left, top) = (place(part.x, picture.x, picture.width), place(part.y, picture.y, picture.height))
        return Rect(
            x: left, y: top, width: place(part.x + part.width, picture.x, picture.width) - left,
            height: place(part.y + part.height, picture.y, picture.height) - top)
    }

    /// The buttons in a row in the frame's lower part, or in the picture's if that is too small: *Crop*, *Cancel*, and
    /// the one that pins.
    package var buttons: [(step: Step, area: Rect)] {
        let (scale, gap) = (scale, Self.gap)
        let size = Size(width: Int(Self.button.width * scale), height: Int(Self.button.height * scale))
        let width = steps.count * (size.width + gap) - gap
        let fits = frame.width >= width + 40 && frame.height >= size.height + 40
        let room = fits ? frame : picture
        let y = max(room.y, room.maxY - size.height - 16)
        return steps.enumerated().map { index, step in
            let x = room.x + room.width / 2 - width / 2 + index * (size.width + gap)
            return (step, Rect(x: x, y: y, width: size.width, height: size.height))
        }
    }

    /// The edges that a press would take; nil outside of the frame.
    package func edges(at x: Double, _ y: Double) -> Edges? {
        let (frame, reach) = (frame, Self.reach)
        let (left, top, right, bottom) = (
            Double(frame.x), Double(frame.y), Double(frame.maxX), Double(frame.maxY)
        )
        guard x >= left - reach, x < right + reach, y >= top - reach, y < bottom + reach else { return nil }
        var edges: Edges = []
        func nearest(_ first: Double, _ last: Double, _ edge: Edges, _ other: Edges) -> Edges {
            min(first, last) > reach ? [] : first < last ? edge : other
        }
        edges.formUnion(nearest(abs(x - left), abs(x - right), .left, .right))
        edges.formUnion(nearest(abs(y - top), abs(y - bottom), .top, .bottom))
        return edges
    }

    /// The effect of the button at a place; nil beside both.
    package func button(at x: Double, _ y: Double) -> Step? {
        let point = Point(pixelAt: x, y, scale: 1)
        return buttons.first { $0.area.contains(point) }?.step
    }

    /// Handles a press of the left button or a finger.
    package mutating func press(_ x: Double, _ y: Double) -> Step {
        if let step = button(at: x, y) { return step }
        (startX, startY, former) = (x, y, part)
        if let edges = edges(at: x, y) {
            hold = edges.isEmpty ? .whole : .edges(edges)
        } else {
            // A new frame from here to where the hand goes.
            former = UnitRect(
                x: share(x, picture.x, picture.width), y: share(y, picture.y, picture.height), width: 0, height: 0)
            hold = .edges([.right, .bottom])
        }
        return .stays
    }

    private func share(_ place: Double, _ start: Int, _ length: Int) -> Double {
        min(max(0, (place - Double(start)) / Double(max(1, length))), 1)
    }

    /// Handles a motion of the hand.
    /// - Returns: whether the frame has changed.
    package mutating func move(to x: Double, _ y: Double) -> Bool {
        guard let hold, x.isFinite, y.isFinite, !picture.size.isEmpty else { return false }
        let before = part
        let (dx, dy) = ((x - startX) / Double(picture.width), (y - startY) / Double(picture.height))
        switch hold {
        case .whole:
            part.x = min(max(0, former.x + dx), 1 - part.width)
            part.y = min(max(0, former.y + dy), 1 - part.height)
        case .edges(let edges):
            let (left, width) = side(
                former.x, former.width, dx, edges.contains(.left), edges.contains(.right), picture.width)
            let (top, height) = side(
                former.y, former.height, dy, edges.contains(.top), edges.contains(.bottom), picture.height)
            part = UnitRect(x: left, y: top, width: width, height: height)
        }
        return part != before
    }

    /// Moves the ends of one side. An end that is drawn over the other one takes its place.
    private func side(
        _ start: Double, _ length: Double, _ change: Double, _ movesStart: Bool, _ movesEnd: Bool, _ pixels: Int
    ) -> (start: Double, length: Double) {
        let ends = (
            start + (movesStart ? change : 0), start + length + (movesEnd ? change : 0)
        )
        var (first, last) = (min(max(0, min(ends.0, ends.1)), 1), min(max(0, max(ends.0, ends.1)), 1))
        let least = min(1, Self.shortest / Double(pixels))
        if last - first < least {
            // Towards the side where there is room.
            if first + least <= 1 { last = first + least } else { first = last - least }
            (first, last) = (max(0, first), min(1, last))
        }
        return (first, last - first)
    }

    /// Pins the part, or lets it follow the picture's size.
    package mutating func pin() { if canPin { isPinned.toggle() } }

    /// Handles the end of a press.
    package mutating func release() { hold = nil }

    /// Handles a key.
    /// - Parameter resizes: whether arrows move the lower right corner.
    package mutating func key(_ key: Key, resizes: Bool) -> Step {
        let step = 0.01
        let (dx, dy): (Double, Double) =
            switch key {
            case .left: (-step, 0)
            case .right: (step, 0)
            case .up: (0, -step)
            case .down: (0, step)
            case .apply, .cancel, .pin: (0, 0)
            }
        switch key {
        case .apply: return .applies
        case .cancel: return .cancels
        case .pin: return canPin ? .pins : .stays
        default: break
        }
        if resizes {
            let (_, width) = side(part.x, part.width, dx, false, dx != 0, picture.width)
            let (_, height) = side(part.y, part.height, dy, false, dy != 0, picture.height)
            (part.width, part.height) = (min(width, 1 - part.x), min(height, 1 - part.y))
        } else {
            part.x = min(max(0, part.x + dx), 1 - part.width)
            part.y = min(max(0, part.y + dy), 1 - part.height)
        }
        return .stays
    }
}
