/// A position, x to the right and y down.
public struct Point: Hashable, Sendable, Codable {
    /// To the right.
    public var x: Int
    /// Down.
    public var y: Int

    /// A position so far right and down.
    public init(x: Int, y: Int) {
        self.x = x
        self.y = y
    }

    /// Where both are counted from.
    public static let zero = Point(x: 0, y: 0)
}
