/// Where the edges of logical and of hardware pixels meet: at a scale of 1.5 at every second logical pixel, which is every
/// third of the hardware's.
///
/// Surfaces over others are placed in whole logical pixels, so only there are their contents as sharp as they were drawn.
public struct PixelGrid: Hashable, Sendable {
    /// Hardware pixels per logical one.
    public let scale: Double
    /// So many logical pixels,
    private let logicalStep: Int
    /// which are so many of the hardware's.
    private let pixelStep: Int

    /// - Parameter scale: taken as a multiple of 1/120, as `wp_fractional_scale_v1` tells it; at least that.
    public init(scale: Double) {
        let parts = scale.isFinite ? max(1, Int((min(scale, 1000) * 120).rounded())) : 120
        self.scale = Double(parts) / 120
        let common = Self.greatestCommonDivisor(parts, 120)
        logicalStep = 120 / common
        pixelStep = parts / common
    }

    /// The least part of a surface that contains a rectangle of its pixels and begins where the grids meet. It ends where
    /// they meet too, or with the surface.
    /// - Parameters:
    ///   - rect: in the surface's pixels.
    ///   - surface: in logical pixels; its buffer has `pixels(of:)`.
    /// - Returns: the part in logical pixels and in the surface's; nil where nothing of the rectangle is on the surface.
    public func part(containing rect: Rect, of surface: Size) -> (logical: Rect, pixels: Rect)? {
        let whole = pixels(of: surface)
        guard let rect = rect.intersection(Rect(origin: .zero, size: whole)) else { return nil }
        func along(_ start: Int, _ end: Int, _ logicalEnd: Int, _ pixelEnd: Int) -> (Range<Int>, Range<Int>) {
            let first = start / pixelStep
            let last = (end + pixelStep - 1) / pixelStep
            // Beyond the last meeting the surface itself is the end.
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

    /// A surface's size in hardware pixels, rounded as its buffer is.
    public func pixels(of surface: Size) -> Size {
        Size(
            width: Int((Double(surface.width) * scale).rounded()),
            height: Int((Double(surface.height) * scale).rounded()))
    }

    /// The hardware pixels that a rectangle of logical ones touches.
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
