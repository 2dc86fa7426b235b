package import OrielGeometry

/// A box with rounded corners behind other items of its scene. Its size depends on theirs, which only the renderer
/// knows.
package struct Backdrop: Hashable, Sendable {
    /// Indexes of the items in the scene; other backdrops among them don't count.
    package var items: Range<Int>
    /// Distances from the items' layout boxes to the edges, in pixels.
    package var horizontalPadding: Double
    package var verticalPadding: Double
    /// Additional height at the lower edge, in pixels: a line of text includes room below its letters, a shape doesn't.
    package var extraBelow = 0.0
    package var radius: Double
    package var color: Color

    package init(
        behind items: Range<Int>, horizontalPadding: Double, verticalPadding: Double, radius: Double, color: Color
    ) {
        self.items = items
        self.horizontalPadding = horizontalPadding
        self.verticalPadding = verticalPadding
        self.radius = radius
        self.color = color
    }
}
