/// A position, x to the right and y down.
public struct Point: Hashable, Sendable, Codable {
    /// Distance to the right.
    public var x: Int
    /// Distance downwards.
    public var y: Int

    /// Creates a position.
    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }

    /// The origin.
    public static let zero = Point(x: 0, y: 0)
}
