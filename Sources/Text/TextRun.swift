/// A text in one style. It is never markup: whatever it contains is drawn as it reads (see `TextMarkup`).
package struct TextRun: Hashable, Sendable {
    package var text: String
    /// A family as fontconfig knows it, or one of its aliases such as `sans-serif`.
    package var family: String
    /// The height of a line in pixels, as ASS counts: from ascender to descender. An em is about 0.86 of it.
    package var size: Double
    package var isBold = false
    package var isItalic = false
    package var color = TextColor.white
    /// The outline's width in pixels; 0 for none.
    package var outline = 0.0
    package var outlineColor = TextColor.black
    /// The shadow's distance in pixels to the right and down; 0 for none.
    package var shadow = 0.0
    package var shadowColor = TextColor.black
    /// How far the outline's edges are blurred, or the text's where it has no outline.
    package var blur = 0.0
    package var anchor = TextAnchor.topLeft
    package var position: TextPoint
    /// The widest that the text may be, in pixels; the scene's width where nil. What doesn't fit ends with an ellipsis.
    package var width: Double?
    /// Where more than one, the text is broken into lines.
    package var lineLimit = 1

    package init(_ text: String, family: String = "sans-serif", size: Double, at position: TextPoint) {
        self.text = text
        self.family = family
        self.size = size
        self.position = position
    }
}
