package import CFFmpeg

/// What the container says of a video stream's frames, where the frames themselves don't.
package struct StreamTraits: Sendable {
    package var timeBase: AVRational
    /// Where the medium's time begins on the stream's clock.
    package var startTime: Duration
    /// How long a frame lasts by the frame rate; nil where that is unknown.
    package var frameDuration: Duration?
    package var sampleAspectRatio: AVRational
    package var orientation: Orientation
    package var codec: AVCodecID
    /// Times may jump in the middle (transport streams).
    package var hasDiscontinuities: Bool
    package var isStillImage: Bool
    /// The most light that there is, in cd/m²; nil where the container doesn't say.
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
