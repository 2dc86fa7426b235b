/// An exact fraction, such as a time base or a sample aspect ratio (FFmpeg's `AVRational`).
public struct Rational: Hashable, Sendable {
    /// The numerator.
    public var numerator: Int
    /// The denominator; zero makes the value zero.
    public var denominator: Int

    /// Makes a fraction, such as `Rational(30000, 1001)`.
    public init(_ numerator: Int, _ denominator: Int) {
        self.numerator = numerator
        self.denominator = denominator
    }

    /// The fraction as a floating-point number.
    public var value: Double { denominator == 0 ? 0 : Double(numerator) / Double(denominator) }
}
