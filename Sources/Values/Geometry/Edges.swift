/// A set of edges of a rectangle, combined as in `xdg_toplevel.resize_edge`.
public struct Edges: OptionSet, Hashable, Sendable {
    /// The protocol's bits.
    public let rawValue: UInt8
    /// Creates a set from the protocol's bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The upper edge.
    public static let top = Edges(rawValue: 1)
    /// The lower edge.
    public static let bottom = Edges(rawValue: 2)
    /// The left edge.
    public static let left = Edges(rawValue: 4)
    /// The right edge.
    public static let right = Edges(rawValue: 8)

    /// Creates the set of edges close to a point: within `margin`, or a sixth of the side if that is less.
    public init(near x: Double, _ y: Double, in size: Size, margin: Double) {
        let marginX = min(margin, Double(size.width) / 6)
        let marginY = min(margin, Double(size.height) / 6)
        var edges: Edges = []
        if x < marginX { edges.insert(.left) } else if x >= Double(size.width) - marginX { edges.insert(.right) }
        if y < marginY { edges.insert(.top) } else if y >= Double(size.height) - marginY { edges.insert(.bottom) }
        self = edges
    }
}

extension Edges {
    /// Creates the set of an output's edges without an adjacent output, all in the same coordinates.
    public init(ofOutput output: Rect, openAmong others: [Rect]) {
        var edges: Edges = [.top, .bottom, .left, .right]
        for other in others where !other.isEmpty {
            // Outputs with fractional scales may be a pixel apart.
            func meet(_ a: Int, _ b: Int) -> Bool { abs(a - b) <= 1 }
            if other.y < output.maxY, other.maxY > output.y {
                if meet(other.maxX, output.x) { edges.remove(.left) }
                if meet(other.x, output.maxX) { edges.remove(.right) }
            }
            if other.x < output.maxX, other.maxX > output.x {
                if meet(other.maxY, output.y) { edges.remove(.top) }
                if meet(other.y, output.maxY) { edges.remove(.bottom) }
            }
        }
        self = edges
    }
}
