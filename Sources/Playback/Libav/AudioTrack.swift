package import CFFmpeg

/// An audio stream that can be played, with the parameters to open its decoder. Immutable, any thread.
package final class AudioTrack: @unchecked Sendable {  // No property ever changes.
    package let info: MediaInfo.Audio
    package let location: MediaLocation
    package let parameters: CodecParameters
    package let timeBase: AVRational
    /// Time on the stream's clock at which the medium begins.
    package let startTime: Duration
    /// Whether times may jump in the middle (transport streams).
    package let hasDiscontinuities: Bool
    /// Whether the container has no times of its own (see `MediaSource.countsSamples`).
    package let countsSamples: Bool
    /// End of the video in media time; nil if the container doesn't state it. A loop's repetition is as long.
    package let pictureEnd: Duration?

    /// Copies the parameters of a stream; nil if memory ran out.
    package init?(
        _ stream: UnsafeMutablePointer<AVStream>, _ info: MediaInfo.Audio, _ location: MediaLocation,
        startTime: Duration, hasDiscontinuities: Bool, countsSamples: Bool, pictureEnd: Duration?
    ) {
        guard let parameters = CodecParameters(stream.pointee.codecpar) else { return nil }
        self.parameters = parameters
        self.info = info
        self.location = location
        timeBase = stream.pointee.time_base
        self.startTime = startTime
        self.hasDiscontinuities = hasDiscontinuities
        self.countsSamples = countsSamples
        self.pictureEnd = pictureEnd
    }
}
