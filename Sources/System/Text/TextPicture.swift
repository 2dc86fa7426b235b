/// A drawn scene or subtitles.
package struct TextPicture: Sendable {
    /// Nil if nothing is visible.
    package var bitmap: TextBitmap?
    /// Positions of the scene's items, in their order.
    package var measures: [TextMeasure] = []
    /// For subtitles: false if the client's former picture had the same pixels at the same position.
    package var isChanged = true
    /// Reason why there is no text; nil if there is.
    package var problem: TextProblem?
    /// For subtitles: media times at which the picture is valid, as far as events are known. Empty at the requested
    /// time if the picture moves.
    package var span = always
    /// For subtitles: words of the events at the requested time; empty for bitmaps.
    package var lines: [String] = []

    /// A range longer than any medium.
    package static let always: Range<Duration> = .seconds(-1_000_000_000) ..< .seconds(1_000_000_000)
}

extension TextPicture {
    package init(_ bitmap: TextBitmap? = nil, span: Range<Duration>) { self.init(bitmap: bitmap, span: span) }
}
