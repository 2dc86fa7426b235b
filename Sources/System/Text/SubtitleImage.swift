/// Drawn subtitles and the time for which they are valid.
package struct SubtitleImage: Sendable {
    /// Nil if nothing is visible.
    package var bitmap: TextBitmap?
    /// Media times at which the image is valid, as far as events are known. Empty at the requested time if the image
    /// moves.
    package var span: Range<Duration>
    /// Words of the events at the requested time; empty for bitmaps.
    package var lines: [String] = []
    /// Reason why there is no text; nil if there is.
    package var problem: TextProblem?

    package init(
        bitmap: TextBitmap? = nil, span: Range<Duration>, lines: [String] = [], problem: TextProblem? = nil
    ) {
        self.bitmap = bitmap
        self.span = span
        self.lines = lines
        self.problem = problem
    }

    /// A range longer than any medium.
    package static let always: Range<Duration> = .seconds(-1_000_000_000) ..< .seconds(1_000_000_000)
}
