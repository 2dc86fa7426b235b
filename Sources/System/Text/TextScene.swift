package import OrielGeometry

/// Items to draw on one surface, a later one over an earlier one.
package struct TextScene: Hashable, Sendable {
    package enum Item: Hashable, Sendable {
        case text(TextRun)
        case shape(VectorShape)
        case backdrop(Backdrop)
    }

    /// Size of the surface in pixels; nothing is drawn outside.
    package var size: Size
    package var items: [Item]

    package init(size: Size, items: [Item] = []) {
        self.size = size
        self.items = items
    }
}
