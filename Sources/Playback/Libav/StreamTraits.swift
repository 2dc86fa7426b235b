package import CFFmpeg

/// Properties of a video stream that the container states and frames may lack.
package struct StreamTraits: Sendable {
    package var timeBase: AVRational
    /// Time on the stream's clock at which the medium begins.
    package var startTime: Duration
    /// Duration of a frame by the frame rate; nil if unknown.
    package var frameDuration: Duration?
    package var sampleAspectRatio: AVRational
    package var orientation: Orientation
    package var codec: AVCodecID
    /// Whether times may jump in the middle (transport streams).
    package var hasDiscontinuities: Bool
    package var isStillImage: Bool
    /// Peak luminance in cd/m²; nil if the container states none.
    package var peakLuminance: Double?

    package init(
        timeBase: AVRational, startTime: Duration, frameDuration: Duration?, sampleAspectRatio: AVRational,
        orientation: Orientation, codec: AVCodecID, hasDiscontinuities: Bool, isStillImage: Bool,
        peakLuminance: Double? = nil
    ) {
        self.timeBase = timeBase
        self.startTime = startTime
        self.frameDuration = frameDuration
        self.sampleAspectRatio = sampleAspectRatio
        self.orientation = orientation
        self.codec = codec
        self.hasDiscontinuities = hasDiscontinuities
        self.isStillImage = isStillImage
        self.peakLuminance = peakLuminance
    }
}
