package import OrielGeometry

/// How the samples under a pixel become its value, so that a reduced picture doesn't alias and an unscaled one is exact.
///
/// One bilinear read mixes two samples along an axis. A pixel that spans more needs several reads, spread over its span.
/// How many was chosen by the distance to a Lanczos reduction of a zone plate; docs/proof/rendering.md has the figures.
package struct Sampling: Hashable, Sendable {
    /// Filtered reads along each axis.
    package struct Taps: Hashable, Sendable {
        package var x: Int
        package var y: Int

        package init(x: Int, y: Int) {
            self.x = x
            self.y = y
        }
    }

    package var taps: Taps
    /// Every pixel's middle is a sample's middle: no filter is needed.
    package var isExact: Bool
    /// Every pixel is two by two whole samples.
    package var isHalf: Bool

    /// The most reads along one axis; from 15 samples a pixel on, samples are left out.
    package static let maximumTaps = 12
    /// Where a second read begins to be worth its cost.
    package static let singleTapLimit = 1.25

    /// - Parameters:
    ///   - map: from target pixels to the plane's samples.
    ///   - destination: the pixels to be drawn.
    ///   - singleTapLimit: the most samples a pixel that one read is thought good enough for.
    package init(
        _ map: TextureMapping.Affine, destination: Rect, singleTapLimit: Double = Sampling.singleTapLimit
    ) {
        let ratio = map.ratio
        let corner = map(Double(destination.x), Double(destination.y))
        let length = Double(max(destination.width, destination.height, 1))
        let horizontal = Axis(span: ratio.x, start: corner.x, count: length)
        let vertical = Axis(span: ratio.y, start: corner.y, count: length)
        taps = Taps(x: horizontal.taps(singleTapLimit), y: vertical.taps(singleTapLimit))
        isExact = horizontal.isWhole(1) && vertical.isWhole(1)
        isHalf = horizontal.isWhole(2) && vertical.isWhole(2)
    }

    private struct Axis {
        /// Samples per pixel.
        var span: Double
        /// The span is a whole number, and every pixel begins where a sample does.
        var isAligned: Bool

        init(span: Double, start: Double, count: Double) {
            self.span = span.isFinite ? span : 1
            // Less than the resolution of a filter's weights over the whole picture.
            let tolerance = 1.0 / 512
            isAligned =
                abs(start - start.rounded()) < tolerance && abs(self.span - self.span.rounded()) * count < tolerance
        }

        func isWhole(_ samples: Double) -> Bool { isAligned && span.rounded() == samples }

        func taps(_ singleTapLimit: Double) -> Int {
            if isAligned, span.rounded().truncatingRemainder(dividingBy: 2) == 0 {
                // Each read lies between two samples and is their exact mean.
                return max(1, min(Sampling.maximumTaps, Int(span.rounded() / 2)))
            }
            guard span > singleTapLimit else { return 1 }
            // Reads that drift over the samples must overlap, or their weights beat.
            return max(2, min(Sampling.maximumTaps, Int((0.8 * min(span, 1e6)).rounded(.up))))
        }
    }
}
