/// Edges of a rectangle, as `xdg_toplevel.resize_edge` combines them.
public struct Edges: OptionSet, Hashable, Sendable {
    /// Bits as the protocol has them.
    public let rawValue: UInt8
    /// Of the protocol's bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    /// The upper one.
    public static let top = Edges(rawValue: 1)
    /// The lower one.
    public static let bottom = Edges(rawValue: 2)
    /// The left one.
    public static let left = Edges(rawValue: 4)
    /// The right one.
    public static let right = Edges(rawValue: 8)

    /// The edges that a point is close to: within `margin`, or a sixth of the side where that is less.
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
    /// The edges of an output at which no other one begins, all in one space.
    public init(ofOutput output: Rect, openAmong others: [Rect]) {
        var edges: Edges = [.top, .bottom, .left, .right]
        for other in others where !other.isEmpty {
            // Outputs of fractional scales may be a pixel apart.
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
