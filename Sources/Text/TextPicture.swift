/// A scene as it was drawn.
package struct TextPicture: Sendable {
    /// Nil where nothing is to be seen.
    package var bitmap: TextBitmap?
    /// One for each item of the scene.
    package var measures: [TextMeasure] = []
    /// False where the client's picture before had the very same pixels at the same place.
    package var isChanged = true
    /// Why there is no text; nil where there is.
    package var problem: TextProblem?
}
