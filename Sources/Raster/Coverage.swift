/// Along one axis of a plane, which samples each pixel covers and how much of each: a box as wide as a pixel, and never
/// narrower than a sample. So reductions are area averages, enlargements are linear, and the one becomes the other without
/// a step, which chroma needs: it is enlarged where luma is reduced by less than two.
struct Coverage {
    /// One pixel's: samples from `first` on, of which so much each. They add up to the box's width.
    struct Span {
        var first: Int
        var amounts: [Double]
    }

    /// The plane's samples.
    var samples: Int
    var pixels: Int
    /// Samples a pixel; less than one in enlargements.
    var ratio: Double
    /// How far the first sample lies from where an unreduced plane's would, in samples of this plane.
    var offset: Double
    var isReversed: Bool

    /// The box's width in samples.
    var width: Double { max(ratio, 1) }
    /// Each pixel is one sample as it is.
    var isIdentity: Bool { ratio == 1 && offset == 0 && !isReversed && samples == pixels }

    func span(of pixel: Int) -> Span {
        let index = isReversed ? pixels - 1 - pixel : pixel
        let middle = (Double(index) + 0.5) * ratio + offset
        // Less than what weights resolve: what Double leaves of a whole number is no sample.
        let tolerance = 1e-6
        let start = middle - width / 2
        let end = middle + width / 2
        let from = Int((start + tolerance).rounded(.down))
        let to = max(Int((end - tolerance).rounded(.up)), from + 1)
        // Beyond the edges the last sample goes on.
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
