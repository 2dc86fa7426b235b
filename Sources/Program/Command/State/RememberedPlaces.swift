import OrielGeometry
package import OrielWindows

/// The last overlay placement for each output and aspect ratio.
package struct RememberedPlaces: StateFile, Hashable, Sendable {
    package static let file = "places.json"
    /// Maximum number of entries; the oldest are removed.
    private static let limit = 64
    /// Aspect ratios that differ by less, relatively, share an entry.
    private static let likeness = 0.02

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

        /// nil if the entry is invalid.
        var place: PictureInPicturePlace? {
            let place = PictureInPicturePlace(
                output: output, corner: corner, x: x, y: y, size: Size(width: width, height: height))
            return aspect.isFinite && aspect > 0 && Placement(place) != nil ? place : nil
        }

        func isLike(_ ratio: Double) -> Bool { abs(aspect / ratio - 1) < likeness }
    }

    /// Entries in the order of their last change.
    private var entries: [Entry] = []

    package init() {}

    /// Returns the last placement on the most recently used of these outputs, preferably for this aspect ratio; nil if
    /// there is none.
    package func place(onAnyOf outputs: [String], aspectRatio: Double) -> PictureInPicturePlace? {
        let known = entries.filter { outputs.contains($0.output) && $0.place != nil }
        guard let last = known.last else { return nil }
        return (known.last { $0.output == last.output && $0.isLike(aspectRatio) } ?? last).place
    }

    /// Stores an overlay's placement.
    package mutating func leave(_ place: PictureInPicturePlace, aspectRatio: Double) {
        let entry = Entry(
            output: place.output, aspect: (aspectRatio * 1000).rounded() / 1000, corner: place.corner, x: place.x,
            y: place.y, width: place.size.width, height: place.size.height)
        guard entry.place != nil else { return }
        entries.removeAll { $0.output == place.output && $0.isLike(aspectRatio) }
        entries.append(entry)
        entries.removeFirst(max(0, entries.count - Self.limit))
    }
}
