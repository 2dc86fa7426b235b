/// A point in parts of a width and a height; y points downwards. 0 is the left and the upper side, 1 the right and the
/// lower one.
public struct UnitPoint: Hashable, Sendable, Codable {
    /// Distance to the right.
    public var x: Double
    /// Distance downwards.
    public var y: Double

    /// Creates a point.
    public init(x: Double, y: Double) { (self.x, self.y) = (x, y) }

    /// The middle.
    public static let center = UnitPoint(x: 0.5, y: 0.5)

    package var isFinite: Bool { x.isFinite && y.isFinite }
}
