package import OrielGeometry

/// Style of messages over the picture: all of their sizes and colours. Lengths are logical pixels.
package struct TextStyle: Hashable, Sendable {
    package var family = "sans-serif"
    package var lineHeight: Double
    package var color = Color.white
    /// Width of a soft outline, which keeps letters sharp where the picture shows through the box.
    package var outline: Double
    package var outlineColor = Color.black.withAlpha(0.55)
    /// Colour of the box, opaque enough for a contrast of 4.5:1 under white letters on any picture; over a white one it
    /// is 10:1.
    package var boxColor = Color(red: 10 / 255, green: 10 / 255, blue: 12 / 255).withAlpha(0.76)
    package var boxRadius: Double
    package var horizontalPadding: Double
    package var verticalPadding: Double
    /// Distance from the surface's edges to the box.
    package var margin: Double
    /// Distance from a text to the bar below, from the bar to the padding, and the bar's height and length.
    package var barGap: Double
    package var barRest: Double
    package var barHeight: Double
    package var barLength: Double
    package var barColor = Color.white
    package var barRestColor = Color.white.withAlpha(0.3)
    /// Colour of the part beyond a bar's mark.
    package var barExcessColor = Color(red: 1, green: 190 / 255, blue: 80 / 255)

    /// Makes the style for a surface.
    ///
    /// Letters have 14 to 21 pixels, by the height of a 16:9 picture in it, as those of the controls.
    /// - Parameters:
    ///   - textScale: size of letters, 1 as usual; clamped, and NaN counts as 1.
    ///   - isLarge: whether the text stands alone, as a statement.
    package init(for surface: Size, textScale: Double = 1, isLarge: Bool = false) {
        let height = min(Double(surface.height), Double(surface.width) * 9 / 16)
        let letter = min(max(14, height / 50), 21) * TextLimits.textScale(textScale) * (isLarge ? 1.5 : 1)
        lineHeight = (letter * 1.2).rounded()
        outline = letter * 0.05
        boxRadius = letter * 0.5
        horizontalPadding = (letter * 0.7).rounded()
        verticalPadding = (letter * 0.36).rounded()
        margin = min((letter * 0.8).rounded(), max(0, Double(min(surface.width, surface.height)) / 12))
        barGap = (letter * 0.3).rounded()
        barRest = (letter * 0.25).rounded()
        barHeight = max(3, (letter * 0.24).rounded())
        barLength = (letter * 9).rounded()
    }

    /// Takes the smallest letters that controls have, where usual ones have no room.
    mutating func shrink() {
        (lineHeight, horizontalPadding, verticalPadding, boxRadius) = (14, 8, 4, 6)
    }
}
