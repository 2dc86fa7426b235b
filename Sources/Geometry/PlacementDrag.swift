/// A hand that moves a picture or pulls at its edges. Where the picture is to be depends on where it was taken hold of, on
/// how far the hand has gone since, and on the area that it may not leave; nothing is lost by rounding on the way.
public struct PlacementDrag: Hashable, Sendable {
    /// Where the picture was, held by the corner that stays where it is.
    private var start: Placement
    /// Those that the hand pulls at; empty where it moves the whole.
    private let edges: Edges
    private var x = 0.0
    private var y = 0.0

    /// Takes hold of the picture itself. Until the end it is held by the same corner, so that only the margins change
    /// under the hand.
    public init(moving start: Placement) {
        self.start = start
        edges = []
    }

    /// Takes hold of edges; the corner across from them stays where it is.
    /// - Parameter edges: at least one; an edge beside those that stay decides nothing.
    public init(resizing start: Placement, by edges: Edges, in area: Size) {
        let held = Corner(
            isTop: edges.contains(.bottom) || (!edges.contains(.top) && start.corner.isTop),
            isLeft: edges.contains(.right) || (!edges.contains(.left) && start.corner.isLeft))
        self.start = Placement(rect: start.rect(in: area), holding: held, in: area, output: start.output)
        self.edges = edges
    }

    /// How far the hand has gone, in logical pixels.
    public var distance: (x: Double, y: Double) { (x, y) }

    /// Where the picture would be if nothing kept it in the area.
    func free(in area: Size) -> Rect {
        var rect = start.rect(in: area)
        rect.x += Int(x.rounded())
        rect.y += Int(y.rounded())
        return rect
    }

    /// The same hand with the same picture, as another output's area has it.
    /// - Parameter offset: from that output's origin to this one's.
    func carried(to output: String?, by offset: Point, from area: Size, to other: Size) -> PlacementDrag {
        var rect = start.rect(in: area)
        rect.x += offset.x
        rect.y += offset.y
        var drag = self
        drag.start = Placement(rect: rect, holding: start.corner, in: other, output: output)
        return drag
    }

    /// The hand went on by so far, in logical pixels.
    /// - Parameter edges: the left and right ones among them let a picture that is moved go beyond them, but for its tab.
    /// - Returns: where the picture is to be now: inside `area`, or as much of it as fits.
    public mutating func move(dx: Double, dy: Double, in area: Size, beyond edges: Edges = []) -> Placement {
        // Beyond any screen, only the direction counts.
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

    /// How much wider the picture gets: the larger of what both axes ask for.
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
    /// The same place, held by the corner that it is nearest to: what a drag leaves.
    public func heldByNearestCorner(in area: Size) -> Placement {
        Placement(rect: rect(in: area), in: area, output: output)
    }
}
