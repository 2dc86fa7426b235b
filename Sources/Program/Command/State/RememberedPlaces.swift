package import OrielGeometry

/// The last overlay placement for each output and aspect ratio.
package struct RememberedPlaces: StateFile, Hashable, Sendable {
    package static let file = "places.json"
    /// Maximum number of entries; the oldest are removed.
    private static let limit = 64
    /// Aspect ratios that differ by less, relatively, share an entry.
    private static let likeness = 0.02
    /// Valid lengths in logical pixels; larger than any screen.
    private static let lengths = -16_384...16_384

    private struct Entry: Codable, Hashable, Sendable {
        var output: String
        /// Aspect ratio: width by height.
        var aspect: Double
        var corner: Corner
        /// Distances from the corner's edges, in logical pixels.
        var x: Int
        var y: Int
        var width: Int
        var height: Int

        /// The entry as a placement; nil if it is invalid.
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

    /// Entries in the order of their last change.
    private var entries: [Entry] = []

    package init() {}

    /// Returns the last placement on the most recently used of these outputs, preferably for this aspect ratio; nil if
    /// there is none.
    package func place(onAnyOf outputs: [String], aspectRatio: Double) -> Placement? {
        let known = entries.filter { outputs.contains($0.output) && $0.placement != nil }
        guard let last = known.last else { return nil }
        return (known.last { $0.output == last.output && $0.isLike(aspectRatio) } ?? last).placement
    }

    /// Stores an overlay's placement.
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
}
