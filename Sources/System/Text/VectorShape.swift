package import OrielGeometry

package typealias TextPoint = PathPoint

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
        let radius = min(max(radius, 0), width / 2, height / 2)
        let right = x + width
        let bottom = y + height
        guard radius > 0 else {
            let corners = [(x, y), (right, y), (right, bottom), (x, bottom)].map { TextPoint(x: $0.0, y: $0.1) }
            return VectorShape([.move(corners[0])] + corners[1...].map { .line($0) }, color: color, blur: blur)
        }
        // Approximates a quarter of a circle within 0.03 % of its radius.
        let handle = radius * (1 - 0.5523)
        func point(_ x: Double, _ y: Double) -> TextPoint { TextPoint(x: x, y: y) }
        return VectorShape(
            [
                .move(point(x + radius, y)), .line(point(right - radius, y)),
                .cubic(point(right - handle, y), point(right, y + handle), point(right, y + radius)),
                .line(point(right, bottom - radius)),
                .cubic(point(right, bottom - handle), point(right - handle, bottom), point(right - radius, bottom)),
                .line(point(x + radius, bottom)),
                .cubic(point(x + handle, bottom), point(x, bottom - handle), point(x, bottom - radius)),
                .line(point(x, y + radius)),
                .cubic(point(x, y + handle), point(x + handle, y), point(x + radius, y)),
            ], color: color, blur: blur)
    }
}
