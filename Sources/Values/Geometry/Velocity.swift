/// A velocity in logical pixels per second.
public struct Velocity: Hashable, Sendable {
    /// Component to the right.
    public var x: Double
    /// Component downwards.
    public var y: Double

    /// Creates a velocity.
    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// No motion.
    public static let zero = Velocity(x: 0, y: 0)

    /// The speed regardless of direction; 0 if it isn't finite.
    public var speed: Double {
        let square = x * x + y * y
        return square.isFinite ? square.squareRoot() : 0
    }
}
