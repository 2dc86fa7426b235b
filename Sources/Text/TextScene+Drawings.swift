extension TextScene {
    /// The drawings of its items, in their order, nil for a backdrop behind nothing.
    /// - Parameter draw: answers for a text or a shape; the whole is nil where one answer is.
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
        // A backdrop is as large as what lies on it.
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
    /// What the drawings of a scene's items are over each other.
    init(_ drawings: [DrawnItems.Drawing?]) {
        measures = drawings.map { $0?.measure ?? TextMeasure() }
        bitmap = TextBitmap.blend(drawings.flatMap { $0?.layers ?? [] })
    }
}
