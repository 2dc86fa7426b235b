/// Subtitles that can be drawn: a script, or bitmaps.
package protocol SubtitleDrawing: AnyObject, Sendable {
    /// Draws the subtitles at a media time. Called on the text engine's thread; events may be added meanwhile.
    func draw(at time: Duration, on geometry: SubtitleGeometry) -> TextPicture
}
