import CFFmpeg
import OrielMedia

/// One stream of sound that can be played, and what a decoder of it has to know. Immutable, any thread.
final class AudioTrack: @unchecked Sendable {  // The parameters never change.
    let info: MediaInfo.Audio
    let location: MediaLocation
    let parameters: UnsafeMutablePointer<AVCodecParameters>
    let timeBase: AVRational
    /// Where the medium's time begins on the stream's clock.
    let startTime: Duration
    /// Times may jump in the middle (transport streams).
    let hasDiscontinuities: Bool
    /// When the pictures are over, as far as the container says: a loop's turn is as long as they are.
    let pictureEnd: Duration?

    /// Nil where there is no memory.
    /// - Parameter medium: whose pictures it goes with.
    init?(_ stream: UnsafeMutablePointer<AVStream>, of source: MediaSource, with medium: MediaSource) {
        guard let parameters = avcodec_parameters_alloc() else { return nil }
        self.parameters = parameters
        info = source.audioInfo(of: stream.pointee, isFile: source !== medium)
        location = source.location
        timeBase = stream.pointee.time_base
        startTime = source.startTime
        hasDiscontinuities = source.formatFlags & AVFMT_TS_DISCONT != 0
        pictureEnd = medium.videoEnd ?? (medium.isDurationGuessed ? nil : medium.duration)
        guard avcodec_parameters_copy(parameters, stream.pointee.codecpar) >= 0 else { return nil }
    }

    deinit {
        var parameters: UnsafeMutablePointer<AVCodecParameters>? = parameters
        avcodec_parameters_free(&parameters)
    }
}
