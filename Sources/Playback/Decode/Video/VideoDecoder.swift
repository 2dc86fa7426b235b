package import CFFmpeg
import Glibc
package import OrielLibav

/// Video decoder (`AVCodecContext`). Made on the demux thread, then used on the decode thread only.
package final class VideoDecoder: Decoder, @unchecked Sendable {
    private let owned: CodecContext
    private var context: UnsafeMutablePointer<AVCodecContext> { owned.pointer }
    /// The stream with which it was opened.
    let coded: CodedStream
    private let way: DecoderThreads.Way
    package var traits: StreamTraits { coded.traits }
    /// Index of the stream.
    package let stream: CInt
    /// Decoder name, such as `libdav1d`.
    package var name: String { String(cString: coded.codec.pointee.name) }
    /// Codec name, such as `av1`.
    package var codecName: String { coded.codecName }

    /// Opens a decoder for a stream.
    /// - Parameters:
    ///   - first: a packet that was read already, which holds an image's header.
    ///   - memory: counts the decoder's frames.
    /// - Throws: `MediaError` if the codec, the size or the headers rule out decoding.
    package init(
        _ video: VideoStream, _ options: DecoderOptions, isStill: Bool, first: Packet?, memory: FrameBudget
    ) throws(MediaError) {
        let stream = video.stream
        guard let parameters = stream.pointee.codecpar else { throw MediaError(.noStreams, video.location) }
        guard let codec = Self.decoder(for: parameters.pointee, stream.pointee.metadata) else {
            throw MediaError(.unsupportedCodec(Self.codecName(parameters.pointee)), video.location)
        }
        try video.check(first)
        guard let copy = CodecParameters(parameters) else {
            throw MediaError(.failed("out of memory"), video.location)
        }
        let rate = video.frameRate
        let limit = isStill ? 1 : max(1, min(16, options.threads ?? Int(sysconf(CInt(_SC_NPROCESSORS_ONLN)))))
        let hasFrameThreads = codec.pointee.capabilities & AV_CODEC_CAP_FRAME_THREADS != 0
        let frameLimit =
            if parameters.pointee.codec_id == AV_CODEC_ID_APNG {
                // If a frame fails, threads that refer to it wait forever (libavcodec 59, `ff_thread_await_progress`).
                1
            } else if hasFrameThreads, limit > 1, options.threads == nil {
                min(16, limit + 1)
            } else {
                limit
            }
        let frameBytes = FrameBudget.bytes(
            width: Int(parameters.pointee.width), height: Int(parameters.pointee.height),
            format: AVPixelFormat(rawValue: parameters.pointee.format))
        let hasChoice =
            options.threads == nil && hasFrameThreads
            && FrameBudget.threads(frameLimit, frameBytes: frameBytes) > 1
        let traits = StreamTraits(
            timeBase: stream.pointee.time_base, startTime: video.startTime,
            frameDuration: Libav.duration(1, AVRational(num: rate.den, den: rate.num)),
            sampleAspectRatio: stream.pointee.sample_aspect_ratio.num > 0
                ? stream.pointee.sample_aspect_ratio : parameters.pointee.sample_aspect_ratio,
            orientation: Orientation(displayMatrix: oriel_stream_display_matrix(stream)),
            codec: parameters.pointee.codec_id, hasDiscontinuities: video.hasDiscontinuities,
            isStillImage: isStill, peakLuminance: Libav.luminance(oriel_stream_peak_luminance(stream)))
        coded = CodedStream(
            traits: traits, parameters: copy, codec: codec, rate: rate, memory: memory, limit: limit,
            frameLimit: frameLimit, threads: hasChoice ? DecoderThreads(video) : nil,
            skipsLoopFilter: options.skipsLoopFilter)
        way = coded.threads?.way(hasTarget: false) ?? .several
        let opened = coded.open(way, frameBytes: frameBytes)
        guard let context = opened.context else {
            switch opened.code {
            case ORIEL_AVERROR_ENOMEM: throw MediaError(.failed("out of memory"), video.location)
            case ORIEL_AVERROR_PATCHWELCOME, ORIEL_AVERROR_EXPERIMENTAL:
                throw MediaError(.unsupportedCodec(Self.codecName(parameters.pointee)), video.location)
            default: throw video.brokenHeader
            }
        }
        owned = context
        self.stream = stream.pointee.index
    }

    /// Opens another decoder for the same stream, without the state of the first. Nil if that fails.
    convenience init?(like other: VideoDecoder) { self.init(like: other, other.way) }

    /// Opens another decoder for a run if that is decoded by another number of threads; nil if it isn't, or that fails.
    /// - Parameter hasTarget: whether frames are dropped until a seek's target is reached.
    convenience init?(forRunOf other: VideoDecoder, hasTarget: Bool) {
        guard let way = other.coded.threads?.way(hasTarget: hasTarget), way != other.way else { return nil }
        self.init(like: other, way)
    }

    private init?(like other: VideoDecoder, _ way: DecoderThreads.Way) {
        let context = other.context.pointee
        // Frames may have become larger than the container states.
        let bytes = FrameBudget.bytes(
            width: Int(max(context.width, context.coded_width)), height: Int(max(context.height, context.coded_height)),
            format: context.pix_fmt)
        let opened = other.coded.open(way, frameBytes: bytes, delay: context.has_b_frames)
        guard let context = opened.context else { return nil }
        (owned, self.way) = (context, way)
        (coded, stream) = (other.coded, other.stream)
    }

    /// The stream's extradata in the container.
    package var extradata: UnsafeRawBufferPointer { coded.parameters.extradata }

    /// Sends a packet; nil begins to drain (`avcodec_send_packet`).
    package func send(_ packet: Packet?) -> CInt { avcodec_send_packet(context, packet?.pointer) }

    package func receive(_ frame: UnsafeMutablePointer<AVFrame>) -> CInt { avcodec_receive_frame(context, frame) }

    /// Drops the decoder's data before packets of another position (`avcodec_flush_buffers`).
    package func flush() { avcodec_flush_buffers(context) }

    /// Number of frames held back for reordering (`AVCodecContext.has_b_frames`).
    package var reorderDelay: Int { Int(context.pointee.has_b_frames) }

    /// Whether frames that no other frame refers to are skipped (`AVCodecContext.skip_frame`).
    package var skipsUnreferenced: Bool {
        get { context.pointee.skip_frame == AVDISCARD_NONREF }
        set { context.pointee.skip_frame = newValue ? AVDISCARD_NONREF : AVDISCARD_DEFAULT }
    }

    /// The default decoder, except for VP8 and VP9 with alpha, since libavcodec's own decoders ignore the alpha frames.
    private static func decoder(
        for parameters: AVCodecParameters, _ metadata: OpaquePointer?
    ) -> UnsafePointer<AVCodec>? {
        if Libav.metadata(metadata, "alpha_mode") == "1" {
            let name: String? =
                switch parameters.codec_id {
                case AV_CODEC_ID_VP8: "libvpx"
                case AV_CODEC_ID_VP9: "libvpx-vp9"
                default: nil
                }
            if let name, let decoder = avcodec_find_decoder_by_name(name) { return decoder }
        }
        return avcodec_find_decoder(parameters.codec_id)
    }

    /// Codec name, or the four characters of its tag if libavcodec has no name for it.
    private static func codecName(_ parameters: AVCodecParameters) -> String {
        guard parameters.codec_id == AV_CODEC_ID_NONE else {
            return String(cString: avcodec_get_name(parameters.codec_id))
        }
        guard parameters.codec_tag != 0 else { return "unknown" }
        var text = [CChar](repeating: 0, count: Int(AV_FOURCC_MAX_STRING_SIZE))
        av_fourcc_make_string(&text, parameters.codec_tag)
        return Libav.string(text)
    }
}
