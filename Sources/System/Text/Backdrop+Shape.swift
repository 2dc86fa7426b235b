import OrielGeometry

extension Backdrop {
    /// Box around the layout of the items; nil if they have none.
    func shape(behind bounds: [Rect?]) -> VectorShape? {
        let inside = items.clamped(to: bounds.indices).compactMap { bounds[$0] }.filter { !$0.isEmpty }
        guard let content = inside.dropFirst().reduce(inside.first, { $0?.union($1) }) else { return nil }
        return .box(
            x: Double(content.x) - horizontalPadding, y: Double(content.y) - verticalPadding,
            width: Double(content.width) + 2 * horizontalPadding,
            height: Double(content.height) + 2 * verticalPadding + extraBelow,
            radius: radius, color: color)
    }
}
