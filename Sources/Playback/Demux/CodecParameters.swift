import CFFmpeg

/// What a decoder has to know of a stream, as the container tells it (`AVCodecParameters`). Immutable, any thread.
final class CodecParameters: @unchecked Sendable {
    let pointer: UnsafePointer<AVCodecParameters>
    private let owned: UnsafeMutablePointer<AVCodecParameters>

    /// A copy; nil if there is no memory.
    init?(_ source: UnsafePointer<AVCodecParameters>) {
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

    /// The codec's own, for as long as this object lives.
    var extradata: UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: pointer.pointee.extradata, count: Int(max(0, pointer.pointee.extradata_size)))
    }
}
