/// A scene as it was drawn.
package struct TextPicture: Sendable {
    /// Nil where nothing is to be seen.
    package var bitmap: TextBitmap?
    /// One for each item of the scene.
    package var measures: [TextMeasure] = []
    /// Of subtitles: false where the client's picture before had the very same pixels at the same place.
    package var isChanged = true
    /// Why there is no text; nil where there is.
    package var problem: TextProblem?
    /// Of subtitles: when this is what there is to see (see `SubtitleImage`).
    package var span: Range<Duration>?
}

extension TextPicture {
    init(_ image: SubtitleImage) { self.init(bitmap: image.bitmap, problem: image.problem, span: image.span) }
}
