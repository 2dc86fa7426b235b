/// Fits a video into a rectangle: as large as possible, with its aspect ratio and equal bars on both sides.
public struct ContentFit: Hashable, Sendable {
    /// Size with the aspect ratio to keep, in square pixels: after sample aspect ratio and rotation.
    public var content: Size

    /// Creates a fit for content with a known display size.
    public init(content: Size) { self.content = content }

    /// Creates a fit for a decoded video.
    /// - Parameters:
    ///   - video: size in samples, as decoded.
    ///   - sampleAspectWidth: width of a sample; a ratio with a number that isn't positive counts as 1:1.
    ///   - sampleAspectHeight: height of a sample, in the same unit.
    ///   - isTransposed: true if the video is rotated by 90° or 270° for display.
    public init(video: Size, sampleAspectWidth: Int = 1, sampleAspectHeight: Int = 1, isTransposed: Bool = false) {
        var shown = video
        if sampleAspectWidth > 0, sampleAspectHeight > 0, sampleAspectWidth != sampleAspectHeight {
            let aspect = Double(sampleAspectWidth) / Double(sampleAspectHeight)
            // Sizes only grow, so that no detail is lost at a scale of 1.
            if aspect > 1 {
                shown.width = Self.rounded(Double(video.width) * aspect)
            } else {
                shown.height = Self.rounded(Double(video.height) / aspect)
            }
        }
        content = isTransposed ? shown.transposed : shown
    }

    /// Returns the largest rectangle with the content's aspect ratio in a target, with equal bars. Empty if either is
    /// empty.
    public func destination(in target: Size) -> Rect {
        guard !content.isEmpty, !target.isEmpty else { return Rect(origin: .zero, size: .zero) }
        let width = Double(content.width)
        let height = Double(content.height)
        let scale = min(Double(target.width) / width, Double(target.height) / height)
        let size = Size(
            width: Self.fitted(width * scale, in: target.width), height: Self.fitted(height * scale, in: target.height))
        return Rect(size, inMiddleOf: Rect(origin: .zero, size: target))
    }

    /// Returns the visible part of the content, as fractions of its width and height, if it fills a target and is
    /// cropped equally on both sides. One of the two is 1.
    public func filledPart(of target: Size) -> (width: Double, height: Double) {
        guard !content.isEmpty, !target.isEmpty else { return (1, 1) }
        let own = Double(content.width) / Double(content.height)
        let wanted = Double(target.width) / Double(target.height)
        return own > wanted ? (wanted / own, 1) : (1, own / wanted)
    }

    /// Returns the nearest length that leaves an even number of pixels for the bars; the whole length if less than
    /// three pixels are left: an overlay of whole logical pixels is not quite of its picture's shape at a scale of 2.
    private static func fitted(_ length: Double, in available: Int) -> Int {
        let bars = Double(available) - length
        guard bars >= 3 else { return available }
        let parity = available % 2
        let fitted = rounded((length - Double(parity)) / 2) * 2 + parity
        return min(max(fitted, parity == 0 ? 2 : 1), available)
    }

    /// Returns the nearest whole number, limited to a window's coordinates; 1 if not finite.
    private static func rounded(_ value: Double) -> Int {
        value.isFinite ? Int(min(max(value.rounded(), 0), Double(Int32.max))) : 1
    }
}
