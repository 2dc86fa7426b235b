/// Positions at which logical and hardware pixel edges coincide: at a scale of 1.5 every second logical pixel, which is
/// every third hardware pixel.
///
/// Subsurfaces are placed at whole logical pixels, so their contents are only sharp at these positions.
public struct PixelGrid: Hashable, Sendable {
    /// Hardware pixels per logical pixel.
    public let scale: Double
    /// Logical pixels between two coinciding edges.
    private let logicalStep: Int
    /// Hardware pixels between two coinciding edges.
    private let pixelStep: Int

    /// Creates a grid.
    /// - Parameter scale: rounded to a multiple of 1/120, as in `wp_fractional_scale_v1`; at least 1/120.
    public init(scale: Double) {
        let parts = scale.isFinite ? max(1, Int((min(scale, 1000) * 120).rounded())) : 120
        self.scale = Double(parts) / 120
        let common = Self.greatestCommonDivisor(parts, 120)
        logicalStep = 120 / common
        pixelStep = parts / common
    }

    /// Returns the smallest part of a surface that contains a rectangle and begins at coinciding edges. It ends at
    /// coinciding edges too, or with the surface.
    /// - Parameters:
    ///   - rect: in the surface's hardware pixels.
    ///   - surface: in logical pixels; its buffer has `pixels(of:)`.
    /// - Returns: the part in logical and in hardware pixels; nil if the rectangle doesn't intersect the surface.
    public func part(containing rect: Rect, of surface: Size) -> (logical: Rect, pixels: Rect)? {
        let whole = pixels(of: surface)
        guard let rect = rect.intersection(Rect(origin: .zero, size: whole)) else { return nil }
        func along(_ start: Int, _ end: Int, _ logicalEnd: Int, _ pixelEnd: Int) -> (Range<Int>, Range<Int>) {
            let first = start / pixelStep
            let last = (end + pixelStep - 1) / pixelStep
            // Beyond the last coinciding edge the part ends with the surface.
            guard last * logicalStep <= logicalEnd, last * pixelStep <= pixelEnd else {
                return (first * logicalStep..<logicalEnd, first * pixelStep..<pixelEnd)
            }
            return (first * logicalStep..<last * logicalStep, first * pixelStep..<last * pixelStep)
        }
        let (x, pixelX) = along(rect.x, rect.maxX, surface.width, whole.width)
        let (y, pixelY) = along(rect.y, rect.maxY, surface.height, whole.height)
        return (
            Rect(x: x.lowerBound, y: y.lowerBound, width: x.count, height: y.count),
            Rect(x: pixelX.lowerBound, y: pixelY.lowerBound, width: pixelX.count, height: pixelY.count)
        )
    }

    /// Returns a surface's size in hardware pixels, rounded as its buffer's.
    public func pixels(of surface: Size) -> Size {
        Size(
            width: Int((Double(surface.width) * scale).rounded()),
            height: Int((Double(surface.height) * scale).rounded()))
    }

    /// Returns the hardware pixels that a rectangle of logical pixels touches.
    package func pixels(around rect: Rect) -> Rect {
        let (left, top) = (Double(rect.x) * scale, Double(rect.y) * scale)
        let (right, bottom) = (Double(rect.maxX) * scale, Double(rect.maxY) * scale)
        let origin = Point(x: Int(left.rounded(.down)), y: Int(top.rounded(.down)))
        return Rect(
            x: origin.x, y: origin.y, width: Int(right.rounded(.up)) - origin.x,
            height: Int(bottom.rounded(.up)) - origin.y)
    }

    private static func greatestCommonDivisor(_ a: Int, _ b: Int) -> Int {
        b == 0 ? a : greatestCommonDivisor(b, a % b)
    }
}
