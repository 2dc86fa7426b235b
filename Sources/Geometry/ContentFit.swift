/// Where a video lies in what shows it: as large as fits, in its own shape, with equal bars on both sides.
public struct ContentFit: Hashable, Sendable {
    /// The shape to keep, in square pixels as shown: after sample aspect ratio and rotation.
    public var content: Size

    /// For a shape that is known as it is shown.
    public init(content: Size) { self.content = content }

    /// - Parameters:
    ///   - video: in samples, as decoded.
    ///   - sampleAspectWidth: how wide a sample is; a ratio with a number that is not positive counts as 1:1.
    ///   - sampleAspectHeight: how high a sample is, in the same unit.
    ///   - isTransposed: turned by 90° or 270° when shown.
    public init(video: Size, sampleAspectWidth: Int = 1, sampleAspectHeight: Int = 1, isTransposed: Bool = false) {
        var shown = video
        if sampleAspectWidth > 0, sampleAspectHeight > 0, sampleAspectWidth != sampleAspectHeight {
            let aspect = Double(sampleAspectWidth) / Double(sampleAspectHeight)
            // Samples are only ever made larger, so that no detail is lost at a scale of 1.
            if aspect > 1 {
                shown.width = Self.rounded(Double(video.width) * aspect)
            } else {
                shown.height = Self.rounded(Double(video.height) / aspect)
            }
        }
        content = isTransposed ? shown.transposed : shown
    }

    /// The largest rectangle of the content's shape in a target, whose bars are of equal width. Empty if either is empty.
    public func destination(in target: Size) -> Rect {
        guard !content.isEmpty, !target.isEmpty else { return Rect(origin: .zero, size: .zero) }
        let width = Double(content.width)
        let height = Double(content.height)
        let scale = min(Double(target.width) / width, Double(target.height) / height)
        let size = Size(
            width: Self.fitted(width * scale, in: target.width), height: Self.fitted(height * scale, in: target.height))
        return Rect(
            x: (target.width - size.width) / 2, y: (target.height - size.height) / 2, width: size.width,
            height: size.height)
    }

    /// How much of the content is seen where it fills a target and what stands over is cut off on both sides, in parts of its
    /// width and its height; one of the two is 1.
    public func filledPart(of target: Size) -> (width: Double, height: Double) {
        guard !content.isEmpty, !target.isEmpty else { return (1, 1) }
        let own = Double(content.width) / Double(content.height)
        let wanted = Double(target.width) / Double(target.height)
        return own > wanted ? (wanted / own, 1) : (1, own / wanted)
    }

    /// The nearest length that leaves an even number of pixels for the bars; all of it where less than a pixel is left.
    private static func fitted(_ length: Double, in available: Int) -> Int {
        let bars = Double(available) - length
        guard bars >= 1 else { return available }
        let parity = available % 2
        let fitted = rounded((length - Double(parity)) / 2) * 2 + parity
        return min(max(fitted, parity == 0 ? 2 : 1), available)
    }

    /// The nearest whole number, at least 1 and never more than a window's coordinates hold.
    private static func rounded(_ value: Double) -> Int {
        value.isFinite ? Int(min(max(value.rounded(), 0), Double(Int32.max))) : 1
    }
}
