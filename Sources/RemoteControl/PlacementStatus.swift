public import OrielGeometry

/// A placement as `status --json` writes it: margins in CSS order, a size of two.
public struct PlacementStatus: Hashable, Sendable, Codable {
    public var output: String?
    public var corner: Corner
    /// Top, right, bottom, left.
    public var margins: [Int]
    /// Width, height.
    public var size: [Int]

    public init(_ placement: Placement) {
        output = placement.output
        corner = placement.corner
        let margins = placement.margins
        self.margins = [margins.top, margins.right, margins.bottom, margins.left]
        size = [placement.size.width, placement.size.height]
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(output, forKey: .output)
        try container.encode(corner, forKey: .corner)
        try container.encode(margins, forKey: .margins)
        try container.encode(size, forKey: .size)
    }
}
