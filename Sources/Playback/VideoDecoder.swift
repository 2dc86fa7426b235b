import CFFmpeg
import Glibc
import OrielMedia

/// A video decoder (`AVCodecContext`). Made on the demux thread, then used on the decode thread only.
final class VideoDecoder: @unchecked Sendable {
    private let context: UnsafeMutablePointer<AVCodecContext>
    private let memory: PictureMemory
    let traits: StreamTraits
    /// The number of its stream.
    let stream: CInt
    /// The decoder's name, such as `libdav1d`.
    let name: String

    /// Opens a decoder for the source's video stream, with frame threads.
    /// - Parameters:
    ///   - first: a packet that was read already; a picture's header is in it.
    ///   - memory: what the pictures are counted by.
    init(
        _ source: MediaSource, threads: Int?, isStill: Bool, first: Packet?, memory: PictureMemory
    ) throws(MediaError) {
        let stream = try source.video
        guard let parameters = stream.pointee.codecpar else { throw MediaError(.noStreams, source.location) }
        guard let codec = Self.decoder(for: parameters.pointee, stream.pointee.metadata) else {
            throw MediaError(.unsupportedCodec(Self.codecName(parameters.pointee)), source.location)
        }
        try Self.check(parameters.pointee, source, first)
        guard let context = avcodec_alloc_context3(codec) else {
            throw MediaError(.failed("out of memory"), source.location)
        }
        self.context = context
        self.memory = memory
        self.stream = stream.pointee.index
        name = String(cString: codec.pointee.name)
        let rate = source.frameRate
        traits = StreamTraits(
            timeBase: stream.pointee.time_base, startTime: source.startTime,
            frameDuration: Libav.duration(1, AVRational(num: rate.den, den: rate.num)),
            sampleAspectRatio: stream.pointee.sample_aspect_ratio.num > 0
                ? stream.pointee.sample_aspect_ratio : parameters.pointee.sample_aspect_ratio,
            orientation: Orientation(displayMatrix: oriel_stream_display_matrix(stream)),
            codec: parameters.pointee.codec_id, hasDiscontinuities: source.formatFlags & AVFMT_TS_DISCONT != 0,
            isStillImage: isStill)
        guard avcodec_parameters_to_context(context, parameters) >= 0 else {
            throw MediaError(.failed("out of memory"), source.location)
        }
        context.pointee.pkt_timebase = stream.pointee.time_base
        context.pointee.framerate = rate
        context.pointee.max_pixels = Int64(PictureLimits.pixels)
        // Else cropping at the left is rounded down to what aligns.
        context.pointee.flags |= AV_CODEC_FLAG_UNALIGNED
        memory.supply(context)
        let wanted = isStill ? 1 : max(1, min(16, threads ?? Int(sysconf(CInt(_SC_NPROCESSORS_ONLN)))))
        let inFrames = PictureMemory.threads(
            wanted,
            pictureBytes: PictureMemory.bytes(
                width: Int(parameters.pointee.width), height: Int(parameters.pointee.height),
                format: AVPixelFormat(rawValue: parameters.pointee.format)))
        // Threads within a picture cost no memory, but decoders with threads of their own don't tell the two apart.
        let hasOwnThreads = codec.pointee.capabilities & AV_CODEC_CAP_OTHER_THREADS != 0
        context.pointee.thread_type = inFrames > 1 ? FF_THREAD_FRAME | FF_THREAD_SLICE : FF_THREAD_SLICE
        context.pointee.thread_count = CInt(inFrames > 1 || hasOwnThreads ? inFrames : wanted)
        let code = avcodec_open2(context, codec, nil)
        guard code >= 0 else {
            let isUnsupported = [ORIEL_AVERROR_PATCHWELCOME, ORIEL_AVERROR_EXPERIMENTAL].contains(code)
            throw MediaError(
                isUnsupported ? .unsupportedCodec(Self.codecName(parameters.pointee)) : .truncated, source.location)
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

    /// How many frames the decoder holds back to put them in order (`AVCodecContext.has_b_frames`).
    var reorderDelay: Int { Int(context.pointee.has_b_frames) }

    /// Leaves out frames that no other frame needs (`AVCodecContext.skip_frame`).
    var skipsUnreferenced: Bool {
        get { context.pointee.skip_frame == AVDISCARD_NONREF }
        set { context.pointee.skip_frame = newValue ? AVDISCARD_NONREF : AVDISCARD_DEFAULT }
    }

    private static func check(
        _ parameters: AVCodecParameters, _ source: MediaSource, _ first: Packet?
    ) throws(MediaError) {
        var (width, height) = (Int(parameters.width), Int(parameters.height))
        // libavcodec keeps no size that it refuses; then the one that the file declares tells why.
        let isRefused = width <= 0 || height <= 0
        if isRefused {
            guard let declared = first?.declaredSize ?? source.declaredSize else {
                throw MediaError(source.isKnownByNameOnly ? .notMedia : .truncated, source.location)
            }
            (width, height) = declared
        }
        guard width > 0, height > 0 else { throw MediaError(.noSize, source.location) }
        guard width <= PictureLimits.side, height <= PictureLimits.side, width * height <= PictureLimits.pixels else {
            throw MediaError(.tooLarge(width: width, height: height), source.location)
        }
        if isRefused { throw MediaError(.truncated, source.location) }
    }

    /// The default decoder, but for VP8 and VP9 with alpha, whose second picture libavcodec's own decoders leave out.
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

    /// The codec's name, or its tag's four characters where libavcodec has no name for it.
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
