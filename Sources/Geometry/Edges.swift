/// Edges of a rectangle, as `xdg_toplevel.resize_edge` combines them.
public struct Edges: OptionSet, Hashable, Sendable {
    public let rawValue: UInt8
    public init(rawValue: UInt8) { self.rawValue = rawValue }
    public static let top = Edges(rawValue: 1)
    public static let bottom = Edges(rawValue: 2)
    public static let left = Edges(rawValue: 4)
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
