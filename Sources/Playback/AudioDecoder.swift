import CFFmpeg
import OrielMedia

/// A decoder of sound (`AVCodecContext`). Made on the demux thread, then used on the sound's decode thread only.
final class AudioDecoder: @unchecked Sendable {
    private let context: UnsafeMutablePointer<AVCodecContext>
    let timeBase: AVRational
    /// Where the medium's time begins on the stream's clock.
    let startTime: Duration
    /// Samples a second as the container has it.
    let rate: Int
    /// Times may jump in the middle (transport streams).
    let hasDiscontinuities: Bool
    /// When the pictures are over, as far as the container says: a loop's turn is as long as they are.
    let pictureEnd: Duration?

    /// Opens a decoder for the source's sound; nil and a reason where there is none.
    init(_ source: MediaSource, _ stream: UnsafeMutablePointer<AVStream>) throws(MediaError) {
        guard let parameters = stream.pointee.codecpar,
            let codec = avcodec_find_decoder(parameters.pointee.codec_id)
        else { throw MediaError(.unsupportedAudio(Self.name(of: stream)), source.location) }
        guard let context = avcodec_alloc_context3(codec) else {
            throw MediaError(.failed("out of memory"), source.location)
        }
        self.context = context
        timeBase = stream.pointee.time_base
        startTime = source.startTime
        rate = Int(parameters.pointee.sample_rate)
        hasDiscontinuities = source.formatFlags & AVFMT_TS_DISCONT != 0
        pictureEnd = source.videoEnd ?? source.duration
        guard avcodec_parameters_to_context(context, parameters) >= 0 else {
            throw MediaError(.failed("out of memory"), source.location)
        }
        context.pointee.pkt_timebase = timeBase
        context.pointee.thread_count = 1
        guard avcodec_open2(context, codec, nil) >= 0 else {
            throw MediaError(.unsupportedAudio(Self.name(of: stream)), source.location)
        }
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&context)
    }

    private static func name(of stream: UnsafeMutablePointer<AVStream>) -> String {
        String(cString: avcodec_get_name(stream.pointee.codecpar.pointee.codec_id))
    }

    /// `avcodec_send_packet`; nil begins to drain.
    func send(_ packet: Packet?) -> CInt { avcodec_send_packet(context, packet?.pointer) }

    /// `avcodec_receive_frame`.
    func receive(_ frame: UnsafeMutablePointer<AVFrame>) -> CInt { avcodec_receive_frame(context, frame) }

    /// Forgets everything, for packets of another place (`avcodec_flush_buffers`).
    func flush() { avcodec_flush_buffers(context) }

    /// A frame's time since the start of the medium, as far as the container says.
    func time(of frame: AVFrame) -> Duration? {
        let time =
            Libav.duration(frame.best_effort_timestamp, timeBase) ?? Libav.duration(frame.pkt_dts, timeBase)
        return time.map { $0 - startTime }
    }
}
