extension TextScene {
    /// Drawings of the items, in order; nil for a backdrop without items.
    /// - Parameter draw: draws a text or shape; if it returns nil, so does this function.
    func drawings(_ draw: (Item) -> DrawnItems.Drawing?) -> [DrawnItems.Drawing?]? {
        let items = items.prefix(TextLimits.items)
        var drawings: [DrawnItems.Drawing?] = []
        drawings.reserveCapacity(items.count)
        for item in items {
            if case .backdrop = item {
                drawings.append(nil)
            } else {
                guard let drawing = draw(item) else { return nil }
                drawings.append(drawing)
            }
        }
        // A backdrop is as large as the items on it.
        let bounds = drawings.map { $0?.measure.layout }
        for (index, item) in items.enumerated() {
            guard case .backdrop(let backdrop) = item, let shape = backdrop.shape(behind: bounds) else { continue }
            guard let drawing = draw(.shape(shape)) else { return nil }
            drawings[index] = drawing
        }
        return drawings
    }
}

extension TextPicture {
    /// Composes the drawings of a scene's items.
    init(_ drawings: [DrawnItems.Drawing?]) {
        measures = drawings.map { $0?.measure ?? TextMeasure() }
        bitmap = TextBitmap.blend(drawings.flatMap { $0?.layers ?? [] })
    }
}
