package import OrielGeometry

/// Position and scale of subtitles on a surface.
package struct SubtitleGeometry: Hashable, Sendable {
    /// Size of the surface in pixels.
    package var surface: Size
    /// Position of the video on the surface, in pixels.
    package var picture: Rect
    /// Size of the video in samples as shown, which a script's blur and 3-D effects refer to.
    package var video: Size
    /// Size of the video in samples as stored, turned upright.
    package var samples: Size
    /// Least legible height of a line, in pixels.
    package var leastLine: Double
    /// Scale of the text that the user chose.
    package var scale: Double
    /// Size of letters on this desktop, 1 as usual; applies to text without an author's size.
    package var textScale: Double
    /// Vertical position of the lines at the bottom: 100 for the bottom, 0 for the top.
    package var position: Double

    package init(
        surface: Size, picture: Rect, video: Size, samples: Size? = nil, leastLine: Double = 0, scale: Double = 1,
        textScale: Double = 1, position: Double = 100
    ) {
        self.surface = surface
        self.picture = picture
        self.video = video
        self.samples = samples ?? video
        self.leastLine = leastLine
        self.scale = scale
        self.textScale = textScale
        self.position = position
    }

    /// The geometry with all values limited to what can be drawn.
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
