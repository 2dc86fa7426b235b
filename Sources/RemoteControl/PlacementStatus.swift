package import OrielGeometry

/// A placement as `status --json` writes it: margins in CSS order, a size of two.
package struct PlacementStatus: Hashable, Sendable, Codable {
    package var output: String?
    package var corner: Corner
    /// Top, right, bottom, left.
    package var margins: [Int]
    /// Width, height.
    package var size: [Int]

    package init(_ placement: Placement) {
        output = placement.output
        corner = placement.corner
        let margins = placement.margins
        self.margins = [margins.top, margins.right, margins.bottom, margins.left]
        size = [placement.size.width, placement.size.height]
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(output, forKey: .output)
        try container.encode(corner, forKey: .corner)
        try container.encode(margins, forKey: .margins)
        try container.encode(size, forKey: .size)
    }
}
