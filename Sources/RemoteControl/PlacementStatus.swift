package import OrielGeometry

/// A placement in `status --json`: margins in CSS order, and a size of two numbers.
package struct PlacementStatus: Hashable, Sendable, Codable {
    package var output: String?
    package var corner: Corner
    /// Top, right, bottom and left margin in logical pixels.
    package var margins: [Int]
    /// Width and height in logical pixels.
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
