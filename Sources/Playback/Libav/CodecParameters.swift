package import CFFmpeg

/// Copy of a stream's `AVCodecParameters`, for opening a decoder. Immutable, any thread.
package final class CodecParameters: @unchecked Sendable {
    package let pointer: UnsafePointer<AVCodecParameters>
    private let owned: UnsafeMutablePointer<AVCodecParameters>

    /// Copies the parameters; nil if memory ran out.
    package init?(_ source: UnsafePointer<AVCodecParameters>) {
        var made = avcodec_parameters_alloc()
        guard let copy = made else { return nil }
        guard avcodec_parameters_copy(copy, source) >= 0 else {
            avcodec_parameters_free(&made)
            return nil
        }
        owned = copy
        pointer = UnsafePointer(copy)
    }

    deinit {
        var parameters: UnsafeMutablePointer<AVCodecParameters>? = owned
        avcodec_parameters_free(&parameters)
    }

    /// The codec's extradata, valid while this object lives.
    package var extradata: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: pointer.pointee.extradata, count: Int(max(0, pointer.pointee.extradata_size)))
    }
}
