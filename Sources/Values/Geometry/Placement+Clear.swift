/// Placements that don't cover others.
extension Placement {
    /// Returns a placement that covers none of the others: moved as little as possible, and smaller only if necessary.
    /// Unchanged if there is no room at all.
    /// - Parameter others: the other placements; those on other outputs are ignored.
    public func clear(of others: [Placement], in area: Size) -> Placement {
        let whole = Rect(origin: .zero, size: area)
        let taken = others.filter { $0.output == output || $0.output == nil || output == nil }.map { $0.rect(in: area) }
            .filter { $0.intersection(whole) != nil }
        let wanted = rect(in: area)
        guard taken.contains(where: { $0.intersection(wanted) != nil }) else { return self }
        let step = max(1, size.width / 16)
        var least = Self.minimumSide
        if size.height > 0, size.height < size.width { least = least * size.width / size.height }
        for width in stride(from: size.width, through: min(size.width, least), by: -step) {
            let height = max(1, size.height * width / max(1, size.width))
            let places = Self.free(Size(width: width, height: height), among: taken, in: area)
            guard let nearest = places.min(by: { $0.distance(to: wanted) < $1.distance(to: wanted) }) else { continue }
            return Placement(rect: nearest, in: area, output: output)
        }
        return self
    }

    /// Returns the placement for a video of this aspect ratio that takes this place over, clear of the others.
    public func takenOver(aspectRatio: Double, among others: [Placement], in area: Size) -> Placement {
        refitted(aspectRatio: aspectRatio, in: area).clear(of: others, in: area)
    }

    /// Returns a placement as `beside(_:in:)` does, but clear of all others too.
    public func beside(_ other: Placement, among others: [Placement], in area: Size) -> Placement {
        let place = beside(other, in: area)
        return others.isEmpty ? place : place.clear(of: others + [other], in: area)
    }

    /// Returns free rectangles: at the area's margins, and beside each of the taken ones.
    private static func free(_ size: Size, among taken: [Rect], in area: Size) -> [Rect] {
        let gap = defaultMargin
        let xs =
            [gap, area.width - gap - size.width] + taken.flatMap { [$0.x - gap - size.width, $0.maxX + gap, $0.x] }
        let ys =
            [gap, area.height - gap - size.height] + taken.flatMap { [$0.y - gap - size.height, $0.maxY + gap, $0.y] }
        let whole = Rect(origin: .zero, size: area)
        return xs.flatMap { x in
            ys.map { Rect(x: x, y: $0, width: size.width, height: size.height) }.filter { place in
                whole.contains(place) && taken.allSatisfy { $0.intersection(place) == nil }
            }
        }
    }
}

extension Rect {
    /// Squared distance of the middles, in half pixels.
    fileprivate func distance(to other: Rect) -> Int {
        let (dx, dy) = (2 * x + width - 2 * other.x - other.width, 2 * y + height - 2 * other.y - other.height)
        return dx * dx + dy * dy
    }
}
