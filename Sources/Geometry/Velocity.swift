/// How fast something moves, in logical pixels a second.
public struct Velocity: Hashable, Sendable {
    /// To the right.
    public var x: Double
    /// Down.
    public var y: Double

    /// A velocity so fast right and down.
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
