package import OrielGeometry
package import OrielMedia

extension ContentFit {
    /// Makes the fit of a frame with its sample aspect ratio and its rotation.
    package init(_ frame: VideoFrame) {
        self.init(
            video: Size(width: frame.width, height: frame.height),
            sampleAspectWidth: frame.sampleAspectRatio.numerator,
            sampleAspectHeight: frame.sampleAspectRatio.denominator, isTransposed: Self.isTransposed(frame))
    }

    /// Size of a frame in samples, turned upright.
    package static func samples(of frame: VideoFrame) -> Size {
        let size = Size(width: frame.width, height: frame.height)
        return isTransposed(frame) ? size.transposed : size
    }

    private static func isTransposed(_ frame: VideoFrame) -> Bool {
        frame.rotation == .clockwise90 || frame.rotation == .clockwise270
    }

    /// Displayed width by height.
    package var aspectRatio: Double { content.isEmpty ? 16 / 9 : Double(content.width) / Double(content.height) }
}
