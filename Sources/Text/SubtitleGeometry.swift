package import OrielGeometry

/// Where subtitles are drawn.
package struct SubtitleGeometry: Hashable, Sendable {
    /// The surface, in pixels.
    package var surface: Size
    /// Where the video lies on it.
    package var picture: Rect
    /// The video in samples as it is seen, which a script's blur and 3-D effects are relative to.
    package var video: Size
    /// The least height of a line, in pixels: what can still be read.
    package var leastLine: Double
    /// By how much the person wants text larger or smaller.
    package var scale: Double
    /// How large letters are on this desktop, 1 as usual: lines that nobody gave a size.
    package var textScale: Double
    /// Where the lines at the bottom stand: 100 for there, 0 for the top.
    package var position: Double

    package init(
        surface: Size, picture: Rect, video: Size, leastLine: Double = 0, scale: Double = 1, textScale: Double = 1,
        position: Double = 100
    ) {
        self.surface = surface
        self.picture = picture
        self.video = video
        self.leastLine = leastLine
        self.scale = scale
        self.textScale = textScale
        self.position = position
    }

    /// A video that fills its surface.
    package init(surface: Size) {
        self.init(surface: surface, picture: Rect(origin: .zero, size: surface), video: surface)
    }

    /// The same on a surface as large as is drawn on.
    var clamped: SubtitleGeometry {
        var geometry = self
        geometry.surface = TextLimits.clamped(surface)
        geometry.picture =
            picture.intersection(Rect(origin: .zero, size: geometry.surface))
            ?? Rect(origin: .zero, size: geometry.surface)
        geometry.leastLine = TextLimits.clamped(leastLine, 0...TextLimits.fontSize)
        geometry.scale = TextLimits.clamped(scale, 0.1...10)
        geometry.textScale = TextLimits.textScale(textScale)
        geometry.position = TextLimits.clamped(position, 0...150)
        return geometry
    }
}
