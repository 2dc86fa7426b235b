import CFFmpeg
import CFFmpegLoader

/// The reference to a device's context, and the reader of its surfaces. Only the device's thread uses it; hence
/// `@unchecked Sendable`.
final class DeviceContext: @unchecked Sendable {
    private(set) var reference: UnsafeMutablePointer<AVBufferRef>?
    private(set) var reader: OpaquePointer?

    /// Opens the device and returns libavutil's code.
    func open(_ path: String) -> CInt {
        var options: OpaquePointer?
        defer { av_dict_free(&options) }
        // Otherwise libavutil would try the X server next.
        av_dict_set(&options, "connection_type", "drm", 0)
        reader = oriel_surface_reader_new()
        guard reader != nil else { return ORIEL_AVERROR_ENOMEM }
        return av_hwdevice_ctx_create(&reference, AV_HWDEVICE_TYPE_VAAPI, path, options, 0)
    }

    /// Drops the reference. The device is closed when no decoder and no frame refers to it.
    func close() {
        av_buffer_unref(&reference)
        if let reader { oriel_surface_reader_free(reader) }
        reader = nil
    }

    /// Waits until a surface is decoded.
    func finish(_ surface: UnsafeMutablePointer<AVFrame>) throws(HardwareFault) {
        guard let reader else { throw .unsupported }
        if let words = oriel_sync_surface(reader, surface) { throw .reading(words: String(cString: words)) }
    }
}
