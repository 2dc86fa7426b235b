import CFFmpeg
import OrielLibav

/// The part of a hardware decoder that calls the driver. Only its device's thread uses it; hence `@unchecked Sendable`.
final class DriverDecoder: @unchecked Sendable {
    private let memory: FrameBudget
    private let display: DisplayFacts
    private let loans = SurfaceLoans()
    private var context: UnsafeMutablePointer<AVCodecContext>?
    private var surface: UnsafeMutablePointer<AVFrame>?
    /// Whether a frame was interlaced: the deinterlacer reads frames in memory.
    private var isInterlaced = false
    /// Whether the driver was not offered for the stream; set by libavcodec's callback.
    private var isRefused = false

    /// - Parameters:
    ///   - memory: counter of the frames in memory.
    ///   - display: the display that may draw surfaces in place.
    init(_ memory: FrameBudget, _ display: DisplayFacts) {
        self.memory = memory
        self.display = display
    }

    /// Opens the decoder. After an error it still has to be closed.
    func open(_ stream: CodedStream, delay: Int, on device: DeviceContext) throws(HardwareFault) {
        guard let codec = stream.hardwareCodec else { throw .unsupported }
        context = avcodec_alloc_context3(codec)
        surface = av_frame_alloc()
        guard let context, surface != nil, let reference = device.reference else {
            throw .decoding(words: "out of memory")
        }
        let parameters = avcodec_parameters_to_context(context, stream.parameters.pointer)
        context.pointee.pkt_timebase = stream.traits.timeBase
        context.pointee.framerate = stream.rate
        context.pointee.has_b_frames = max(context.pointee.has_b_frames, CInt(delay))
        context.pointee.max_pixels = Int64(PictureLimits.pixels)
        context.pointee.thread_count = 1
        context.pointee.extra_hw_frames = CInt(SurfaceLoans.limit)
        context.pointee.hw_device_ctx = av_buffer_ref(reference)
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
            Unmanaged<DriverDecoder>.fromOpaque(opaque).takeUnretainedValue().isRefused = true
            return AV_PIX_FMT_NONE
        }
        guard parameters >= 0, context.pointee.hw_device_ctx != nil else { throw .decoding(words: "out of memory") }
        let code = avcodec_open2(context, codec, nil)
        guard code >= 0 else { throw .decoding(words: Libav.words(code)) }
    }

    /// Frees everything.
    func close() {
        av_frame_free(&surface)
        avcodec_free_context(&context)
    }

    func flush() { if let context { avcodec_flush_buffers(context) } }

    func send(_ packet: Packet?, skipsUnreferenced: Bool) throws(HardwareFault) -> CInt {
        guard let context else { throw .unsupported }
        context.pointee.skip_frame = skipsUnreferenced ? AVDISCARD_NONREF : AVDISCARD_DEFAULT
        return try outcome(of: avcodec_send_packet(context, packet?.pointer))
    }

    /// Returns a frame, or libavcodec's code that there is none.
    func receive(_ device: HardwareDevice) throws(HardwareFault) -> (FrameStorage?, CInt) {
        guard let context, let surface else { throw .unsupported }
        let code = try outcome(of: avcodec_receive_frame(context, surface))
        guard code >= 0 else { return (nil, code) }
        defer { av_frame_unref(surface) }
        guard surface.pointee.format == AV_PIX_FMT_VAAPI.rawValue else { throw .unsupported }
        isInterlaced = isInterlaced || oriel_frame_is_interlaced(surface)
        if let lent = try lend(surface, of: device) { return (lent, code) }
        return (try copy(surface, of: device), code)
    }

    /// Leaves a surface in the device; nil if it has to be copied.
    private func lend(
        _ surface: UnsafeMutablePointer<AVFrame>, of device: HardwareDevice
    ) throws(HardwareFault) -> FrameStorage? {
        guard !isInterlaced, !loans.isRefused, display.drawsDmabufs,
            let loan = SurfaceLoan(surface, loans, memory, of: device, for: display)
        else { return nil }
        try device.context.finish(surface)
        return loan.storage(like: surface)
    }

    /// Copies a surface, and describes the copy like it.
    private func copy(
        _ surface: UnsafeMutablePointer<AVFrame>, of device: HardwareDevice
    ) throws(HardwareFault) -> FrameStorage {
        let storage = try device.context.read(surface, memory)
        var code = av_frame_copy_props(storage.frame, surface)
        // libavcodec has cut a surface's right and lower edge only.
        if code >= 0 { code = av_frame_apply_cropping(storage.frame, CInt(AV_FRAME_CROP_UNALIGNED)) }
        guard code >= 0 else { throw .reading(words: Libav.words(code)) }
        return storage
    }

    /// Returns a code that isn't a failure.
    private func outcome(of code: CInt) throws(HardwareFault) -> CInt {
        if isRefused { throw .unsupported }
        guard code >= 0 || code == ORIEL_AVERROR_EAGAIN || code == ORIEL_AVERROR_EOF else {
            throw .decoding(words: Libav.words(code))
        }
        return code
    }
}
