package import OrielGeometry

/// What is drawn on one surface, a later item over an earlier one.
package struct TextScene: Hashable, Sendable {
    package enum Item: Hashable, Sendable {
        case text(TextRun)
        case shape(VectorShape)
        case backdrop(Backdrop)
    }

    /// The surface in pixels; nothing is drawn outside.
    package var size: Size
    package var items: [Item]

    package init(size: Size, items: [Item] = []) {
        self.size = size
        self.items = items
    }
}
