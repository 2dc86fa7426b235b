/// A drawn scene or subtitle image.
package struct TextPicture: Sendable {
    /// Nil if nothing is visible.
    package var bitmap: TextBitmap?
    /// Positions of the scene's items, in their order.
    package var measures: [TextMeasure] = []
    /// For subtitles: false if the client's former picture had the same pixels at the same position.
    package var isChanged = true
    /// Reason why there is no text; nil if there is.
    package var problem: TextProblem?
    /// For subtitles: media times at which the picture is valid (see `SubtitleImage`).
    package var span: Range<Duration>?
    /// For subtitles: their words.
    package var lines: [String] = []
}

extension TextPicture {
    init(_ image: SubtitleImage) {
        self.init(bitmap: image.bitmap, problem: image.problem, span: image.span, lines: image.lines)
    }
}
