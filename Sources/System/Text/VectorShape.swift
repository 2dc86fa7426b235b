package import OrielGeometry

/// A filled path (non-zero winding); each contour is closed.
package struct VectorShape: Hashable, Sendable {
    package var elements: [PathElement]
    package var color: Color

    package init(_ elements: [PathElement], color: Color) { (self.elements, self.color) = (elements, color) }

    /// Makes a box with rounded corners; the radius is limited to half of the shorter side.
    package static func box(
        x: Double, y: Double, width: Double, height: Double, radius: Double = 0, color: Color
    ) -> VectorShape {
        var path = VectorPath()
        path.addBox(x: x, y: y, width: width, height: height, radius: radius)
        return VectorShape(path.elements, color: color)
    }
}
