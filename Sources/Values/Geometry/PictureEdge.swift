/// Round corners of a picture, and a light line along its edge, in pixels.
package struct PictureEdge: Hashable, Sendable {
    /// Radius of the corners; 0 for square ones without a line.
    package var radius: Int
    /// Width of the line, inside of the picture.
    package var line: Int

    /// Opacity of the line, which is white.
    package static let lineOpacity = 0.15

    package init(radius: Int = 0, line: Int = 0) {
        self.radius = max(0, radius)
        self.line = min(max(0, line), self.radius)
    }

    /// The edge of a surface.
    /// - Parameters:
    ///   - radius: the corners' radius in logical pixels.
    ///   - pixels: size of the surface's buffer, in hardware pixels.
    ///   - size: the surface's size, in logical pixels.
    package init(radius: Int, ofPixels pixels: Size, for size: Size) {
        let scale = Double(pixels.width) / Double(max(1, size.width))
        self.init(radius: Int((Double(radius) * scale).rounded()), line: max(1, Int(scale.rounded())))
    }

    /// The edge of a picture of this size: the radius is at most half of its shorter side.
    package func fitted(to size: Size) -> PictureEdge {
        PictureEdge(radius: min(radius, size.width / 2, size.height / 2), line: line)
    }

    package var isEmpty: Bool { radius == 0 }
}
