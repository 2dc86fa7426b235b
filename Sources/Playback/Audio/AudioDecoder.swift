import CFFmpeg
import OrielMedia

/// A decoder of sound (`AVCodecContext`). Made on the demux thread or the sound's decode thread, then used on that only.
final class AudioDecoder: @unchecked Sendable {
    private let context: UnsafeMutablePointer<AVCodecContext>
    let track: AudioTrack

    /// Opens a decoder for a track.
    init(_ track: AudioTrack) throws(MediaError) {
        self.track = track
        guard let codec = avcodec_find_decoder(track.parameters.pointee.codec_id) else {
            throw MediaError(.unsupportedAudio(track.info.codec), track.location)
        }
        guard let context = avcodec_alloc_context3(codec) else {
            throw MediaError(.failed("out of memory"), track.location)
        }
        self.context = context
        guard avcodec_parameters_to_context(context, track.parameters) >= 0 else {
            throw MediaError(.failed("out of memory"), track.location)
        }
        context.pointee.pkt_timebase = track.timeBase
        context.pointee.thread_count = 1
        guard avcodec_open2(context, codec, nil) >= 0 else {
            throw MediaError(.unsupportedAudio(track.info.codec), track.location)
        }
    }

    deinit {
        var context: UnsafeMutablePointer<AVCodecContext>? = context
        avcodec_free_context(&context)
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
            Libav.duration(frame.best_effort_timestamp, track.timeBase)
            ?? Libav.duration(frame.pkt_dts, track.timeBase)
        return time.map { $0 - track.startTime }
    }
}
