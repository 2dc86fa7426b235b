package import OrielGeometry

/// A placement in `status --json`: margins in CSS order, and a size of two numbers.
package struct PlacementStatus: Hashable, Sendable, Codable {
    @Nullable package var output: String?
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
}
