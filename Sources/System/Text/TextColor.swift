/// An sRGB colour with straight alpha.
package struct TextColor: Hashable, Sendable {
    package var red: UInt8
    package var green: UInt8
    package var blue: UInt8
    package var alpha: UInt8

    package init(red: UInt8, green: UInt8, blue: UInt8, alpha: UInt8 = 255) {
        self.red = red
        self.green = green
        self.blue = blue
        self.alpha = alpha
    }

    package static let white = TextColor(red: 255, green: 255, blue: 255)
    package static let black = TextColor(red: 0, green: 0, blue: 0)
    package static let clear = black.withAlpha(0)

    /// The colour with another opacity, from 0 to 1.
    package func withAlpha(_ alpha: Double) -> TextColor {
        var color = self
        color.alpha = UInt8((min(max(alpha, 0), 1) * 255).rounded())
        return color
    }

    /// The colour in libass's form: RGBA with transparency instead of opacity.
    var packedForAss: UInt32 {
        UInt32(red) << 24 | UInt32(green) << 16 | UInt32(blue) << 8 | UInt32(255 - alpha)
    }

    init(packedForAss packed: UInt32) {
        self.init(
            red: UInt8(truncatingIfNeeded: packed >> 24), green: UInt8(truncatingIfNeeded: packed >> 16),
            blue: UInt8(truncatingIfNeeded: packed >> 8), alpha: 255 - UInt8(truncatingIfNeeded: packed))
    }
}
