/// A colour in R'G'B' (sRGB), each component from 0 to 1, alpha not multiplied in.
public struct Color: Hashable, Sendable {
    public var red: Double
    public var green: Double
    public var blue: Double
    public var alpha: Double

    public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    public static let black = Color(red: 0, green: 0, blue: 0)
    /// What is behind shows: for the corners of a rounded overlay.
    public static let clear = Color(red: 0, green: 0, blue: 0, alpha: 0)
}
