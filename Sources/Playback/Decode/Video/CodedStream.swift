import CFFmpeg
import OrielLibav

/// Facts of a stream that its decoders are opened with. They keep no decoder alive. Immutable; `@unchecked Sendable`
/// for libavcodec's constant `AVCodec`.
struct CodedStream: @unchecked Sendable {
    let traits: StreamTraits
    let parameters: CodecParameters
    let codec: UnsafePointer<AVCodec>
    /// Frame rate that the container states.
    let rate: AVRational
    /// Counter of the frames in memory.
    let memory: FrameBudget
    /// Largest total number of threads.
    let limit: Int
    /// Largest number of frames decoded in parallel. Unless a number was requested, one more than there are processors,
    /// since one thread always waits for its frame to be taken.
    let frameLimit: Int
    /// Decision about the number of threads; nil if there is only one way.
    let threads: DecoderThreads?
    let skipsLoopFilter: Bool

    /// Codec name, such as `vp9`.
    var codecName: String { String(cString: avcodec_get_name(traits.codec)) }

    /// Opens a decoder in software. Returns a nil context and libavcodec's code on failure.
    /// - Parameters:
    ///   - frameBytes: the size of a frame, which limits the number of frames in parallel.
    ///   - delay: the known number of frames held back for reordering.
    func open(
        _ way: DecoderThreads.Way, frameBytes: Int, delay: CInt = 0
    ) -> (context: CodecContext?, code: CInt) {
        guard let owned = CodecContext(codec, parameters.pointer) else { return (nil, ORIEL_AVERROR_ENOMEM) }
        let context = owned.pointer
        context.pointee.pkt_timebase = traits.timeBase
        context.pointee.framerate = rate
        context.pointee.has_b_frames = max(context.pointee.has_b_frames, delay)
        context.pointee.max_pixels = Int64(PictureLimits.pixels)
        // Without this, cropping at the left is rounded down to an alignment.
        context.pointee.flags |= AV_CODEC_FLAG_UNALIGNED
        if skipsLoopFilter { context.pointee.skip_loop_filter = AVDISCARD_NONREF }
        memory.supply(context)
        // Slice threads cost no memory, but decoders that manage threads themselves don't distinguish the two kinds.
        let hasOwnThreads = codec.pointee.capabilities & AV_CODEC_CAP_OTHER_THREADS != 0
        let inFrames = way == .one ? 1 : FrameBudget.threads(frameLimit, frameBytes: frameBytes)
        context.pointee.thread_type = inFrames > 1 ? FF_THREAD_FRAME | FF_THREAD_SLICE : FF_THREAD_SLICE
        context.pointee.thread_count = CInt(inFrames > 1 || hasOwnThreads ? inFrames : way == .one ? 1 : limit)
        let code = avcodec_open2(context, codec, nil)
        return (code < 0 ? nil : owned, code)
    }

    /// The decoder of libavcodec that hands the stream to VA-API; nil if there is none.
    var hardwareCodec: UnsafePointer<AVCodec>? {
        // The default decoder of AV1 is a library without hardware decoding.
        let codec = traits.codec == AV_CODEC_ID_AV1 ? avcodec_find_decoder_by_name("av1") : codec
        var index: CInt = 0
        while let codec, let configuration = avcodec_get_hw_config(codec, index)?.pointee {
            index += 1
            let takesDevice = configuration.methods & CInt(AV_CODEC_HW_CONFIG_METHOD_HW_DEVICE_CTX) != 0
            if takesDevice, configuration.device_type == AV_HWDEVICE_TYPE_VAAPI { return codec }
        }
        return nil
    }
}
