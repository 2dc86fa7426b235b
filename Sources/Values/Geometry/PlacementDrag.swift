/// A drag that moves or resizes an overlay. Computes the placement from its start, the total distance and the area, so
/// that rounding errors don't add up.
public struct PlacementDrag: Hashable, Sendable {
    /// Placement at the start of the drag, held by the corner that stays in place.
    private var start: Placement
    /// Edges that are dragged; empty if the overlay is moved.
    private let edges: Edges
    private var x = 0.0
    private var y = 0.0

    /// Begins a move. The held corner stays the same until the end, so that only the margins change.
    public init(moving start: Placement) {
        self.start = start
        edges = []
    }

    /// Begins a resize; the corner opposite to the dragged edges stays in place.
    /// - Parameter edges: at least one.
    public init(resizing start: Placement, by edges: Edges, in area: Size) {
        let held = Corner(
            isTop: edges.contains(.bottom) || (!edges.contains(.top) && start.corner.isTop),
            isLeft: edges.contains(.right) || (!edges.contains(.left) && start.corner.isLeft))
        self.start = Placement(rect: start.rect(in: area), holding: held, in: area, output: start.output)
        self.edges = edges
    }

    /// Total distance in logical pixels.
    public var distance: (x: Double, y: Double) { (x, y) }

    /// Returns the overlay's rectangle as if the area didn't limit it.
    func free(in area: Size) -> Rect {
        var rect = start.rect(in: area)
        rect.x += Int(x.rounded())
        rect.y += Int(y.rounded())
        return rect
    }

    /// Returns the same drag in another output's area.
    /// - Parameter offset: from the new output's origin to the old one's.
    func carried(to output: String?, by offset: Point, from area: Size, to other: Size) -> PlacementDrag {
        var rect = start.rect(in: area)
        rect.x += offset.x
        rect.y += offset.y
        var drag = self
        drag.start = Placement(rect: rect, holding: start.corner, in: other, output: output)
        return drag
    }

    /// Continues the drag by a distance in logical pixels.
    /// - Parameter edges: a move may go beyond the left and right ones among them, except for the tab.
    /// - Returns: the new placement, inside `area` as far as possible.
    public mutating func move(dx: Double, dy: Double, in area: Size, beyond edges: Edges = []) -> Placement {
        // Far beyond any screen only the direction counts.
        x = min(max(x + dx, -Self.farthest), Self.farthest)
        y = min(max(y + dy, -Self.farthest), Self.farthest)
        let (dx, dy) = (Int(x.rounded()), Int(y.rounded()))
        guard self.edges.isEmpty else {
            return start.resized(width: start.size.width + growth(dx, dy), in: area)
        }
        let rect = moved(dx, dy, in: area, beyond: edges)
        return Placement(rect: rect, holding: start.corner, in: area, output: start.output)
    }

    private func moved(_ dx: Int, _ dy: Int, in area: Size, beyond edges: Edges) -> Rect {
        var rect = start.rect(in: area)
        let hidden = rect.width - start.tab
        let last = area.width - rect.width
        rect.x = min(
            max(rect.x + dx, edges.contains(.left) ? -hidden : 0),
            max(edges.contains(.left) ? -hidden : 0, last + (edges.contains(.right) ? hidden : 0)))
        rect.y = min(max(rect.y + dy, 0), max(0, area.height - rect.height))
        return rect
    }

    private static let farthest = 1e6

    /// Returns the increase of the width: the larger of both axes' values.
    private func growth(_ dx: Int, _ dy: Int) -> Int {
        let byX = edges.contains(.right) ? dx : edges.contains(.left) ? -dx : nil
        let byY = (edges.contains(.bottom) ? dy : edges.contains(.top) ? -dy : nil).map {
            Int((Double($0) * Double(start.size.width) / Double(max(1, start.size.height))).rounded())
        }
        guard let byX, let byY else { return byX ?? byY ?? 0 }
        return byX.magnitude >= byY.magnitude ? byX : byY
    }
}

extension Placement {
    /// Returns the same rectangle, held by its nearest corner: the result of a drag.
    public func heldByNearestCorner(in area: Size) -> Placement {
        Placement(rect: rect(in: area), in: area, output: output)
    }
}
