package import CFFmpeg
package import OrielMedia

/// Converts decoded audio frames to the wanted samples, from any format, layout and rate, and across changes of these
/// (`SwrContext`). One thread.
package final class AudioConverter {
    package let format: AudioFormat
    private var context: OpaquePointer?
    /// Input format of the context.
    private var rate: CInt = 0
    private var sampleFormat = AV_SAMPLE_FMT_NONE
    private var layout = AVChannelLayout()
    private var target = AVChannelLayout()

    package init(to format: AudioFormat) {
        self.format = format
        av_channel_layout_default(&target, CInt(format.channels))
    }

    deinit {
        swr_free(&context)
        av_channel_layout_uninit(&layout)
        av_channel_layout_uninit(&target)
    }

    /// Drops the samples that the resampler still holds.
    package func reset() { swr_free(&context) }

    /// Converts a decoded frame to interleaved samples; nil if that is impossible.
    package func samples(of frame: UnsafeMutablePointer<AVFrame>) -> [Float]? {
        let frames = frame.pointee.nb_samples
        guard frames > 0, frame.pointee.sample_rate > 0, adapt(to: frame) else { return nil }
        let data = UnsafeMutableRawPointer(frame.pointee.extended_data)?
            .assumingMemoryBound(to: UnsafePointer<UInt8>?.self)
        return convert(data, frames)
    }

    /// Takes the samples that the resampler still holds, at the end.
    package func rest() -> [Float] { context == nil ? [] : convert(nil, 0) ?? [] }

    private func convert(_ data: UnsafeMutablePointer<UnsafePointer<UInt8>?>?, _ frames: CInt) -> [Float]? {
        let room = swr_get_out_samples(context, frames)
        guard room >= 0, room < 1 << 24 else { return nil }
        var status: CInt = 0
        let samples = [Float](unsafeUninitializedCapacity: Int(room) * format.channels) { buffer, count in
            var plane = buffer.baseAddress.map { UnsafeMutableRawPointer($0).assumingMemoryBound(to: UInt8.self) }
            status = room > 0 ? swr_convert(context, &plane, room, data, frames) : 0
            count = Int(max(0, status)) * format.channels
        }
        return status >= 0 ? samples : nil
    }

    /// Makes a context for this frame's format, unless it has one.
    private func adapt(to frame: UnsafeMutablePointer<AVFrame>) -> Bool {
        let kind = AVSampleFormat(rawValue: frame.pointee.format)
        if context != nil, frame.pointee.sample_rate == rate, kind == sampleFormat,
            av_channel_layout_compare(&layout, &frame.pointee.ch_layout) == 0
        {
            return true
        }
        swr_free(&context)
        rate = frame.pointee.sample_rate
        sampleFormat = kind
        // Channels without an order get the default layout of their number.
        guard frame.pointee.ch_layout.nb_channels > 0 else { return false }
        if frame.pointee.ch_layout.order == AV_CHANNEL_ORDER_UNSPEC {
            av_channel_layout_uninit(&layout)
            av_channel_layout_default(&layout, frame.pointee.ch_layout.nb_channels)
        } else {
            guard av_channel_layout_copy(&layout, &frame.pointee.ch_layout) >= 0 else { return false }
        }
        guard
            swr_alloc_set_opts2(
                &context, &target, AV_SAMPLE_FMT_FLT, CInt(format.rate), &layout, kind, rate, 0, nil) >= 0,
            swr_init(context) >= 0
        else {
            swr_free(&context)
            return false
        }
        return true
    }
}
