package import OrielGeometry

/// Where overlays were left, for each output and shape.
package struct RememberedPlaces: Codable, Hashable, Sendable {
    private static let file = "places.json"
    /// The oldest are forgotten.
    private static let limit = 64
    /// Shapes that differ by less are one.
    private static let likeness = 0.02
    /// Lengths that no screen has are nobody's.
    private static let lengths = -16_384...16_384

    private struct Entry: Codable, Hashable, Sendable {
        var output: String
        /// Width by height.
        var aspect: Double
        var corner: Corner
        /// From that corner's edges.
        var x: Int
        var y: Int
        var width: Int
        var height: Int

        /// Nil for nonsense.
        var placement: Placement? {
            guard aspect.isFinite, aspect > 0, width > 0, height > 0,
                [x, y, width, height].allSatisfy(lengths.contains)
            else { return nil }
            let margins = EdgeInsets(
                top: corner.isTop ? y : 0, right: corner.isLeft ? 0 : x, bottom: corner.isTop ? 0 : y,
                left: corner.isLeft ? x : 0)
            return Placement(
                output: output, corner: corner, margins: margins, size: Size(width: width, height: height))
        }

        func isLike(_ ratio: Double) -> Bool { abs(aspect / ratio - 1) < likeness }
    }

    /// The one left last is last.
    private var entries: [Entry] = []

    package init() {}

    package init(from folder: StateFolder?) { self = folder?.read(Self.self, from: Self.file) ?? Self() }

    /// The place on one of these outputs, where one was left last: of this shape, else the last of any.
    package func place(onAnyOf outputs: [String], aspectRatio: Double) -> Placement? {
        let known = entries.filter { outputs.contains($0.output) && $0.placement != nil }
        guard let last = known.last else { return nil }
        return (known.last { $0.output == last.output && $0.isLike(aspectRatio) } ?? last).placement
    }

    /// An overlay was left there.
    package mutating func leave(_ place: Placement, aspectRatio: Double) {
        guard let output = place.output, aspectRatio.isFinite, aspectRatio > 0 else { return }
        let corner = place.corner
        let entry = Entry(
            output: output, aspect: (aspectRatio * 1000).rounded() / 1000, corner: corner,
            x: corner.isLeft ? place.margins.left : place.margins.right,
            y: corner.isTop ? place.margins.top : place.margins.bottom, width: place.size.width,
            height: place.size.height)
        guard entry.placement != nil else { return }
        entries.removeAll { $0.output == output && $0.isLike(aspectRatio) }
        entries.append(entry)
        entries.removeFirst(max(0, entries.count - Self.limit))
    }

    /// Reads anew what others have left meanwhile, changes it and writes it.
    package static func update(in folder: StateFolder?, _ change: (inout Self) -> Void) {
        folder?.update(file, empty: Self(), change)
    }
}
