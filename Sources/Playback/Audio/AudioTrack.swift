import CFFmpeg
import OrielMedia

/// An audio stream that can be played, with the parameters to open its decoder. Immutable, any thread.
final class AudioTrack: @unchecked Sendable {  // The parameters never change.
    let info: MediaInfo.Audio
    let location: MediaLocation
    let parameters: UnsafeMutablePointer<AVCodecParameters>
    let timeBase: AVRational
    /// Time on the stream's clock at which the medium begins.
    let startTime: Duration
    /// Whether times may jump in the middle (transport streams).
    let hasDiscontinuities: Bool
    /// Whether the container has no times of its own (see `MediaSource.countsSamples`).
    let countsSamples: Bool
    /// End of the video in media time; nil if the container doesn't state it. A loop's repetition is as long.
    let pictureEnd: Duration?

    /// Copies the parameters of a stream; nil if memory ran out.
    /// - Parameter medium: the medium whose video the track accompanies.
    init?(_ stream: UnsafeMutablePointer<AVStream>, of source: MediaSource, with medium: MediaSource) {
        guard let parameters = avcodec_parameters_alloc() else { return nil }
        self.parameters = parameters
        info = source.audioInfo(of: stream.pointee, isFile: source !== medium)
        location = source.location
        timeBase = stream.pointee.time_base
        startTime = source.startTime
        hasDiscontinuities = source.formatFlags & AVFMT_TS_DISCONT != 0
        countsSamples = source.countsSamples
        pictureEnd = medium.videoEnd ?? (medium.isDurationGuessed ? nil : medium.duration)
        guard avcodec_parameters_copy(parameters, stream.pointee.codecpar) >= 0 else { return nil }
    }

    deinit {
        var parameters: UnsafeMutablePointer<AVCodecParameters>? = parameters
        avcodec_parameters_free(&parameters)
    }
}
