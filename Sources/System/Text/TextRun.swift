package import OrielGeometry

/// A text in one style. It contains no markup: all characters are drawn literally (see `TextMarkup`).
package struct TextRun: Hashable, Sendable {
    package var text: String
    /// Font family known to fontconfig, or an alias such as `sans-serif`.
    package var family: String
    /// Line height in pixels, as in ASS: from ascender to descender. An em is about 0.86 of it.
    package var size: Double
    package var isBold = false
    package var color = Color.white
    /// Width of the outline in pixels; 0 for none.
    package var outline = 0.0
    package var outlineColor = Color.black
    /// Blur of the outline's edges in pixels, or of the text's if there is no outline.
    package var blur = 0.0
    package var anchor = TextAnchor.topLeft
    package var position: PathPoint
    /// Largest width in pixels; nil for the scene's. A text that doesn't fit ends with an ellipsis.
    package var width: Double?
    /// Largest number of lines; with more than one, the text is wrapped.
    package var lineLimit = 1

    package init(_ text: String, family: String = "sans-serif", size: Double, at position: PathPoint) {
        self.text = text
        self.family = family
        self.size = size
        self.position = position
    }
}
