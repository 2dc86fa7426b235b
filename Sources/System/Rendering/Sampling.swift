package import OrielGeometry

/// Number and exactness of texture reads per pixel. A reduced picture must not alias, and an unscaled one must be
/// exact.
///
/// One bilinear read mixes two samples along an axis. A pixel that spans more samples needs several reads, spread over
/// its span. Their number was chosen by the distance to a Lanczos reduction of a zone plate; docs/proof/rendering.md
/// has the figures.
package struct Sampling: Hashable, Sendable {
    /// Number of filtered reads along each axis.
    package struct Taps: Hashable, Sendable {
        package var x: Int
        package var y: Int

        package init(x: Int, y: Int) {
            self.x = x
            self.y = y
        }
    }

    package var taps: Taps
    /// Whether the middle of every pixel is the middle of a sample, so that no filter is needed.
    package var isExact: Bool

    /// Largest number of reads along an axis; from 15 samples per pixel on, samples are skipped.
    package static let maximumTaps = 12
    /// Samples per pixel from which a second read is worth its cost.
    package static let singleTapLimit = 1.25

    /// Chooses the reads.
    /// - Parameters:
    ///   - map: map from target pixels to the plane's samples.
    ///   - destination: the pixels to be drawn.
    ///   - singleTapLimit: largest number of samples per pixel for which one read suffices.
    package init(
        _ map: TextureMapping.Affine, destination: Rect, singleTapLimit: Double = Sampling.singleTapLimit
    ) {
        let ratio = map.ratio
        let corner = map(Double(destination.x), Double(destination.y))
        let length = Double(max(destination.width, destination.height, 1))
        let horizontal = Axis(span: ratio.x, start: corner.x, count: length)
        let vertical = Axis(span: ratio.y, start: corner.y, count: length)
        taps = Taps(x: horizontal.taps(singleTapLimit), y: vertical.taps(singleTapLimit))
        isExact = horizontal.isExact && vertical.isExact
    }

    init(taps: Taps, isExact: Bool) { (self.taps, self.isExact) = (taps, isExact) }

    private struct Axis {
        /// Samples per pixel.
        var span: Double
        /// Whether the span is a whole number and every pixel begins at a sample's edge.
        var isAligned: Bool

        init(span: Double, start: Double, count: Double) {
            self.span = span.isFinite ? span : 1
            // Below the resolution of a filter's weights over the whole picture.
            let tolerance = 1.0 / 512
            isAligned =
                abs(start - start.rounded()) < tolerance && abs(self.span - self.span.rounded()) * count < tolerance
        }

        var isExact: Bool { isAligned && span.rounded() == 1 }

        func taps(_ singleTapLimit: Double) -> Int {
            if isAligned, span.rounded().truncatingRemainder(dividingBy: 2) == 0 {
                // Each read is between two samples and gives their exact mean.
                return max(1, min(Sampling.maximumTaps, Int(span.rounded() / 2)))
            }
            guard span > singleTapLimit else { return 1 }
            // Reads that drift over the samples must overlap, or their weights vary visibly.
            return max(2, min(Sampling.maximumTaps, Int((0.8 * min(span, 1e6)).rounded(.up))))
        }
    }
}
