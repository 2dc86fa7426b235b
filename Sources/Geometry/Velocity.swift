/// How fast something moves, in logical pixels a second.
public struct Velocity: Hashable, Sendable {
    public var x: Double
    public var y: Double

    public init(x: Double, y: Double) {
        self.x = x
        self.y = y
    }

    /// It stands.
    public static let zero = Velocity(x: 0, y: 0)

    /// Whichever way; 0 where it isn't a number.
    public var speed: Double {
        let square = x * x + y * y
        return square.isFinite ? square.squareRoot() : 0
    }
}
