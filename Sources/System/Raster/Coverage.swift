/// Samples that each pixel covers along one axis of a plane. The covering box is as wide as a pixel, but never narrower
/// than a sample.
///
/// Reductions are therefore area averages and enlargements linear, with a continuous transition. Chroma needs that: it
/// is enlarged where luma is reduced by less than two.
struct Coverage {
    /// Samples of one pixel, beginning with `first`, and their amounts, whose sum is the box's width.
    struct Span {
        var first: Int
        var amounts: [Double]
    }

    /// Number of samples of the plane.
    var samples: Int
    var pixels: Int
    /// Samples per pixel; less than one in enlargements.
    var ratio: Double
    /// Offset of the first sample from its position in a plane without subsampling, in samples of this plane.
    var offset: Double
    var isReversed: Bool

    /// Width of the box in samples.
    var width: Double { max(ratio, 1) }
    /// Whether each pixel is exactly one sample.
    var isIdentity: Bool { ratio == 1 && offset == 0 && !isReversed && samples == pixels }

    func span(of pixel: Int) -> Span {
        let index = isReversed ? pixels - 1 - pixel : pixel
        let middle = (Double(index) + 0.5) * ratio + offset
        // Below the resolution of weights: rounding errors of Double must not add a sample.
        let tolerance = 1e-6
        let start = middle - width / 2
        let end = middle + width / 2
        let from = Int((start + tolerance).rounded(.down))
        let to = max(Int((end - tolerance).rounded(.up)), from + 1)
        // Beyond the edges, the last sample is repeated.
        let first = min(max(from, 0), samples - 1)
        let last = min(max(to - 1, first), samples - 1)
        var amounts = [Double](repeating: 0, count: last - first + 1)
        for sample in from..<to {
            let amount = min(end, Double(sample + 1)) - max(start, Double(sample))
            amounts[min(max(sample, first), last) - first] += max(amount, 0)
        }
        return Span(first: first, amounts: amounts)
    }
}
