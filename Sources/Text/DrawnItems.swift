import OrielGeometry

/// What was drawn lately, for the scenes that follow: of one that changes, most stays as it was.
struct DrawnItems {
    struct Key: Hashable {
        let item: TextScene.Item
        /// The scene's, outside of which nothing is drawn.
        let size: Size
    }

    struct Drawing {
        var measure: TextMeasure
        var layers: [CoverageLayer]
    }

    /// Bytes of coverage that are kept, and of one drawing: what is larger is drawn seldom.
    private static let limit = 1 << 20
    private static let largest = 1 << 16
    private static let most = 256

    private var drawings: [Key: Drawing] = [:]
    private var bytes = 0

    /// The drawing of an item, made where it isn't known.
    mutating func drawing(of key: Key, made make: () -> Drawing) -> Drawing {
        if let known = drawings[key] { return known }
        let drawing = make()
        let size = drawing.layers.reduce(0) { $0 + $1.coverage.count }
        guard size <= Self.largest else { return drawing }
        // What is still wanted is soon there again.
        if bytes + size > Self.limit || drawings.count >= Self.most { (drawings, bytes) = ([:], 0) }
        drawings[key] = drawing
        bytes += size
        return drawing
    }
}
