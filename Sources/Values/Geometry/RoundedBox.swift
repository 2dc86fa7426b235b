/// A rectangle with round corners, as the coverage of its pixels. Lengths are pixels.
package struct RoundedBox {
    private let width: Double
    private let height: Double
    private let radius: Double

    /// - Parameter radius: limited to half of the shorter side; none if it is not finite.
    package init(width: Double, height: Double, _ radius: Double) {
        self.width = width
        self.height = height
        self.radius = radius.isFinite ? min(max(radius, 0), width / 2, height / 2) : 0
    }

    /// Part of a pixel within the box, 0 to 1; the pixel must lie in the rectangle.
    package func coverage(_ x: Int, _ y: Int) -> Double { min(max(depth(x, y) + 0.5, 0), 1) }

    /// Distance of a pixel's middle from the curve of the nearest corner; half a pixel and more where there is none.
    package func depth(_ x: Int, _ y: Int) -> Double {
        let (x, y) = (Double(x) + 0.5, Double(y) + 0.5)
        let (dx, dy) = (max(radius - x, x - (width - radius), 0), max(radius - y, y - (height - radius), 0))
        guard dx > 0, dy > 0 else { return max(0.5, radius) }
        return radius - (dx * dx + dy * dy).squareRoot()
    }

    /// Calls a function with each pixel that isn't wholly covered, and with its coverage.
    package func forEachCornerPixel(_ body: (_ x: Int, _ y: Int, _ coverage: Double) -> Void) {
        let side = Int(radius.rounded(.up))
        let (columns, rows) = (Int(width), Int(height))
        guard side > 0 else { return }
        for y in 0..<rows where y < side || y >= rows - side {
            for x in 0..<columns where x < side || x >= columns - side {
                let share = coverage(x, y)
                if share < 1 { body(x, y, share) }
            }
        }
    }
}
