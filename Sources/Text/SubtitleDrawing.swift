/// Subtitles of one kind or other that can be drawn: a script's text, or pictures.
package protocol SubtitleDrawing: AnyObject, Sendable {
    /// Draws what is shown at a time. On the engine's thread; others may add to it meanwhile.
    func draw(at time: Duration, on geometry: SubtitleGeometry) -> SubtitleImage
}
