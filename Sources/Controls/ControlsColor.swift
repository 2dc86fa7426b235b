/// An sRGB colour with straight alpha; components are 0 to 1.
package struct ControlsColor: Hashable, Sendable {
    package var red: Double
    package var green: Double
    package var blue: Double
    package var alpha: Double

    package init(_ red: Double, _ green: Double, _ blue: Double, alpha: Double = 1) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    package static let white = ControlsColor(1, 1, 1)

    package func withAlpha(_ alpha: Double) -> ControlsColor { ControlsColor(red, green, blue, alpha: alpha) }
}
