public import OrielGeometry
public import OrielLibav
package import OrielMedia

extension ContentFit {
    /// Makes the fit of a frame with its sample aspect ratio and its rotation.
    package init(_ frame: VideoFrame) {
        self.init(
            video: Size(width: frame.width, height: frame.height),
            sampleAspectWidth: frame.sampleAspectRatio.numerator,
            sampleAspectHeight: frame.sampleAspectRatio.denominator, isTransposed: frame.rotation.isTransposed)
    }

    /// Size of a frame in samples, turned upright.
    package static func samples(of frame: VideoFrame) -> Size {
        let size = Size(width: frame.width, height: frame.height)
        return frame.rotation.isTransposed ? size.transposed : size
    }

    /// Displayed width by height.
    package var aspectRatio: Double { content.isEmpty ? 16 / 9 : Double(content.width) / Double(content.height) }
}

extension MediaInfo {
    /// Size of the video in square pixels, upright, as the container or the codec declares it; of music, the cover's.
    public var presentationSize: Size {
        ContentFit(
            video: Size(width: video.width, height: video.height), sampleAspectWidth: video.sampleAspectRatio.numerator,
            sampleAspectHeight: video.sampleAspectRatio.denominator, isTransposed: video.rotation.isTransposed
        ).content
    }
}
