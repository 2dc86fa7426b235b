/// A box with round corners behind other items of its scene, whose sizes only the renderer knows.
package struct Backdrop: Hashable, Sendable {
    /// The items it lies behind, by their place in the scene; other backdrops among them don't count.
    package var items: Range<Int>
    /// The distance from their layout boxes to the edges, in pixels.
    package var horizontalPadding: Double
    package var verticalPadding: Double
    /// What the box is higher by at its lower edge: a line of text has room below its letters, a shape has none.
    package var extraBelow = 0.0
    package var radius: Double
    package var color: TextColor
    package var blur = 0.0

    package init(
        behind items: Range<Int>, horizontalPadding: Double, verticalPadding: Double, radius: Double, color: TextColor
    ) {
        self.items = items
        self.horizontalPadding = horizontalPadding
        self.verticalPadding = verticalPadding
        self.radius = radius
        self.color = color
    }
}
