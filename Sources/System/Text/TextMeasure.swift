package import OrielGeometry

/// Position of an item on its surface.
package struct TextMeasure: Hashable, Sendable {
    /// Layout box: advance width by line height for a text, box of the points for a shape.
    package var layout: Rect?
    /// Whether a text didn't fit and ends with an ellipsis.
    package var isCut = false
}
