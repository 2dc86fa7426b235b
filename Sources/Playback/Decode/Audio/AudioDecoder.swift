package import CFFmpeg
package import OrielLibav

/// Audio decoder (`AVCodecContext`). Made on the demux or the audio decode thread, then used on the latter only.
package final class AudioDecoder: @unchecked Sendable {
    private let owned: (context: CodecContext, frame: FrameStorage)
    private var context: UnsafeMutablePointer<AVCodecContext> { owned.context.pointer }
    /// Frame that is received into.
    package var frame: UnsafeMutablePointer<AVFrame> { owned.frame.frame }
    package let track: AudioTrack

    /// Opens a decoder for a track.
    /// - Throws: `MediaError` if there is no decoder for the codec, or memory ran out.
    package init(_ track: AudioTrack) throws(MediaError) {
        self.track = track
        guard let codec = avcodec_find_decoder(track.parameters.pointer.pointee.codec_id) else {
            throw MediaError(.unsupportedAudio(track.info.codec), track.location)
        }
        guard let context = CodecContext(codec, track.parameters.pointer), let frame = FrameStorage() else {
            throw MediaError(.failed("out of memory"), track.location)
        }
        owned = (context, frame)
        context.pointer.pointee.pkt_timebase = track.timeBase
        context.pointer.pointee.thread_count = 1
        guard avcodec_open2(context.pointer, codec, nil) >= 0 else {
            throw MediaError(.unsupportedAudio(track.info.codec), track.location)
        }
    }

    /// Sends a packet; nil begins to drain (`avcodec_send_packet`).
    package func send(_ packet: Packet?) -> CInt { avcodec_send_packet(context, packet?.pointer) }

    package func receive() -> CInt { avcodec_receive_frame(context, frame) }

    /// Drops the decoder's data before packets of another position (`avcodec_flush_buffers`).
    package func flush() { avcodec_flush_buffers(context) }

    /// Time of a frame since the start of the medium; nil if the container has none.
    package func time(of frame: AVFrame) -> Duration? {
        let time =
            Libav.duration(frame.best_effort_timestamp, track.timeBase)
            ?? Libav.duration(frame.pkt_dts, track.timeBase)
        return time.map { $0 - track.startTime }
    }
}
