package import OrielGeometry

/// A filled path (non-zero winding); each contour is closed.
package struct VectorShape: Hashable, Sendable {
    package var elements: [PathElement]
    package var color: Color
    /// Blur of the edges in pixels; 0 for none.
    package var blur = 0.0

    package init(_ elements: [PathElement], color: Color, blur: Double = 0) {
        self.elements = elements
        self.color = color
        self.blur = blur
    }

    /// Makes a box with rounded corners; the radius is limited to half of the shorter side.
    package static func box(
        x: Double, y: Double, width: Double, height: Double, radius: Double = 0, color: Color, blur: Double = 0
    ) -> VectorShape {
        var path = VectorPath()
        path.addBox(x: x, y: y, width: width, height: height, radius: radius)
        return VectorShape(path.elements, color: color, blur: blur)
    }
}
