package import OrielGeometry

/// How messages on a picture look: the one place for their sizes and colours. Lengths are logical pixels.
package struct TextStyle: Hashable, Sendable {
    package var family = "sans-serif"
    /// The height of a line.
    package var lineHeight: Double
    package var color = TextColor.white
    /// A soft edge, so that letters stay sharp where the box lets the picture through.
    package var outline: Double
    package var outlineColor = TextColor.black.withAlpha(0.55)
    /// Opaque enough for 4.5:1 under white letters, whatever the picture is: over white they have 10:1.
    package var boxColor = TextColor(red: 10, green: 10, blue: 12).withAlpha(0.76)
    package var boxRadius: Double
    package var horizontalPadding: Double
    package var verticalPadding: Double
    /// From the surface's edges to the box.
    package var margin: Double
    /// From a text to the bar under it, from there to the padding, and the bar's height and length.
    package var barGap: Double
    package var barRest: Double
    package var barHeight: Double
    package var barLength: Double
    package var barColor = TextColor.white
    package var barRestColor = TextColor.white.withAlpha(0.3)
    /// What lies beyond a bar's mark.
    package var barExcessColor = TextColor(red: 255, green: 190, blue: 80)

    /// Letters of 14 to 44 pixels, by the height of a 16:9 picture in the surface: those of a small overlay are as large as
    /// can be afforded, and full screen they don't shout.
    /// - Parameter textScale: how large letters are, 1 as usual; bounded, and what is no number is 1.
    package init(for surface: Size, textScale: Double = 1) {
        let height = min(Double(surface.height), Double(surface.width) * 9 / 16)
        let letter = min(max(14, 8 + height / 42), 44) * TextLimits.textScale(textScale)
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
}
