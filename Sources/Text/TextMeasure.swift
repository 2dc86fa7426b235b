package import OrielGeometry

/// Where an item lies on its surface.
package struct TextMeasure: Hashable, Sendable {
    /// What it takes in layout: of a text its advance width by the height of its lines, of a shape the box of its points.
    package var layout: Rect?
    /// The box of the pixels it touches, on the surface; nil where there are none.
    package var ink: Rect?
    /// True where a text didn't fit and ends with an ellipsis.
    package var isCut = false
}
