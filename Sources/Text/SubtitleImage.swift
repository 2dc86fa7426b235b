/// Subtitles as they were drawn, and for how long they are so.
package struct SubtitleImage: Sendable {
    /// Nil where nothing is to be seen.
    package var bitmap: TextBitmap?
    /// The media times at which it is what there is to see, as far as the events are known. What moves is true for the time
    /// that was asked for only: then both ends are that.
    package var span: Range<Duration>
    /// Why there is no text; nil where there is.
    package var problem: TextProblem?

    package init(bitmap: TextBitmap? = nil, span: Range<Duration>, problem: TextProblem? = nil) {
        self.bitmap = bitmap
        self.span = span
        self.problem = problem
    }

    /// Longer than any medium.
    package static let always: Range<Duration> = .seconds(-1_000_000_000) ..< .seconds(1_000_000_000)
}
