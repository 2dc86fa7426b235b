import CFFmpeg
import OrielMedia
import OrielPlatform

/// A video decoder whose frames are made by a graphics device and copied into memory. Decode thread only.
final class HardwareDecoder {
    /// Result of a call that may have to be repeated.
    enum Outcome {
        case done
        /// The other call, send or receive, comes first (`AVERROR(EAGAIN)`).
        case again
        /// All frames were received after the last packet.
        case end
    }

    /// A call that takes longer counts as a failure once it has returned.
    private static let patience = Duration.seconds(1)

    private let context: UnsafeMutablePointer<AVCodecContext>
    private let surface: UnsafeMutablePointer<AVFrame>
    private let device: HardwareDevice
    private let memory: PictureMemory
    /// Whether the driver was not offered for the stream; set by libavcodec's callback.
    private var isRefused = false

    /// Opens a decoder.
    /// - Parameter delay: the known number of frames held back for reordering.
    init(_ stream: HardwareStream, delay: Int, on device: HardwareDevice) throws(HardwareFault) {
        guard let codec = stream.hardwareCodec else { throw .unsupported }
        var made = avcodec_alloc_context3(codec)
        guard let context = made, let surface = av_frame_alloc() else {
            avcodec_free_context(&made)
            throw .decoding(words: "out of memory")
        }
        self.context = context
        self.surface = surface
        self.device = device
        memory = stream.memory
        let parameters = avcodec_parameters_to_context(context, stream.parameters.pointer)
        context.pointee.pkt_timebase = stream.traits.timeBase
        context.pointee.framerate = stream.rate
        context.pointee.has_b_frames = max(context.pointee.has_b_frames, CInt(delay))
        context.pointee.max_pixels = Int64(PictureLimits.pixels)
        context.pointee.thread_count = 1
        context.pointee.hw_device_ctx = av_buffer_ref(device.reference)
        context.pointee.opaque = Unmanaged.passUnretained(self).toOpaque()
        context.pointee.get_format = { context, formats in
            guard let context, let opaque = context.pointee.opaque, var format = formats else {
                return AV_PIX_FMT_NONE
            }
            while format.pointee != AV_PIX_FMT_NONE {
                if format.pointee == AV_PIX_FMT_VAAPI { return AV_PIX_FMT_VAAPI }
                format += 1
            }
            // libavcodec leaves it out of the list after the driver refused. Without a format the packet fails.
            Unmanaged<HardwareDecoder>.fromOpaque(opaque).takeUnretainedValue().isRefused = true
            return AV_PIX_FMT_NONE
        }
        guard parameters >= 0, context.pointee.hw_device_ctx != nil else { throw .decoding(words: "out of memory") }
        let code = avcodec_open2(context, codec, nil)
        guard code >= 0 else { throw .decoding(words: Libav.words(code)) }
    }

    deinit {
        var (context, surface): (UnsafeMutablePointer<AVCodecContext>?, UnsafeMutablePointer<AVFrame>?) = (
            context, surface
        )
        av_frame_free(&surface)
        avcodec_free_context(&context)
    }

    /// Whether frames that no other frame refers to are skipped (`AVCodecContext.skip_frame`).
    var skipsUnreferenced: Bool {
        get { context.pointee.skip_frame == AVDISCARD_NONREF }
        set { context.pointee.skip_frame = newValue ? AVDISCARD_NONREF : AVDISCARD_DEFAULT }
    }

    /// Drops the decoder's data before packets of another position (`avcodec_flush_buffers`).
    func flush() { avcodec_flush_buffers(context) }

    /// Sends a packet; nil begins to drain.
    func send(_ packet: Packet?) throws(HardwareFault) -> Outcome {
        try timed { () throws(HardwareFault) in try outcome(of: avcodec_send_packet(context, packet?.pointer)) }
    }

    /// Receives a frame, in memory.
    func receive(_ frame: UnsafeMutablePointer<AVFrame>) throws(HardwareFault) -> Outcome {
        try timed { () throws(HardwareFault) in
            let outcome = try outcome(of: avcodec_receive_frame(context, surface))
            guard outcome == .done else { return outcome }
            defer { av_frame_unref(surface) }
            try read(into: frame)
            return .done
        }
    }

    /// Copies the surface, and describes the copy like it.
    private func read(into frame: UnsafeMutablePointer<AVFrame>) throws(HardwareFault) {
        guard surface.pointee.format == AV_PIX_FMT_VAAPI.rawValue else { throw .unsupported }
        var code = av_hwframe_transfer_data(frame, surface, 0)
        if code >= 0 { code = memory.count(frame) }
        if code >= 0 { code = av_frame_copy_props(frame, surface) }
        // libavcodec has cut a surface's right and lower edge only.
        if code >= 0 { code = av_frame_apply_cropping(frame, CInt(AV_FRAME_CROP_UNALIGNED)) }
        guard code >= 0 else {
            av_frame_unref(frame)
            throw .reading(words: Libav.words(code))
        }
    }

    private func outcome(of code: CInt) throws(HardwareFault) -> Outcome {
        if isRefused { throw .unsupported }
        switch code {
        case 0...: return .done
        case ORIEL_AVERROR_EAGAIN: return .again
        case ORIEL_AVERROR_EOF: return .end
        default: throw .decoding(words: Libav.words(code))
        }
    }

    private func timed(_ body: () throws(HardwareFault) -> Outcome) throws(HardwareFault) -> Outcome {
        let start = MonotonicClock.now
        let outcome = try body()
        let time = MonotonicClock.now - start
        guard time < Self.patience else { throw .slow(time) }
        return outcome
    }
}
