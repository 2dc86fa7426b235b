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

    /// The pixel at a place in logical pixels; outside all areas if it is beyond any surface or not finite.
    package init(pixelAt x: Double, _ y: Double, scale: Double) {
        func pixel(_ length: Double) -> Int {
            length.isFinite ? Int(min(max(length * scale, -1e6), 1e6).rounded(.down)) : -1
        }
        self.init(x: pixel(x), y: pixel(y))
    }

    /// The origin.
    public static let zero = Point(x: 0, y: 0)
}
